package dev.eddyline.metrics;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that retains only the most recently used entries. */
public final class LruMap<K, V> extends LinkedHashMap<K, V> {

  private static final long serialVersionUID = 1L;

  private final int maxEntries;

  /** Creates a map with at most this number of entries. */
  public LruMap(int maxEntries) {
    super(16, 0.75f, true);
    this.maxEntries = maxEntries;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > maxEntries;
  }
}

package dev.eddyline.metrics;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that retains only the most recently used entries. */
final class Newest<K, V> extends LinkedHashMap<K, V> {

  private static final long serialVersionUID = 1L;

  private final int most;

  /** Creates a map with at most this number of entries. */
  Newest(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}

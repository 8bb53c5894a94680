package dev.eddyline.metrics;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that keeps the entries that were used last, so many at most. */
final class Newest<K, V> extends LinkedHashMap<K, V> {

  private static final long serialVersionUID = 1L;

  private final int most;

  /** Keeps at most so many entries. */
  Newest(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}

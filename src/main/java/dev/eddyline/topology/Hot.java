package dev.eddyline.topology;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The newest values of a store as they were read or written, so that a task's next event need not
 * read and decode them again. The store always holds the same.
 *
 * @param <V> the values
 */
final class Hot<V> {

  /** Tasks of a partition; a state of a real run takes about 10 KB of heap, a history 1 to 5 KB. */
  private static final int MAX = 1_024;

  /** The one that was kept longest ago first; null where the store holds none. */
  private final Map<String, V> values =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
          return size() > MAX;
        }
      };

  /** Whether the value is here, or it is known that the store holds none. */
  boolean knows(String taskId) {
    return values.containsKey(taskId);
  }

  /** The value; null when the store holds none, or it must be read. */
  V get(String taskId) {
    return values.get(taskId);
  }

  /**
   * Hands a value over to who will change it: it comes back only by being written, so that an input
   * that turns out to be bad leaves nothing behind.
   */
  V take(String taskId) {
    return values.remove(taskId);
  }

  /** Keeps what the store holds: a value, or null for none. */
  void keep(String taskId, V value) {
    // a key that is put again would keep its place
    values.remove(taskId);
    values.put(taskId, value);
  }

  /** Keeps nothing any more. */
  void forget() {
    values.clear();
  }
}

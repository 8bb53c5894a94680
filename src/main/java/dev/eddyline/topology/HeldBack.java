package dev.eddyline.topology;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Values of a store beneath that stay decoded, the newest of them, and are written to it only when
 * that is asked for, or when there are too many. Not for use by two threads.
 *
 * @param <K> where a value stands in the store
 * @param <V> the values
 */
final class HeldBack<K, V> {

  /**
   * Values that stay. What all stores hold of a task takes some 85 KB of heap when its histories
   * are full (500 tasks of the generated mix, 480 events each), so those of a partition some 55 MB.
   */
  static final int MAX = 640;

  /** A value that stays, null where the store holds none, and whether it is not written yet. */
  private static final class Held<V> {

    private V value;
    private boolean unwritten;

    Held(V value, boolean unwritten) {
      this.value = value;
      this.unwritten = unwritten;
    }
  }

  /** The one that was asked for or put longest ago first. */
  private final Map<K, Held<V>> newest =
      new LinkedHashMap<>(MAX, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Held<V>> eldest) {
          if (size() > MAX) {
            write(eldest.getKey(), eldest.getValue());
            return true;
          }
          return false;
        }
      };

  private final Function<K, V> reader;
  private final BiConsumer<K, V> writer;

  /**
   * Nothing is held back so far.
   *
   * @param reader reads from the store beneath; null where that holds nothing
   * @param writer writes to it; null deletes
   */
  HeldBack(Function<K, V> reader, BiConsumer<K, V> writer) {
    this.reader = reader;
    this.writer = writer;
  }

  /** The value that stands there; null where none does. */
  V get(K key) {
    Held<V> held = newest.get(key);
    if (held == null) {
      held = new Held<>(reader.apply(key), false);
      newest.put(key, held);
    }
    return held.value;
  }

  /** Holds a value back; null deletes. */
  void put(K key, V value) {
    Held<V> held = newest.get(key);
    if (held == null) {
      newest.put(key, new Held<>(value, true));
    } else {
      held.value = value;
      held.unwritten = true;
    }
  }

  /** Writes what is not written yet. */
  void write() {
    newest.forEach(this::write);
  }

  /** Writes what stands in such places, and lets go of it. */
  void leave(Predicate<K> places) {
    List<K> leaving = newest.keySet().stream().filter(places).toList();
    for (K key : leaving) {
      write(key, newest.get(key));
      newest.remove(key);
    }
  }

  /** Lets go of everything, written or not. */
  void forget() {
    newest.clear();
  }

  /** What the store refuses stays unwritten. */
  private void write(K key, Held<V> held) {
    if (held.unwritten) {
      writer.accept(key, held.value);
      held.unwritten = false;
    }
  }
}

package dev.eddyline.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * Values of a store beneath that stay decoded, those in use, and are written to it only when that
 * is asked for, or when there are too many. Not for use by two threads.
 *
 * <p>Each event looks some up, hence a table of its own: a {@code HashMap} would need a key made
 * for each look, and more steps through memory.
 *
 * @param <V> the values
 */
final class HeldBack<V> {

  /**
   * Values that stay. What all stores hold of a task takes some 85 KB of heap when its histories
   * are full (500 tasks of the generated mix, 480 events each), so those of a partition some 55 MB.
   */
  static final int MAX = 640;

  /** A power of two, more than there are values. */
  private static final int ROWS = 1024;

  /** Those that were written when they were let go of are passed over beyond so many. */
  private static final int MOST_CHANGED = 2 * MAX;

  /** Reads from the store beneath; null where that holds nothing. */
  @FunctionalInterface
  interface Reader<V> {
    V read(String key, long window);
  }

  /** Writes to the store beneath; null deletes. */
  @FunctionalInterface
  interface Writer<V> {
    void write(String key, V value, long window);
  }

  /** A value that stays: null where the store holds none. */
  private static final class Held<V> {

    private final String key;
    private final long window;
    private final int hash;
    private V value;
    private boolean isUnwritten;

    /** Whether it was asked for or put again since it came, or was spared. */
    private boolean isUsed;

    /** Another in the same row. */
    private Held<V> next;

    Held(String key, long window, V value) {
      this.key = key;
      this.window = window;
      this.hash = hash(key, window);
      this.value = value;
    }
  }

  private final Held<V>[] rows = rows();

  /**
   * All of them, the one that came or was spared longest ago first. Most are asked for at each
   * event of their task: a mark is set then, instead of a list that is linked anew.
   */
  private final Queue<Held<V>> waiting = new ArrayDeque<>();

  /** Those that were changed, the longest ago first; some may have been written since. */
  private final List<Held<V>> changed = new ArrayList<>();

  private final Reader<V> reader;
  private final Writer<V> writer;

  /** Nothing is held back so far. */
  HeldBack(Reader<V> reader, Writer<V> writer) {
    this.reader = reader;
    this.writer = writer;
  }

  @SuppressWarnings("unchecked") // an array of a type with parameters
  private static <V> Held<V>[] rows() {
    return (Held<V>[]) new Held<?>[ROWS];
  }

  /** The value that stands there; null where none does. */
  V get(String key, long window) {
    Held<V> held = find(key, window);
    if (held == null) {
      held = new Held<>(key, window, reader.read(key, window));
      keep(held);
    } else {
      held.isUsed = true;
    }
    return held.value;
  }

  /** Holds a value back; null deletes. */
  void put(String key, V value, long window) {
    Held<V> held = find(key, window);
    if (held == null) {
      held = new Held<>(key, window, value);
      change(held);
      keep(held);
    } else {
      held.isUsed = true;
      held.value = value;
      change(held);
    }
  }

  private Held<V> find(String key, long window) {
    int hash = hash(key, window);
    Held<V> held = rows[row(hash)];
    while (held != null && !(held.hash == hash && held.window == window && held.key.equals(key))) {
      held = held.next;
    }
    return held;
  }

  private static int hash(String key, long window) {
    int hash = 31 * key.hashCode() + Long.hashCode(window);
    return hash ^ hash >>> 16;
  }

  private static int row(int hash) {
    return hash & ROWS - 1;
  }

  private void change(Held<V> held) {
    if (!held.isUnwritten) {
      held.isUnwritten = true;
      if (changed.size() >= MOST_CHANGED) {
        changed.removeIf(other -> !other.isUnwritten);
      }
      changed.add(held);
    }
  }

  /** Keeps one more; where there are too many, one that was not used lately is let go of. */
  private void keep(Held<V> newest) {
    int row = row(newest.hash);
    newest.next = rows[row];
    rows[row] = newest;
    waiting.add(newest);
    while (waiting.size() > MAX) {
      Held<V> first = waiting.element();
      boolean isSpared = first.isUsed || first == newest;
      if (!isSpared) {
        letGo(first);
      }
      waiting.remove();
      if (isSpared) {
        first.isUsed = false;
        waiting.add(first);
      }
    }
  }

  /** Writes what is not written yet. */
  void write() {
    changed.forEach(this::write);
    changed.clear();
  }

  /** Writes what stands in windows that begin before this one, and lets go of it. */
  void leaveBefore(long window) {
    List<Held<V>> leaving = waiting.stream().filter(held -> held.window < window).toList();
    leaving.forEach(this::letGo);
    waiting.removeIf(held -> held.window < window);
  }

  /** Lets go of everything, written or not. */
  void forget() {
    Arrays.fill(rows, null);
    waiting.clear();
    changed.clear();
  }

  private void letGo(Held<V> held) {
    write(held);
    // it may be among the changed ones until all are written
    held.value = null;
    int row = row(held.hash);
    if (rows[row] == held) {
      rows[row] = held.next;
      return;
    }
    for (Held<V> before = rows[row]; before != null; before = before.next) {
      if (before.next == held) {
        before.next = held.next;
        return;
      }
    }
  }

  /** What the store refuses stays unwritten. */
  private void write(Held<V> held) {
    if (held.isUnwritten) {
      writer.write(held.key, held.value, held.window);
      held.isUnwritten = false;
    }
  }
}

package dev.eddyline.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * A write-back cache of decoded values over a store. Changed values are written on request or on
 * eviction. For use by one thread.
 *
 * <p>Each event reads several values, hence a hash table of its own: a {@code HashMap} would need a
 * key object for each read.
 *
 * @param <V> the values
 */
final class HeldBack<V> {

  /**
   * Capacity, in values. A task with full histories takes some 85 KB of heap over all stores (500
   * tasks of the generated mix, 480 events each), so those of a partition some 55 MB.
   */
  static final int MAX = 640;

  /** A power of two, more than there are values. */
  private static final int ROWS = 1024;

  /** Changed values above this number are scanned for those that eviction has already written. */
  private static final int MOST_CHANGED = 2 * MAX;

  /** Reads from the underlying store; null where it has no value. */
  @FunctionalInterface
  interface Reader<V> {
    V read(String key, long window);
  }

  /** Writes to the underlying store; null deletes. */
  @FunctionalInterface
  interface Writer<V> {
    void write(String key, V value, long window);
  }

  /** A cached value: null where the store has none. */
  private static final class Held<V> {

    private final String key;
    private final long window;
    private final int hash;
    private V value;
    private boolean isUnwritten;

    /** Whether it was read or put since it was added or spared from eviction. */
    private boolean isUsed;

    /** The next entry in the same row. */
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
   * All entries in eviction order (second chance): the one added or spared longest ago first. Most
   * are read at each event of their task, which sets a flag instead of relinking a list.
   */
  private final Queue<Held<V>> waiting = new ArrayDeque<>();

  /** Changed entries, the oldest change first; some may have been written since. */
  private final List<Held<V>> changed = new ArrayList<>();

  private final Reader<V> reader;
  private final Writer<V> writer;

  /** An empty cache. */
  HeldBack(Reader<V> reader, Writer<V> writer) {
    this.reader = reader;
    this.writer = writer;
  }

  @SuppressWarnings("unchecked") // an array of a type with parameters
  private static <V> Held<V>[] rows() {
    return (Held<V>[]) new Held<?>[ROWS];
  }

  /** The value of the key; null where there is none. */
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

  /** Puts a value, to be written later; null deletes. */
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

  /** Adds an entry; above the capacity, evicts one that was not used recently. */
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

  /** Writes all changed values. */
  void write() {
    changed.forEach(this::write);
    changed.clear();
  }

  /** Writes and evicts the values of windows that begin before this one. */
  void leaveBefore(long window) {
    List<Held<V>> leaving = waiting.stream().filter(held -> held.window < window).toList();
    leaving.forEach(this::letGo);
    waiting.removeIf(held -> held.window < window);
  }

  /** Discards all values, written or not. */
  void forget() {
    Arrays.fill(rows, null);
    waiting.clear();
    changed.clear();
  }

  private void letGo(Held<V> held) {
    write(held);
    // the entry may still be in the list of changed ones
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

  /** Writes a changed value; it stays marked as changed if the store throws. */
  private void write(Held<V> held) {
    if (held.isUnwritten) {
      writer.write(held.key, held.value, held.window);
      held.isUnwritten = false;
    }
  }
}

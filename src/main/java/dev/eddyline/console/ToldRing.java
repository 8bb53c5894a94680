package dev.eddyline.console;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The newest outputs, bounded in number and size. Not thread-safe. */
final class ToldRing {

  private final int most;
  private final long mostChars;
  private final Consumer<Told> dropped;
  private final TreeSet<Told> inOrder = new TreeSet<>();
  private final Map<String, Told> byId = new HashMap<>();
  private long chars;

  /**
   * Creates an empty buffer.
   *
   * @param most maximum of outputs
   * @param mostChars approximate maximum of characters
   * @param dropped receives each evicted output
   */
  ToldRing(int most, long mostChars, Consumer<Told> dropped) {
    this.most = most;
    this.mostChars = mostChars;
    this.dropped = dropped;
  }

  /** Adds an output; false for a duplicate. */
  boolean add(Told told) {
    if (byId.putIfAbsent(told.id(), told) != null) {
      return false;
    }
    inOrder.add(told);
    chars += told.size();
    while (inOrder.size() > most || chars > mostChars && inOrder.size() > 1) {
      Told oldest = inOrder.pollFirst();
      byId.remove(oldest.id());
      chars -= oldest.size();
      dropped.accept(oldest);
    }
    return true;
  }

  /** The output with this id, or null. */
  Told get(String id) {
    return byId.get(id);
  }

  /** All outputs, newest first. */
  Iterable<Told> newestFirst() {
    return inOrder.descendingSet();
  }

  /** The newest outputs, newest first. */
  List<Told> newest(int limit) {
    List<Told> newest = new ArrayList<>();
    Iterator<Told> all = inOrder.descendingIterator();
    while (all.hasNext() && newest.size() < limit) {
      newest.add(all.next());
    }
    return newest;
  }

  /** The number of outputs. */
  int size() {
    return inOrder.size();
  }
}

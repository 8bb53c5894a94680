package dev.eddyline.console;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The newest outputs, bounded in number and size. Not thread-safe. */
final class OutputBuffer {

  private final int maxOutputs;
  private final long maxChars;
  private final Consumer<OutputEntry> onEvicted;
  private final TreeSet<OutputEntry> inDecisionOrder = new TreeSet<>();
  private final Map<String, OutputEntry> byId = new HashMap<>();
  private long chars;

  /**
   * Creates an empty buffer.
   *
   * @param maxOutputs maximum of outputs
   * @param maxChars approximate maximum of characters
   * @param onEvicted receives each evicted output
   */
  OutputBuffer(int maxOutputs, long maxChars, Consumer<OutputEntry> onEvicted) {
    this.maxOutputs = maxOutputs;
    this.maxChars = maxChars;
    this.onEvicted = onEvicted;
  }

  /** Adds an output; false for a duplicate. */
  boolean add(OutputEntry output) {
    if (byId.putIfAbsent(output.id(), output) != null) {
      return false;
    }
    inDecisionOrder.add(output);
    chars += output.size();
    while (inDecisionOrder.size() > maxOutputs || chars > maxChars && inDecisionOrder.size() > 1) {
      OutputEntry oldest = inDecisionOrder.pollFirst();
      byId.remove(oldest.id());
      chars -= oldest.size();
      onEvicted.accept(oldest);
    }
    return true;
  }

  /** The output with this id, or null. */
  OutputEntry get(String id) {
    return byId.get(id);
  }

  /** All outputs, newest first. */
  Iterable<OutputEntry> newestFirst() {
    return inDecisionOrder.descendingSet();
  }

  /** The newest outputs, newest first. */
  List<OutputEntry> newest(int limit) {
    List<OutputEntry> newest = new ArrayList<>();
    Iterator<OutputEntry> all = inDecisionOrder.descendingIterator();
    while (all.hasNext() && newest.size() < limit) {
      newest.add(all.next());
    }
    return newest;
  }

  /** The number of outputs. */
  int size() {
    return inDecisionOrder.size();
  }
}

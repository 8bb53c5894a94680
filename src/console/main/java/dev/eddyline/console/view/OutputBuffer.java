package dev.eddyline.console.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The newest outputs, bounded in number and size. Not thread-safe. */
final class OutputBuffer {

  private final int maxOutputs;
  private final long maxTotalChars;
  private final Consumer<OutputEntry> evictionListener;
  private final TreeSet<OutputEntry> outputsInDecisionOrder = new TreeSet<>();
  private final Map<String, OutputEntry> byId = new HashMap<>();
  private long chars;

  /**
   * Creates an empty buffer.
   *
   * @param maxOutputs maximum of outputs
   * @param maxTotalChars approximate maximum of characters
   * @param evictionListener receives each evicted output
   */
  OutputBuffer(int maxOutputs, long maxTotalChars, Consumer<OutputEntry> evictionListener) {
    this.maxOutputs = maxOutputs;
    this.maxTotalChars = maxTotalChars;
    this.evictionListener = evictionListener;
  }

  /** Adds an output; false for a duplicate. */
  boolean add(OutputEntry output) {
    if (byId.putIfAbsent(output.id(), output) != null) {
      return false;
    }
    outputsInDecisionOrder.add(output);
    chars += output.size();
    while (outputsInDecisionOrder.size() > maxOutputs
        || chars > maxTotalChars && outputsInDecisionOrder.size() > 1) {
      OutputEntry oldest = outputsInDecisionOrder.pollFirst();
      byId.remove(oldest.id());
      chars -= oldest.size();
      evictionListener.accept(oldest);
    }
    return true;
  }

  /** Removes outputs, and returns them. */
  List<OutputEntry> removeAll(Predicate<OutputEntry> removed) {
    List<OutputEntry> found = outputsInDecisionOrder.stream().filter(removed).toList();
    for (OutputEntry output : found) {
      outputsInDecisionOrder.remove(output);
      byId.remove(output.id());
      chars -= output.size();
    }
    return found;
  }

  /** The output with this id, or null. */
  OutputEntry get(String id) {
    return byId.get(id);
  }

  /** All outputs, newest first. */
  Iterable<OutputEntry> newestFirst() {
    return outputsInDecisionOrder.descendingSet();
  }

  /** The newest outputs, newest first. */
  List<OutputEntry> newest(int limit) {
    List<OutputEntry> newest = new ArrayList<>();
    Iterator<OutputEntry> all = outputsInDecisionOrder.descendingIterator();
    while (all.hasNext() && newest.size() < limit) {
      newest.add(all.next());
    }
    return newest;
  }

  /** The number of outputs. */
  int size() {
    return outputsInDecisionOrder.size();
  }
}

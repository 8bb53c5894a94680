package dev.eddyline.guards;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The newest symbols of a sequence. */
final class Tail {

  /** The size of a tail that stores everything. */
  static final int UNLIMITED = Integer.MAX_VALUE;

  private final int size;
  private final List<Object> symbols = new ArrayList<>();

  /**
   * An empty tail.
   *
   * @param size maximum stored symbols, ≥ 1
   */
  Tail(int size) {
    this.size = size;
  }

  /** Appends a symbol; the oldest one leaves a full tail. */
  void add(Object symbol) {
    if (isFull()) {
      symbols.remove(0);
    }
    symbols.add(symbol);
  }

  /** The stored symbols, oldest first. */
  List<Object> symbols() {
    return Collections.unmodifiableList(symbols);
  }

  boolean isFull() {
    return symbols.size() == size;
  }

  /** Whether the tail ends in the same sequence of this length, so many times back to back. */
  boolean repeats(int length, int times) {
    int compared = length * (times - 1);
    int from = symbols.size() - compared;
    if (from < length) {
      return false;
    }
    for (int index = from; index < symbols.size(); index++) {
      if (!symbols.get(index).equals(symbols.get(index - length))) {
        return false;
      }
    }
    return true;
  }

  /** Whether it ends so in a sequence of any length between these. */
  boolean repeats(int minLength, int maxLength, int times) {
    for (int length = minLength; length <= maxLength; length++) {
      if (repeats(length, times)) {
        return true;
      }
    }
    return false;
  }

  /** How often the tail has a symbol. */
  int occurrences(Object symbol) {
    return Collections.frequency(symbols, symbol);
  }

  /** How often the tail has its newest symbol; it must not be empty. */
  int occurrencesOfNewest() {
    return occurrences(symbols.get(symbols.size() - 1));
  }

  /** The highest number of occurrences of one symbol. */
  long mostOccurrences() {
    return symbols.stream()
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
        .values()
        .stream()
        .max(Long::compare)
        .orElse(0L);
  }

  /** The number of different symbols. */
  int distinct() {
    return new HashSet<>(symbols).size();
  }
}

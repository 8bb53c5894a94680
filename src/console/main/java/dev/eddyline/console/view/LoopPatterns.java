package dev.eddyline.console.view;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.LoopVerdict;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Groups similar loops of different tasks into patterns; bounded in memory. Not thread-safe. */
public final class LoopPatterns {

  /** Maximum of patterns; the least recently updated one is evicted first. */
  static final int MAX_PATTERNS = 2_000;

  /** A pattern with its loops of a period. */
  private record Counted(LoopPattern pattern, int loops) {

    private static final Comparator<Counted> LEAST_FREQUENT_FIRST =
        Comparator.comparingInt(Counted::loops).thenComparing(it -> it.pattern().id());
  }

  private final Map<String, LoopPattern> patternByKey = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Counts a loop.
   *
   * @param at clock time of the verdict, epoch milliseconds
   * @param addedCost the cost since the loop's previous verdict
   */
  void countLoop(LoopVerdict verdict, long at, Cost addedCost) {
    patternByKey
        .computeIfAbsent(PatternKey.of(verdict), id -> new LoopPattern(id, verdict.getLoopType()))
        .countLoop(verdict, at, addedCost);
    Iterator<LoopPattern> oldest = patternByKey.values().iterator();
    while (oldest.hasNext()
        && (oldest.next().lastAt() < HourlyTotals.retentionStartMillis(at)
            || patternByKey.size() > MAX_PATTERNS)) {
      oldest.remove();
    }
  }

  /** All patterns, in no order. */
  public Collection<LoopPattern> all() {
    return patternByKey.values();
  }

  /** The patterns with most loops since then; the limit is at least 1. */
  public List<LoopPattern> mostFrequent(long since, int limit) {
    // a heap of the best avoids sorting all patterns for each overview
    PriorityQueue<Counted> best = new PriorityQueue<>(Counted.LEAST_FREQUENT_FIRST);
    for (LoopPattern pattern : patternByKey.values()) {
      if (pattern.lastAt() < since) {
        continue;
      }
      best.add(new Counted(pattern, pattern.loopsBetween(since, Long.MAX_VALUE)));
      if (best.size() > limit) {
        best.remove();
      }
    }
    return best.stream()
        .sorted(Counted.LEAST_FREQUENT_FIRST.reversed())
        .map(Counted::pattern)
        .toList();
  }
}

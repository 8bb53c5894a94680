package dev.eddyline.console;

import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/** Groups similar loops of different tasks into patterns; bounded in memory. Not thread-safe. */
final class LoopPatterns {

  /** Maximum of patterns; the least recently updated one is evicted first. */
  static final int MAX_PATTERNS = 2_000;

  /** Maximum of distinct tasks that are counted per pattern. */
  static final int MAX_TASKS_PER_PATTERN = 1_000;

  private static final int MAX_AGENTS_PER_PATTERN = 20;

  private static final Comparator<LoopPattern> LEAST_FREQUENT_FIRST =
      Comparator.comparingInt((LoopPattern pattern) -> pattern.loops)
          .thenComparing(pattern -> pattern.id);

  private final Map<String, LoopPattern> patternByKey = new LinkedHashMap<>(16, 0.75f, true);

  /** A group of similar loops. */
  static final class LoopPattern {
    private final String id;
    private final LoopType loopType;
    private final Set<String> agents = new LinkedHashSet<>();
    private final DistinctNameCounter tasks = new DistinctNameCounter(MAX_TASKS_PER_PATTERN);
    private String reason = "";
    private int loops;
    private long lastAt;

    private LoopPattern(String id, LoopType loopType) {
      this.id = id;
      this.loopType = loopType;
    }

    /** The pattern key. */
    String id() {
      return id;
    }

    LoopType loopType() {
      return loopType;
    }

    /** Agents of these loops, 20 at most. */
    Set<String> agents() {
      return agents;
    }

    /** The number of distinct tasks. */
    DistinctNameCounter tasks() {
      return tasks;
    }

    int loops() {
      return loops;
    }

    /** The reason of the newest loop. */
    String reason() {
      return reason;
    }
  }

  /** Counts a loop. */
  void countLoop(LoopVerdict verdict, long at) {
    LoopPattern pattern =
        patternByKey.computeIfAbsent(
            PatternKey.of(verdict), id -> new LoopPattern(id, verdict.getLoopType()));
    if (patternByKey.size() > MAX_PATTERNS) {
      patternByKey.remove(patternByKey.keySet().iterator().next());
    }
    pattern.loops++;
    pattern.lastAt = Math.max(pattern.lastAt, at);
    pattern.reason = verdict.getReason();
    add(pattern.agents, verdict.getAgentId());
    verdict.getAgents().forEach(agent -> add(pattern.agents, agent));
    pattern.tasks.add(verdict.getTaskId());
  }

  private static void add(Set<String> names, String name) {
    if (names.size() < MAX_AGENTS_PER_PATTERN) {
      names.add(name);
    }
  }

  /** The most frequent patterns with a loop since then; the limit is at least 1. */
  List<LoopPattern> mostFrequent(long since, int limit) {
    // a heap of the best avoids sorting all patterns for each overview
    PriorityQueue<LoopPattern> best = new PriorityQueue<>(LEAST_FREQUENT_FIRST);
    for (LoopPattern pattern : patternByKey.values()) {
      if (pattern.lastAt < since) {
        continue;
      }
      if (best.size() < limit) {
        best.add(pattern);
      } else if (LEAST_FREQUENT_FIRST.compare(pattern, best.element()) > 0) {
        best.remove();
        best.add(pattern);
      }
    }
    return best.stream().sorted(LEAST_FREQUENT_FIRST.reversed()).toList();
  }
}

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
final class Patterns {

  /** Maximum of patterns; the least recently updated one is evicted first. */
  static final int MOST = 2_000;

  /** Maximum of distinct tasks that are counted per pattern. */
  static final int MOST_TASKS = 1_000;

  private static final int MOST_NAMES = 20;

  private static final Comparator<Pattern> RARE_FIRST =
      Comparator.comparingInt((Pattern pattern) -> pattern.loops)
          .thenComparing(pattern -> pattern.id);

  private final Map<String, Pattern> byLikeness = new LinkedHashMap<>(16, 0.75f, true);

  /** A group of similar loops. */
  static final class Pattern {
    private final String id;
    private final LoopType loopType;
    private final Set<String> agents = new LinkedHashSet<>();
    private final Distinct tasks = new Distinct(MOST_TASKS);
    private String reason = "";
    private int loops;
    private long lastAt;

    private Pattern(String id, LoopType loopType) {
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
    Distinct tasks() {
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
  void take(LoopVerdict verdict, long at) {
    Pattern pattern =
        byLikeness.computeIfAbsent(
            Likeness.of(verdict), id -> new Pattern(id, verdict.getLoopType()));
    if (byLikeness.size() > MOST) {
      byLikeness.remove(byLikeness.keySet().iterator().next());
    }
    pattern.loops++;
    pattern.lastAt = Math.max(pattern.lastAt, at);
    pattern.reason = verdict.getReason();
    add(pattern.agents, verdict.getAgentId());
    verdict.getAgents().forEach(agent -> add(pattern.agents, agent));
    pattern.tasks.add(verdict.getTaskId());
  }

  private static void add(Set<String> names, String name) {
    if (names.size() < MOST_NAMES) {
      names.add(name);
    }
  }

  /** The most frequent patterns with a loop since then; the limit is at least 1. */
  List<Pattern> mostFrequent(long since, int limit) {
    // a heap of the best avoids sorting all patterns for each overview
    PriorityQueue<Pattern> best = new PriorityQueue<>(RARE_FIRST);
    for (Pattern pattern : byLikeness.values()) {
      if (pattern.lastAt < since) {
        continue;
      }
      if (best.size() < limit) {
        best.add(pattern);
      } else if (RARE_FIRST.compare(pattern, best.element()) > 0) {
        best.remove();
        best.add(pattern);
      }
    }
    return best.stream().sorted(RARE_FIRST.reversed()).toList();
  }
}

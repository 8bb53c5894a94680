package dev.eddyline.console;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The loops of the time that is covered, by their identity, with what they cost. */
final class Patterns {

  private static final int MOST = 10_000;
  private static final int MOST_NAMES = 20;

  private final Map<String, Pattern> byLoop = new LinkedHashMap<>(16, 0.75f, true);

  /** One loop, however often it came. */
  static final class Pattern {
    private final String loopId;
    private final LoopType loopType;
    private final Set<String> agents = new LinkedHashSet<>();
    private final Set<String> tasks = new LinkedHashSet<>();
    private Cost cost = new Cost(0L, 0.0, 0L);
    private String reason = "";
    private int loops;
    private long lastAt;

    private Pattern(String loopId, LoopType loopType) {
      this.loopId = loopId;
      this.loopType = loopType;
    }

    String loopId() {
      return loopId;
    }

    LoopType loopType() {
      return loopType;
    }

    Set<String> agents() {
      return agents;
    }

    int tasks() {
      return tasks.size();
    }

    int loops() {
      return loops;
    }

    String reason() {
      return reason;
    }
  }

  /**
   * Counts a loop once more.
   *
   * @return what it cost beyond what it was known to have cost before
   */
  Cost take(LoopVerdict verdict, long at) {
    if (verdict.getLoopId() == null) {
      return new Cost(0L, 0.0, 0L);
    }
    Pattern pattern =
        byLoop.computeIfAbsent(
            verdict.getLoopId(), loopId -> new Pattern(loopId, verdict.getLoopType()));
    if (byLoop.size() > MOST) {
      byLoop.remove(byLoop.keySet().iterator().next());
    }
    pattern.loops++;
    pattern.lastAt = Math.max(pattern.lastAt, at);
    pattern.reason = verdict.getReason();
    add(pattern.agents, verdict.getAgentId());
    verdict.getAgents().forEach(agent -> add(pattern.agents, agent));
    add(pattern.tasks, verdict.getTaskId());
    Cost before = pattern.cost;
    pattern.cost = verdict.getLoopCost();
    return more(before, pattern.cost);
  }

  private static void add(Set<String> names, String name) {
    if (names.size() < MOST_NAMES) {
      names.add(name);
    }
  }

  /** A loop that costs less than before began anew. */
  private static Cost more(Cost before, Cost now) {
    boolean anew =
        now.getTokens() < before.getTokens()
            || now.getCostUsd() < before.getCostUsd()
            || now.getDurationMs() < before.getDurationMs();
    return anew
        ? now
        : new Cost(
            now.getTokens() - before.getTokens(),
            now.getCostUsd() - before.getCostUsd(),
            now.getDurationMs() - before.getDurationMs());
  }

  /** The most frequent of those that came since then. */
  List<Pattern> mostFrequent(long since, int limit) {
    return byLoop.values().stream()
        .filter(pattern -> pattern.lastAt >= since)
        .sorted(
            Comparator.comparingInt((Pattern pattern) -> pattern.loops)
                .thenComparing(pattern -> pattern.loopId)
                .reversed())
        .limit(limit)
        .toList();
  }
}

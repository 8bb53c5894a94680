package dev.eddyline.console.view;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.text.Hash;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts the cost of each loop once, however many verdicts are published on it. A verdict carries
 * the total cost of its task, so that only the cost since the loop's previous verdict is added. Not
 * thread-safe.
 */
final class LoopCosts {

  private static final int MAX_TRACKED_LOOPS = 20_000;

  /** By a hash of the loop's id; the least recently updated loop is evicted first. */
  private final Map<Long, TaskCostSnapshot> lastCostByLoopIdHash =
      new LinkedHashMap<>(16, 0.75f, true);

  /** The task's total cost and the event time at a loop's newest verdict. */
  private record TaskCostSnapshot(long tokens, double usd, long at) {}

  /** The cost of a loop since its previous verdict. */
  Cost costSincePreviousVerdict(LoopVerdict verdict) {
    Cost loop = verdict.getLoopCost();
    if (verdict.getLoopId() == null) {
      return new Cost(0L, 0.0, 0L);
    }
    Cost task = verdict.getTaskCost();
    long at = verdict.getOccurredAt().toEpochMilli();
    TaskCostSnapshot now = new TaskCostSnapshot(task.getTokens(), task.getCostUsd(), at);
    TaskCostSnapshot before = lastCostByLoopIdHash.put(Hash.of(verdict.getLoopId()), now);
    if (lastCostByLoopIdHash.size() > MAX_TRACKED_LOOPS) {
      lastCostByLoopIdHash.remove(lastCostByLoopIdHash.keySet().iterator().next());
    }
    if (before == null || before.tokens() > now.tokens() || before.usd() > now.usd()) {
      // the first verdict, or the first after the task's state expired
      return loop;
    }
    return new Cost(
        Math.min(loop.getTokens(), now.tokens() - before.tokens()),
        Math.min(loop.getCostUsd(), now.usd() - before.usd()),
        Math.min(loop.getDurationMs(), Math.max(0, now.at() - before.at())));
  }
}

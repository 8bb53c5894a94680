package dev.eddyline.console;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.LoopVerdict;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What each loop has cost, counted once however often it is told and wherever its first event
 * moves: a verdict's cost is the end of what its task has cost so far, and of that is counted what
 * lies behind the loop's verdict before. One thread at a time.
 */
final class LoopCosts {

  private static final int MOST = 20_000;

  /** By a hash of the loop's identity; the one that was told of longest ago leaves first. */
  private final Map<Long, Until> counted = new LinkedHashMap<>(16, 0.75f, true);

  /** What the task had cost, and what time it was, at a loop's newest verdict. */
  private record Until(long tokens, double usd, long at) {}

  /** What a loop has cost beyond what was counted before. */
  Cost more(LoopVerdict verdict) {
    Cost loop = verdict.getLoopCost();
    if (verdict.getLoopId() == null) {
      return new Cost(0L, 0.0, 0L);
    }
    Cost task = verdict.getTaskCost();
    long at = verdict.getOccurredAt().toEpochMilli();
    Until now = new Until(task.getTokens(), task.getCostUsd(), at);
    Until before = counted.put(Hash.of(verdict.getLoopId()), now);
    if (counted.size() > MOST) {
      counted.remove(counted.keySet().iterator().next());
    }
    if (before == null || before.tokens() > now.tokens() || before.usd() > now.usd()) {
      // the first, or the first after the task was forgotten
      return loop;
    }
    return new Cost(
        Math.min(loop.getTokens(), now.tokens() - before.tokens()),
        Math.min(loop.getCostUsd(), now.usd() - before.usd()),
        Math.min(loop.getDurationMs(), Math.max(0, now.at() - before.at())));
  }
}

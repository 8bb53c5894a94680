package dev.eddyline.console.view;

import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.LoopVerdict;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The loops of a task: the newest verdict on each, the newest context for its leader, and the times
 * of recent ones. Bounded. Not thread-safe.
 */
final class ProjectedLoops {

  private static final int MAX_LOOPS = 32;

  /** Time after which a task without new loops no longer counts as looping. */
  private static final long LOOPING_STATE_EXPIRY_MILLIS = Duration.ofHours(24).toMillis();

  private final Map<String, LoopVerdictSummary> loops = new LinkedHashMap<>();
  private @Nullable LeaderContext leaderContext;
  private int loopChars;
  private final RecentLoopCounter recent = new RecentLoopCounter();
  private OutputEntry.@Nullable DecisionPosition lastPosition;
  private long lastAtMillis;

  /** Adds the newest verdict on a loop; beyond the maximum, the oldest loop is removed. */
  void put(LoopVerdict verdict, OutputEntry.DecisionPosition position) {
    LoopVerdictSummary summary = LoopVerdictSummary.of(verdict, position);
    LoopVerdictSummary before = loops.remove(summary.loopId());
    loops.put(summary.loopId(), summary);
    loopChars += summary.size() - (before == null ? 0 : before.size());
    if (loops.size() > MAX_LOOPS) {
      loopChars -= loops.remove(loops.keySet().iterator().next()).size();
    }
    leaderContext = verdict.getLeaderContext();
  }

  /** Counts the verdict on a loop. */
  void count(OutputEntry loop) {
    if (loop.decidedAtPosition().isAfter(lastPosition)) {
      lastPosition = loop.decidedAtPosition();
      lastAtMillis = loop.at();
    }
    recent.count(loop.at());
  }

  /** Whether the task looped after its reset, and recently. */
  boolean isLooping(OutputEntry.@Nullable DecisionPosition reset, long now) {
    return lastPosition != null
        && lastPosition.isAfter(reset)
        && now - lastAtMillis < LOOPING_STATE_EXPIRY_MILLIS;
  }

  /** Whether there was a reset, and no later loop. */
  boolean areAllBefore(OutputEntry.@Nullable DecisionPosition reset) {
    return reset != null && (lastPosition == null || reset.isAfter(lastPosition));
  }

  /** Loops in each of the last 12 intervals of 5 minutes, oldest first. */
  int[] recentCountsPer5Minutes(long now) {
    return recent.counts(now);
  }

  /** The newest verdicts by loop id. */
  Map<String, LoopVerdictSummary> all() {
    return loops;
  }

  /** The newest verdicts after a reset; all if there was none. */
  List<LoopVerdictSummary> since(OutputEntry.@Nullable DecisionPosition reset) {
    return loops.values().stream()
        .filter(summary -> summary.decisionPosition().isAfter(reset))
        .toList();
  }

  /** The leader's context of the newest loop, or null. */
  @Nullable LeaderContext leaderContext() {
    return leaderContext;
  }

  /** Its approximate size in characters. */
  int size() {
    return loopChars + OutputEntry.size(leaderContext);
  }
}

package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.IndexedGraph;
import java.util.OptionalInt;

/**
 * The steps that a cycle takes.
 *
 * @param stepCountBeforeFirstRound steps before the first round begins, at the target of the retry
 *     edge
 * @param stepCountPerRound steps of a round
 * @param rounds rounds until the counter stops it, including the first; empty: nothing stops it
 * @param limit steps after which the run is aborted; empty: unknown
 */
record CycleStepArithmetic(
    int stepCountBeforeFirstRound, int stepCountPerRound, OptionalInt rounds, OptionalInt limit) {

  /** The steps of a walk that starts with the first edge of a round. */
  static CycleStepArithmetic of(ClosedWalk walk, int retry, int[] steps) {
    IndexedGraph indexed = walk.indexed();
    int back = walk.edges()[retry];
    int target = indexed.digraph.to[back];
    int source = indexed.digraph.from[back];
    OptionalInt retries =
        walk.boundingCounter()
            .map(bound -> OptionalInt.of(walk.maxRetries(bound)))
            .orElse(OptionalInt.empty());
    OptionalInt limit = indexed.graph.recursionLimit();
    if (steps[target] != Integer.MAX_VALUE && steps[target] <= steps[source]) {
      OptionalInt rounds =
          retries.isPresent() ? OptionalInt.of(retries.getAsInt() + 1) : OptionalInt.empty();
      return new CycleStepArithmetic(steps[target], walk.steps(), rounds, limit);
    }
    int stepsToSource = steps[source] == Integer.MAX_VALUE ? 0 : steps[source];
    int before = stepsToSource + (indexed.isStep(source) ? 1 : 0);
    return new CycleStepArithmetic(before, walk.steps(), retries, limit);
  }

  /** Steps until the counter stops it. */
  long totalStepCount() {
    return stepCountBeforeFirstRound + (long) stepCountPerRound * rounds.orElseThrow();
  }

  /** Whether the run reaches the recursion limit before the counter stops the cycle. */
  boolean exceedsRecursionLimit() {
    return rounds.isPresent()
        && limit.isPresent()
        && rounds.getAsInt() < GraphCounter.UNKNOWN_MAX
        && totalStepCount() > limit.getAsInt();
  }

  /** Whole rounds that fit into the recursion limit. */
  int roundCountWithinLimit() {
    return stepCountPerRound == 0
        ? Integer.MAX_VALUE
        : Math.max(0, limit.orElseThrow() - stepCountBeforeFirstRound) / stepCountPerRound;
  }

  /** The rounds that fit, in a sentence; empty where the limit is unknown. */
  String describeRoundsWithinLimit() {
    if (limit.isEmpty() || stepCountPerRound == 0) {
      return "";
    }
    int fits = roundCountWithinLimit();
    String whole =
        "%d steps before + %d rounds × %d steps = %d"
            .formatted(
                stepCountBeforeFirstRound,
                fits,
                stepCountPerRound,
                stepCountBeforeFirstRound + fits * stepCountPerRound);
    String until =
        rounds.isEmpty()
            ? ""
            : " Until the counter stops it: %d + %d × %d = %d steps."
                .formatted(
                    stepCountBeforeFirstRound,
                    rounds.getAsInt(),
                    stepCountPerRound,
                    totalStepCount());
    return " The recursion limit of %d allows %d whole rounds (%s), and ends the run in round %d at step %d.%s"
        .formatted(limit.getAsInt(), fits, whole, fits + 1, limit.getAsInt() + 1, until);
  }
}

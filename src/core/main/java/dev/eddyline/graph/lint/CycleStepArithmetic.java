package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.WorkflowDigraph;
import java.util.OptionalInt;
import java.util.stream.Stream;

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

  /** The steps of a walk whose last edge is the retry edge. */
  static CycleStepArithmetic of(ClosedWalk walk) {
    WorkflowDigraph digraph = walk.digraph();
    String source = walk.last().from();
    int stepsToSource = digraph.stepsBefore(source);
    int stepsToTarget = digraph.stepsBefore(walk.last().to());
    boolean isEnteredAtTarget =
        stepsToTarget != Integer.MAX_VALUE && stepsToTarget <= stepsToSource;
    int stepsAfterSource =
        (stepsToSource == Integer.MAX_VALUE ? 0 : stepsToSource) + (digraph.isStep(source) ? 1 : 0);
    OptionalInt rounds =
        Stream.of(walk)
            .flatMap(it -> it.boundingCounter().stream())
            .mapToInt(counter -> walk.maxRetries(counter) + (isEnteredAtTarget ? 1 : 0))
            .findFirst();
    return new CycleStepArithmetic(
        isEnteredAtTarget ? stepsToTarget : stepsAfterSource,
        walk.steps(),
        rounds,
        digraph.workflow().recursionLimit());
  }

  /** Whether the run reaches the recursion limit before the counter stops the cycle. */
  boolean exceedsRecursionLimit() {
    return rounds.isPresent()
        && limit.isPresent()
        && rounds.getAsInt() < GraphCounter.UNKNOWN_MAX
        && totalStepCount() > limit.getAsInt();
  }

  private long totalStepCount() {
    return stepCountBeforeFirstRound + (long) stepCountPerRound * rounds.orElseThrow();
  }

  /** The rounds that fit, in a sentence; empty where the limit is unknown. */
  String describeRoundsWithinLimit() {
    if (limit.isEmpty() || stepCountPerRound == 0) {
      return "";
    }
    int most = limit.getAsInt();
    int fits = Math.max(0, most - stepCountBeforeFirstRound) / stepCountPerRound;
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
        .formatted(most, fits, whole, fits + 1, most + 1, until);
  }
}

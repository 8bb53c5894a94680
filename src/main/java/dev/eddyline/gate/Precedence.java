package dev.eddyline.gate;

import static dev.eddyline.schema.LoopType.BLOCKED_TASK_SPIN;
import static dev.eddyline.schema.LoopType.BUDGET_EXCEEDED;
import static dev.eddyline.schema.LoopType.COLLABORATION_LOOP;
import static dev.eddyline.schema.LoopType.COMPLETED_TASK_REVISIT;
import static dev.eddyline.schema.LoopType.CROSS_TASK_CYCLE;
import static dev.eddyline.schema.LoopType.CUSTOM;
import static dev.eddyline.schema.LoopType.EXTERNAL_FAULT;
import static dev.eddyline.schema.LoopType.IDENTICAL_FAILURE;
import static dev.eddyline.schema.LoopType.ITERATION_LIMIT;
import static dev.eddyline.schema.LoopType.NO_MEASURABLE_PROGRESS;
import static dev.eddyline.schema.LoopType.NO_PROGRESS_REPEAT;
import static dev.eddyline.schema.LoopType.OSCILLATING_CYCLE;
import static dev.eddyline.schema.LoopType.REGRESSIVE_PROGRESS;
import static dev.eddyline.schema.LoopType.REPEATED_ACTION;
import static dev.eddyline.schema.LoopType.REPEATED_MESSAGE;
import static dev.eddyline.schema.LoopType.SIMILAR_RESPONSE;
import static dev.eddyline.schema.LoopType.STEP_ITERATION_EXCEEDED;
import static dev.eddyline.schema.LoopType.TRANSITION_LIMIT_EXCEEDED;
import static dev.eddyline.schema.LoopType.TRANSITION_PATTERN;
import static dev.eddyline.schema.LoopType.UNBOUNDED_RETRY;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import java.util.Comparator;
import java.util.List;

/** Which loop leads a verdict when one event trips several rules. */
final class Precedence {

  private static final List<LoopType> ORDER =
      List.of(
          EXTERNAL_FAULT, // of weight 0: it leads only what does not count
          IDENTICAL_FAILURE,
          COLLABORATION_LOOP,
          COMPLETED_TASK_REVISIT,
          BLOCKED_TASK_SPIN,
          NO_PROGRESS_REPEAT,
          UNBOUNDED_RETRY,
          TRANSITION_LIMIT_EXCEEDED,
          STEP_ITERATION_EXCEEDED,
          TRANSITION_PATTERN,
          OSCILLATING_CYCLE,
          REPEATED_ACTION,
          SIMILAR_RESPONSE,
          REPEATED_MESSAGE,
          CROSS_TASK_CYCLE,
          REGRESSIVE_PROGRESS,
          BUDGET_EXCEEDED,
          ITERATION_LIMIT,
          NO_MEASURABLE_PROGRESS,
          CUSTOM);

  private static final Comparator<FoundLoop> LEADING_FIRST =
      Comparator.comparing((FoundLoop loop) -> loop.getWeight() == 0)
          .thenComparing(loop -> rank(loop.getLoopType()));

  private Precedence() {}

  /** The loops, the leading one first; what counts stands before what is only reported. */
  static List<FoundLoop> sorted(List<FoundLoop> loops) {
    return loops.stream().sorted(LEADING_FIRST).toList();
  }

  private static int rank(LoopType type) {
    int index = ORDER.indexOf(type);
    return index < 0 ? ORDER.size() : index;
  }
}

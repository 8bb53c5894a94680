package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What detectors declare of their loops. */
class LoopTraitsTest {

  @Test
  void everyLoopTypeIsDeclaredInItsPrecedence() {
    assertThat(Detectors.LOOP_TYPES)
        .containsExactly(
            LoopType.EXTERNAL_FAULT,
            LoopType.IDENTICAL_FAILURE,
            LoopType.COLLABORATION_LOOP,
            LoopType.DELEGATION_LOOP,
            LoopType.COMPLETED_TASK_REVISIT,
            LoopType.BLOCKED_TASK_SPIN,
            LoopType.NO_PROGRESS_REPEAT,
            LoopType.UNBOUNDED_RETRY,
            LoopType.TRANSITION_LIMIT_EXCEEDED,
            LoopType.STEP_ITERATION_EXCEEDED,
            LoopType.TRANSITION_PATTERN,
            LoopType.OSCILLATING_CYCLE,
            LoopType.REPEATED_ACTION,
            LoopType.SIMILAR_RESPONSE,
            LoopType.REPEATED_MESSAGE,
            LoopType.CROSS_TASK_CYCLE,
            LoopType.REGRESSIVE_PROGRESS,
            LoopType.BUDGET_EXCEEDED,
            LoopType.UNPRODUCTIVE_STRETCH,
            LoopType.ITERATION_LIMIT,
            LoopType.NO_MEASURABLE_PROGRESS,
            LoopType.CUSTOM)
        .hasSize(LoopType.values().length - 2);
  }

  @Test
  void hintMustBeFormat() {
    assertThatThrownBy(
            () ->
                new LoopTraits(
                    LoopType.CUSTOM,
                    Action.ESCALATE,
                    LoopTraits.Escalation.NEVER,
                    "coverage below 80%.",
                    false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hint");
  }

  @ParameterizedTest
  @EnumSource(LoopType.class)
  void hintStartsWithReason(LoopType type) {
    String hint = Detectors.traits(type, null).hintText("100 % the same", 2, "newest", "all");

    assertThat(hint).startsWith("100 % the same").doesNotContain("%s", "%d").endsWith(".");
  }

  @Test
  void unknownCustomDetectorHasDefaults() {
    assertThat(Detectors.traits(LoopType.CUSTOM, "gone")).isEqualTo(LoopTraits.CUSTOM);
  }
}

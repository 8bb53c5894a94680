package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.gate.Standings;
import dev.eddyline.schema.EvaluationQuestion;
import dev.eddyline.schema.EvaluationState;
import dev.eddyline.schema.TaskState;
import org.junit.jupiter.api.Test;

class TaskCopiesTest {

  private static TaskState state() {
    TaskState state = new TaskState();
    state.setStep("build");
    state.setNewestAt(7);
    state.setStanding(Standings.blank(null));
    state.setEvaluation(new EvaluationState("goal", null, new EvaluationQuestion()));
    return state;
  }

  @Test
  void aCopyHoldsTheSame() {
    // When
    TaskState copy = TaskCopies.of(state());

    // Then
    assertThat(copy).isEqualTo(state());
  }

  @Test
  void whoChangesACopyLeavesWhatIsKept() {
    // Given
    TaskState kept = state();

    // When
    TaskState copy = TaskCopies.of(kept);
    copy.setStep("test");
    copy.getStanding().setLoopCount(3);
    copy.getEvaluation().getQuestion().setAnswered(true);

    // Then
    assertThat(kept).isEqualTo(state());
  }
}

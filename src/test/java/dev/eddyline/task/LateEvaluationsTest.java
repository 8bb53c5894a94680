package dev.eddyline.task;

import static dev.eddyline.schema.EvaluationVerdict.NO_PROGRESS;
import static dev.eddyline.schema.EvaluationVerdict.REGRESSIVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.task.Story.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An evaluator's answer that comes late, again, or where nobody asks. */
class LateEvaluationsTest extends EvaluatedTask {

  @Test
  void aSecondAnswerDoesNothing() {
    // Given
    ProgressEvaluation answer = Evaluated.as(REGRESSIVE, "worse", asked());
    story.answer(answer);

    // When
    Reply again = story.answer(answer);

    // Then
    assertThat(again.answered()).isEqualTo(Answered.REPEATED);
    assertThat(again.caused().records()).isEmpty();
    assertThat(task.fails("one").verdict().getLoopCount()).isEqualTo(2);
  }

  @Test
  void anAnswerToAnotherQuestionOrForAnotherTaskDoesNothing() {
    // Given
    ProgressEvaluationRequest asked = asked();
    ProgressEvaluation unknown = Evaluated.as(REGRESSIVE, "worse", asked);
    unknown.setRequestId("no such request");
    ProgressEvaluation ofAnother = Evaluated.as(REGRESSIVE, "worse", asked);
    ofAnother.setTaskId("T2");
    String before = story.memory().toString();

    // When / Then
    assertThat(story.answer(unknown).answered()).isEqualTo(Answered.UNKNOWN);
    assertThat(story.answer(ofAnother).answered()).isEqualTo(Answered.UNKNOWN);
    assertThat(story.memory()).hasToString(before);
  }

  @Test
  void anAnswerThatComesAfterAResetDoesNothing() {
    // Given
    ProgressEvaluationRequest asked = asked();
    task.decides(Decision.APPROVE);

    // When
    Reply late = story.answer(Evaluated.as(REGRESSIVE, "worse", asked));

    // Then
    assertThat(late.answered()).isEqualTo(Answered.UNKNOWN);
    assertThat(late.caused().records()).isEmpty();
  }

  @Test
  void anAnswerThatComesAfterTheTaskCompletedDoesNothing() {
    // Given
    ProgressEvaluationRequest asked = asked();
    task.completes();

    // When / Then
    assertThat(story.answer(Evaluated.as(REGRESSIVE, "worse", asked)).answered())
        .isEqualTo(Answered.UNKNOWN);
  }

  @Test
  void anAnswerThatComesAfterTheTaskWasForgottenDoesNothing() {
    // Given
    ProgressEvaluationRequest asked = asked();
    story.after(Duration.ofHours(25));

    // When / Then
    assertThat(story.answer(Evaluated.as(REGRESSIVE, "worse", asked)).answered())
        .isEqualTo(Answered.UNKNOWN);
  }

  @Test
  void anAnswerThatComesAfterProgressDoesNothing() {
    // Given
    ProgressEvaluationRequest asked = asked();
    task.happens(ProgressReported.newBuilder().setFilesCreated(3).build());

    // When / Then
    assertThat(story.answer(Evaluated.as(NO_PROGRESS, "stuck", asked)).answered())
        .isEqualTo(Answered.OUTDATED);
  }

  @Test
  void hoursLaterAnAnswerStillHasItsEffect() {
    // Given
    ProgressEvaluationRequest asked = asked();
    story.after(Duration.ofHours(20));

    // When / Then
    assertThat(story.answer(Evaluated.as(REGRESSIVE, "worse", asked)).caused().verdicts())
        .hasSize(1);
  }

  @Test
  void afterAnAnswerThatCameTooLateTheTaskMayBeAskedAboutAgain() {
    // Given
    ProgressEvaluationRequest asked = asked();
    task.happens(ProgressReported.newBuilder().setFilesCreated(3).build());
    task.fails("three");
    assertThat(task.fails("four").questions()).isEmpty();

    // When
    story.answer(Evaluated.as(NO_PROGRESS, "stuck", asked));

    // Then
    assertThat(task.fails("five").questions()).hasSize(1);
  }

  @Test
  void whereThePolicyAsksNoLongerAnAnswerDoesNothing() {
    // Given
    ProgressEvaluation answer = Evaluated.as(REGRESSIVE, "worse", asked());

    // When / Then
    assertThat(underOther("name: silent\n", answer)).isEqualTo(Answered.OFF);
  }

  @Test
  void whereThePolicySwitchesAllOffNoAnswerIsTaken() {
    // Given
    ProgressEvaluation answer = Evaluated.as(REGRESSIVE, "worse", asked());

    // When / Then
    assertThat(underOther("name: other\nenabled: false\n" + ON, answer)).isEqualTo(Answered.OFF);
  }

  private Answered underOther(String policy, ProgressEvaluation answer) {
    Evaluations other = new Evaluations(() -> Policies.always(PolicyReader.read("test", policy)));
    Place place =
        new Place("progress-evaluations", 3, 0, Story.BEGIN.toEpochMilli(), 0, Story.BEGIN);
    return other.take(answer, place, story.memory(), Evaluations.outbox(place));
  }
}

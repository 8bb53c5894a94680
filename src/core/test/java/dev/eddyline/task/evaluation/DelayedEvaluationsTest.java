package dev.eddyline.task.evaluation;

import static dev.eddyline.schema.EvaluationVerdict.NO_PROGRESS;
import static dev.eddyline.schema.EvaluationVerdict.REGRESSIVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.task.EvaluationHandler;
import dev.eddyline.task.EvaluationOutcome;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.EngineScenario.EvaluationResult;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An evaluator's answer that comes late, again, or where nobody asks. */
class DelayedEvaluationsTest extends EvaluatedTaskFixture {

  @Test
  void duplicateEvaluatorAnswerIsIgnored() {
    // Given
    ProgressEvaluation answer =
        EvaluatorAnswers.as(REGRESSIVE, "worse", failTwiceAndGetEvaluationRequest());
    story.processEvaluatorAnswer(answer);

    // When
    EvaluationResult again = story.processEvaluatorAnswer(answer);

    // Then
    assertThat(again.outcome()).isEqualTo(EvaluationOutcome.REPEATED);
    assertThat(again.outputs().records()).isEmpty();
    assertThat(task.fails("one").verdict().getLoopCount()).isEqualTo(2);
  }

  @Test
  void evaluatorAnswerWithUnknownRequestIdOrTaskIdIsIgnored() {
    // Given
    ProgressEvaluationRequest evaluationRequest = failTwiceAndGetEvaluationRequest();
    ProgressEvaluation unknown = EvaluatorAnswers.as(REGRESSIVE, "worse", evaluationRequest);
    unknown.setRequestId("no such request");
    ProgressEvaluation ofAnother = EvaluatorAnswers.as(REGRESSIVE, "worse", evaluationRequest);
    ofAnother.setTaskId("T2");
    String before = story.memory().toString();

    // When / Then
    assertThat(story.processEvaluatorAnswer(unknown).outcome())
        .isEqualTo(EvaluationOutcome.UNKNOWN);
    assertThat(story.processEvaluatorAnswer(ofAnother).outcome())
        .isEqualTo(EvaluationOutcome.UNKNOWN);
    assertThat(story.memory()).hasToString(before);
  }

  @Test
  void evaluatorAnswerAfterResetIsIgnored() {
    // Given
    ProgressEvaluationRequest evaluationRequest = failTwiceAndGetEvaluationRequest();
    task.decides(Decision.APPROVE);

    // When
    EvaluationResult late =
        story.processEvaluatorAnswer(EvaluatorAnswers.as(REGRESSIVE, "worse", evaluationRequest));

    // Then
    assertThat(late.outcome()).isEqualTo(EvaluationOutcome.UNKNOWN);
    assertThat(late.outputs().records()).isEmpty();
  }

  @Test
  void evaluatorAnswerAfterTaskCompletionIsIgnored() {
    // Given
    ProgressEvaluationRequest evaluationRequest = failTwiceAndGetEvaluationRequest();
    task.completes();

    // When / Then
    assertThat(
            story
                .processEvaluatorAnswer(EvaluatorAnswers.as(REGRESSIVE, "worse", evaluationRequest))
                .outcome())
        .isEqualTo(EvaluationOutcome.UNKNOWN);
  }

  @Test
  void evaluatorAnswerAfterTaskStateExpiryIsIgnored() {
    // Given
    ProgressEvaluationRequest evaluationRequest = failTwiceAndGetEvaluationRequest();
    story.advanceTime(Duration.ofHours(25));

    // When / Then
    assertThat(
            story
                .processEvaluatorAnswer(EvaluatorAnswers.as(REGRESSIVE, "worse", evaluationRequest))
                .outcome())
        .isEqualTo(EvaluationOutcome.UNKNOWN);
  }

  @Test
  void evaluatorAnswerAfterProgressIsOutdated() {
    // Given
    ProgressEvaluationRequest evaluationRequest = failTwiceAndGetEvaluationRequest();
    task.publishesBody(ProgressReported.newBuilder().setFilesCreated(3).build());

    // When / Then
    assertThat(
            story
                .processEvaluatorAnswer(
                    EvaluatorAnswers.as(NO_PROGRESS, "stuck", evaluationRequest))
                .outcome())
        .isEqualTo(EvaluationOutcome.OUTDATED);
  }

  @Test
  void hoursLaterAnAnswerStillHasItsEffect() {
    // Given
    ProgressEvaluationRequest evaluationRequest = failTwiceAndGetEvaluationRequest();
    story.advanceTime(Duration.ofHours(20));

    // When / Then
    assertThat(
            story
                .processEvaluatorAnswer(EvaluatorAnswers.as(REGRESSIVE, "worse", evaluationRequest))
                .outputs()
                .verdicts())
        .hasSize(1);
  }

  @Test
  void afterALateEvaluatorAnswerTheTaskMayBeEvaluatedAgain() {
    // Given
    ProgressEvaluationRequest evaluationRequest = failTwiceAndGetEvaluationRequest();
    task.publishesBody(ProgressReported.newBuilder().setFilesCreated(3).build());
    task.fails("three");
    assertThat(task.fails("four").evaluationRequests()).isEmpty();

    // When
    story.processEvaluatorAnswer(EvaluatorAnswers.as(NO_PROGRESS, "stuck", evaluationRequest));

    // Then
    assertThat(task.fails("five").evaluationRequests()).hasSize(1);
  }

  @Test
  void evaluatorAnswerIsIgnored_whenPolicyNoLongerRequestsEvaluations() {
    // Given
    ProgressEvaluation answer =
        EvaluatorAnswers.as(REGRESSIVE, "worse", failTwiceAndGetEvaluationRequest());

    // When / Then
    assertThat(underOther("name: silent\n", answer)).isEqualTo(EvaluationOutcome.OFF);
  }

  @Test
  void evaluatorAnswerIsIgnored_whenPolicyIsDisabled() {
    // Given
    ProgressEvaluation answer =
        EvaluatorAnswers.as(REGRESSIVE, "worse", failTwiceAndGetEvaluationRequest());

    // When / Then
    assertThat(underOther("name: other\nenabled: false\n" + ON, answer))
        .isEqualTo(EvaluationOutcome.OFF);
  }

  private EvaluationOutcome underOther(String policy, ProgressEvaluation answer) {
    EvaluationHandler other =
        new EvaluationHandler(() -> Policies.ofSinglePolicy(PolicyReader.read("test", policy)));
    RecordCoordinates place =
        new RecordCoordinates(
            "progress-evaluations",
            3,
            0,
            EngineScenario.BEGIN.toEpochMilli(),
            0,
            EngineScenario.BEGIN);
    return other.handleEvaluatorAnswer(
        answer, place, story.memory(), EvaluationHandler.outbox(place));
  }
}

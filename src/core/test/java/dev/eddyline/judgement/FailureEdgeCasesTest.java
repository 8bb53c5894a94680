package dev.eddyline.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Edge cases of the failures preset, the bundled rules answering at once. */
class FailureEdgeCasesTest {

  private final EngineScenario story = EngineScenario.under("failures");
  private final Evaluator rules = new RuleEvaluator();

  /** What a failure caused, with what came of the questions about it; then a minute passes. */
  private List<LoopVerdict> fails(String message) {
    return happens(new FailureReported(message, null, null, null, null));
  }

  private List<LoopVerdict> happens(Object body) {
    Outputs atOnce = story.task("task1").publishesBody(body);
    List<LoopVerdict> verdicts = new ArrayList<>(atOnce.verdicts());
    for (ProgressEvaluationRequest request : atOnce.evaluationRequests()) {
      var answer = rules.judge(request).toEvaluation(request, EngineScenario.BEGIN);
      verdicts.addAll(story.processEvaluatorAnswer(answer).outputs().verdicts());
    }
    story.advanceTime(Duration.ofMinutes(1));
    return verdicts;
  }

  @Test
  void differentIntermittentFailuresAreNoLoopAndAreRetriedWithBackOff() {
    // Given
    assertThat(fails("request to the billing API timed out")).isEmpty();

    // When
    List<LoopVerdict> second = fails("the billing API is overloaded");

    // Then
    assertThat(second)
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.getLoopType()).isEqualTo(LoopType.EXTERNAL_FAULT);
              assertThat(verdict.getAction()).isEqualTo(Action.WAIT_AND_RETRY);
              assertThat(verdict.getLoopCount()).isZero();
              assertThat(verdict.getReason())
                  .isEqualTo("External fault (dependency), no fault of the agent");
              assertThat(verdict.getText()).contains("Wait 30 s, then try again");
            });
  }

  @Test
  void risingErrorCountsOpenTheGateEarlierEvenIfErrorsDiffer() {
    // Given
    story.task("task1").starts("Implement user authentication");
    assertThat(fails("tsc: Found 2 errors in login.ts")).isEmpty();
    assertThat(fails("lint: Found 4 errors in src")).isEmpty();

    assertThat(fails("tsc: Found 9 errors in session.ts")).isEmpty();

    // When
    List<LoopVerdict> fourth = fails("lint: Found 12 errors in src and lib");
    fails("tsc: Found 30 errors in token.ts");
    fails("lint: Found 31 errors in src");

    // Then
    assertThat(fourth)
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.REGRESSIVE_PROGRESS);
    assertThat(fourth.get(0).getReason()).containsIgnoringCase("moving away from goal");
    assertThat(fourth.get(0).getText()).contains("Roll back", "a different approach");
    assertThat(story.published())
        .filteredOn(GateTrigger.class::isInstance)
        .singleElement()
        .satisfies(
            gate ->
                assertThat(((GateTrigger) gate).getReason())
                    .isEqualTo("Loop detected after 3 attempts"));
  }

  @Test
  void externalFaultIsDetectedByErrorTypeWithoutEvaluationRequest() {
    // Given
    fails("x is undefined");

    // When
    List<LoopVerdict> verdicts =
        happens(
            new FailureReported(
                "API timeout: external service unavailable", "dependency", null, null, null));

    // Then
    assertThat(verdicts)
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.EXTERNAL_FAULT);
    assertThat(verdicts.get(0).getReason())
        .isEqualTo("External fault (dependency), no fault of the agent");
    assertThat(story.published()).noneMatch(ProgressEvaluationRequest.class::isInstance);
  }

  @Test
  void mutualRequestsWithoutProgressHaveTheSameThresholdAsOtherLoops() {
    // Given
    String request = "Can you review this authentication code?";
    var task = story.task("task1").byAgent("backend_dev");

    // When
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (int cycle = 0; cycle < 4; cycle++) {
      verdicts.addAll(
          task.publishesBody(new CollaborationRequested("security_expert", request)).verdicts());
      story
          .task("task1")
          .byAgent("security_expert")
          .publishesBody(new CollaborationAnswered("backend_dev", "Looks fine"));
    }

    // Then
    assertThat(verdicts)
        .extracting(LoopVerdict::getLoopType)
        .containsOnly(LoopType.COLLABORATION_LOOP)
        .hasSize(3);
    assertThat(story.published()).filteredOn(GateTrigger.class::isInstance).hasSize(1);
  }

  @Test
  void requestsInBothDirectionsBetweenTwoAgentsAreCountedTogether() {
    // Given
    Object request = new CollaborationRequested("security_expert", "Is the login safe?");
    Object requestBack = new CollaborationRequested("backend_dev", "Which login do you mean?");

    // When
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      verdicts.addAll(story.task("task1").byAgent("backend_dev").publishesBody(request).verdicts());
      verdicts.addAll(
          story.task("task1").byAgent("security_expert").publishesBody(requestBack).verdicts());
    }

    // Then
    assertThat(verdicts)
        .extracting(LoopVerdict::getLoopType)
        .containsOnly(LoopType.COLLABORATION_LOOP);
    assertThat(verdicts).extracting(LoopVerdict::getLoopCount).startsWith(1, 2, 3);
    assertThat(story.published())
        .filteredOn(GateTrigger.class::isInstance)
        .first()
        .satisfies(
            gate ->
                assertThat(((GateTrigger) gate).getReason())
                    .isEqualTo("Loop detected after 3 attempts"));
  }

  @Test
  void manyFailuresWithoutTestsAreReportedAndTestsAreRequested() {
    // Given
    List<LoopVerdict> verdicts = new ArrayList<>();

    // When
    for (String message : List.of("a is off", "b is off", "c is off", "d is off", "e is off")) {
      verdicts.addAll(fails("the module " + message));
    }

    // Then
    assertThat(verdicts)
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.getLoopType()).isEqualTo(LoopType.NO_MEASURABLE_PROGRESS);
              assertThat(verdict.getReason()).isEqualTo("No progress (judged by rules)");
              assertThat(verdict.getEvidence().get(1).getWhat())
                  .contains("5 different failures, and nothing got better");
              assertThat(verdict.getText()).contains("Create tests");
            });
  }

  @Test
  void createdFilesAreProgressAndNoEvaluationIsRequested() {
    // Given
    fails("x is undefined");
    happens(ProgressReported.newBuilder().setFilesCreated(2).build());

    // When
    fails("y is undefined");

    // Then
    assertThat(story.published()).noneMatch(ProgressEvaluationRequest.class::isInstance);
  }
}

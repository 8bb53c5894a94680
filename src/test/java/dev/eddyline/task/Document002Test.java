package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.Target;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Document 002's own examples, under its preset; each name tells the section. */
class Document002Test {

  private static final String TYPE_ERROR = "TypeError: cannot read property 'x' of undefined";

  private final Story story = Story.under("failures");

  @Test
  void doc002_testing_exactErrorMatchIncrementsCounter() {
    assertThat(story.task("task1").fails(TYPE_ERROR).records()).isEmpty();

    LoopVerdict second = story.task("task1").fails(TYPE_ERROR).verdict();

    assertThat(second.getLoopCount()).isEqualTo(1);
    assertThat(second.getAttempts()).isEqualTo(2);
    assertThat(second.getMatchKind()).isEqualTo(MatchKind.EXACT);
    assertThat(second.getReason()).isEqualTo("Exact error message match");
  }

  @Test
  void doc002_testing_gateTriggeredAfterThreeLoops() {
    story.task("task1").fails("Syntax error at line 42");
    story.task("task1").fails("Syntax error at line 42");

    Outputs third = story.task("task1").fails("Syntax error at line 42");

    assertThat(third.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(third.gate().getReason()).isEqualTo("Loop detected after 3 attempts");
    assertThat(third.verdict().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(third.verdict().getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void doc002_testing_counterResetsOnTaskCompletion() {
    story.task("task1").fails("Error");
    assertThat(story.task("task1").fails("Error").verdict().getAttempts()).isEqualTo(2);
    story.task("task1").completes();

    LoopVerdict newTask = story.task("task2").asking().fails("Error").verdict();

    assertThat(newTask.getLoopCount()).isZero();
  }

  @Test
  void doc002_loopDetectionService_withoutTheAttemptsRuleFourIdenticalFailuresOpenTheGate() {
    Story literal =
        Story.underYaml("identical_failure: {enabled: true}", "gate: {loops: 3, attempts: null}");
    IntStream.range(0, 3)
        .forEach(i -> assertThat(literal.task("task1").fails(TYPE_ERROR).gates()).isEmpty());

    Outputs fourth = literal.task("task1").fails(TYPE_ERROR);

    assertThat(fourth.verdict().getLoopCount()).isEqualTo(3);
    assertThat(fourth.verdict().getLimit()).isEqualTo(4);
    assertThat(fourth.gate().getReason()).isEqualTo("Loop detected after 3 attempts");
  }

  @Test
  void doc002_1_theSignatureKeepsMessageTypeLocationContextTimeAgentAndTask() {
    story
        .task("task1")
        .happens(
            new FailureReported(
                TYPE_ERROR, "runtime", "src/auth.ts:42", "at f (auth.ts:42)", null));

    FailureSignature kept = story.memory().failures("task1").getFailures().get(0);

    assertThat(kept.getErrorType()).isEqualTo("runtime");
    assertThat(kept.getLocation()).isEqualTo("src/auth.ts:42");
    assertThat(kept.getContext()).isNotZero();
    assertThat(kept.getFirstAt()).isEqualTo(Story.BEGIN.toEpochMilli());
    assertThat(kept.getAgents()).containsExactly("agent-1");
    assertThat(kept.getSeen().get(0).getWhat()).isEqualTo(TYPE_ERROR);
  }

  @Test
  void doc002_1_differentErrorsAreNoLoop() {
    assertThat(story.task("task1").fails("Error A").records()).isEmpty();
    assertThat(story.task("task1").fails("Error B").records()).isEmpty();
    assertThat(story.task("task1").fails("Error C").records()).isEmpty();
  }

  @Test
  void doc002_3_theLastTenDistinctFailuresAreRemembered() {
    IntStream.range(0, 11).forEach(i -> story.task("task1").fails("Error " + (char) ('A' + i)));

    assertThat(story.memory().failures("task1").getFailures()).hasSize(10);
    assertThat(story.task("task1").fails("Error B").verdict().getAttempts()).isEqualTo(2);
    assertThat(story.task("task1").fails("Error A").records()).isEmpty();
  }

  @Test
  void doc002_3_aTaskWithoutAnEventForADayIsCollected() {
    story.task("task1").fails(TYPE_ERROR);
    story.task("task1").fails(TYPE_ERROR);
    story.after(Duration.ofHours(25));

    assertThat(story.task("task1").fails(TYPE_ERROR).records()).isEmpty();
  }

  @Test
  void doc002_testing_collaborationLoopDetection() {
    assertThat(asks("Can you review this authentication code?").records()).isEmpty();

    LoopVerdict second = asks("Can you review this auth code again?").verdict();

    assertThat(second.getLoopType()).isEqualTo(LoopType.COLLABORATION_LOOP);
    assertThat(second.getLoopCount()).isEqualTo(1);
    assertThat(second.getReason()).isEqualTo("Repeated collaboration request");
    assertThat(second.getMeasured()).isGreaterThan(0.85);
    assertThat(second.getLimit()).isEqualTo(0.85);
    assertThat(second.getMatchKind()).isNull();
    assertThat(second.getAgents()).containsExactly("backend_dev", "security_expert");
    assertThat(second.getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(second.getText())
        .isEqualTo(
            "Repeated collaboration request (attempt 2): \"Can you review this auth code again?\"."
                + " Do not ask the same again: use the answer, or change the approach.");
  }

  @Test
  void doc002_4_anotherRequestAboutTheSameCodeIsNoLoop() {
    asks("Can you review this authentication code?");

    assertThat(asks("Can you write unit tests for this authentication code?").records()).isEmpty();
  }

  @Test
  void doc002_4_theThirdRepeatOfASimilarRequestIsLoop3AndOpensTheGate() {
    asks("Can you review this authentication code?");
    answers();
    assertThat(asks("Can you review this auth code again?").verdict().getLoopCount()).isEqualTo(1);
    answers();
    assertThat(asks("Please review this authentication code").verdict().getLoopCount())
        .isEqualTo(2);
    answers();

    Outputs fourth = asks("Could you review the auth code once more?");

    assertThat(fourth.verdict().getLoopCount()).isEqualTo(3);
    assertThat(fourth.verdict().getAttempts()).isEqualTo(4);
    assertThat(fourth.verdict().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(fourth.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(fourth.gate().getReason()).isEqualTo("Loop detected after 3 attempts");
  }

  @Test
  void doc002_4_whereAnswersArePublishedOnlyAnAnsweredRequestIsRepeated() {
    asks("Can you review this authentication code?");
    answers();
    asks("Can you review this authentication code?");

    assertThat(asks("Can you review this authentication code?").records()).isEmpty();
  }

  @Test
  void doc002_5_progressBetweenTwoRequestsIsNoLoop() {
    asks("Can you review this authentication code?");
    story.task("task1").happens(new ProgressReported(10, 4, 60.0, null, null, null, null));
    asks("Can you review this authentication code?");
    story.task("task1").happens(new ProgressReported(10, 2, 75.0, null, null, null, null));

    LoopVerdict third =
        story
            .task("task1")
            .by("backend_dev")
            .asking()
            .happens(
                new CollaborationRequested(
                    "security_expert", "Can you review this authentication code?"))
            .verdict();

    assertThat(third.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(third.getReason()).isEqualTo("Test metrics show improvement");
    assertThat(asks("Can you review this authentication code?").verdict().getAttempts())
        .isEqualTo(2);
  }

  @Test
  void doc002_6_aResetForgetsTheCollaborations() {
    asks("Can you review this authentication code?");
    story.task("task1").decides(Decision.APPROVE);

    assertThat(asks("Can you review this authentication code?").verdicts()).isEmpty();
  }

  private Outputs asks(String request) {
    return story
        .task("task1")
        .by("backend_dev")
        .happens(new CollaborationRequested("security_expert", request));
  }

  private void answers() {
    story
        .task("task1")
        .by("security_expert")
        .happens(new CollaborationAnswered("backend_dev", "Use a constant-time comparison"));
  }

  @Test
  void doc002_6_afterTheDecisionTheOtherAgentStartsFresh() {
    IntStream.range(0, 3).forEach(i -> story.task("task1").by("agent-a").fails(TYPE_ERROR));

    Outputs decided = story.task("task1").decides(Decision.APPROVE_OTHER_AGENT);

    assertThat(decided.reset().getReason()).isEqualTo("Human intervention");
    assertThat(story.task("task1").by("agent-b").fails(TYPE_ERROR).records()).isEmpty();
    assertThat(story.task("task1").by("agent-b").fails(TYPE_ERROR).verdict().getLoopCount())
        .isEqualTo(1);
  }

  @Test
  void doc002_6_aChangeOfAgentWithoutADecisionKeepsTheCount() {
    story.task("task1").by("agent-a").fails(TYPE_ERROR);
    story.task("task1").by("agent-a").fails(TYPE_ERROR);

    GateTrigger gate = story.task("task1").by("agent-b").fails(TYPE_ERROR).gate();

    assertThat(gate.getState()).isEqualTo(GateState.OPENED);
    assertThat(gate.getReason()).isEqualTo("Loop detected after 3 attempts");
    assertThat(gate.getAgentId()).isEqualTo("agent-b");
  }

  @Test
  void doc002_6_aNewTaskHasItsOwnCounterEvenWithTheSameAgent() {
    IntStream.range(0, 2).forEach(i -> story.task("task1").by("agent-a").fails(TYPE_ERROR));

    assertThat(story.task("task2").by("agent-a").fails(TYPE_ERROR).records()).isEmpty();
  }

  @Test
  void doc002_6_subtasksInheritTheParentsCounter() {
    story.task("sub1").under("task1").fails("Error A");
    story.task("sub1").under("task1").fails("Error A");
    story.task("sub1").under("task1").completes();
    story.task("sub2").under("task1").fails("Error B");

    LoopVerdict verdict = story.task("sub2").under("task1").fails("Error B").verdict();

    assertThat(verdict.getLoopCount()).isEqualTo(2);
  }

  @Test
  void doc002_orchestratorIntegration_aLoopBelowTheThresholdAsksForAnotherApproach() {
    story.task("task1").fails(TYPE_ERROR);

    LoopVerdict second = story.task("task1").fails(TYPE_ERROR).verdict();

    assertThat(second.getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(second.getText()).contains("change the approach");
  }

  @Test
  void doc002_monitoring_aResetTellsTheReasonAndThePreviousCount() {
    IntStream.range(0, 3).forEach(i -> story.task("task1").fails(TYPE_ERROR));

    Outputs done = story.task("task1").completes();

    assertThat(done.reset().getReason()).isEqualTo("Task completed successfully");
    assertThat(done.reset().getPreviousCount()).isEqualTo(2);
  }

  @Test
  void doc002_testing_improvedCoverageNotCountedAsLoop() {
    reports(null, null, 60.0);
    story.task("task1").fails("Test failed: expected 5, got 3");
    reports(null, null, 75.0);

    LoopVerdict again =
        story.task("task1").asking().fails("Test failed: expected 5, got 3").verdict();

    assertThat(again.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(again.getReason()).isEqualTo("Test metrics show improvement");
  }

  @Test
  void doc002_testing_orchestratorDetectsRegressiveProgress() {
    assertThat(story.task("task1").fails("1 test failing").records()).isEmpty();
    assertThat(story.task("task1").fails("3 tests failing").records()).isEmpty();
    assertThat(story.task("task1").fails("5 tests failing").records()).isEmpty();

    LoopVerdict worse = story.task("task1").fails("8 tests failing").verdict();

    assertThat(worse.getLoopType()).isEqualTo(LoopType.REGRESSIVE_PROGRESS);
    assertThat(worse.getLoopCount()).isEqualTo(1);
    assertThat(worse.getReason().toLowerCase(Locale.ROOT)).contains("moving away from goal");
  }

  @Test
  void doc002_testing_externalDependencyFailureNotCounted() {
    String message = "API timeout: external service unavailable";

    for (int attempt = 1; attempt <= 4; attempt++) {
      Outputs failed =
          story.task("task1").happens(new FailureReported(message, "dependency", null, null, null));

      assertThat(failed.verdict().getLoopType()).isEqualTo(LoopType.EXTERNAL_FAULT);
      assertThat(failed.verdict().getLoopCount()).isZero();
      assertThat(failed.gates()).isEmpty();
    }
  }

  @Test
  void doc002_5_intermittentFailuresAreRetriedWithBackOffAndEscalateWhenTheyPersist() {
    assertThat(external("Connection refused").getText()).contains("Wait 30 s");
    assertThat(external("503 Service Unavailable").getText()).contains("Wait 1 min");
    assertThat(external("Could not resolve host: api.example.com").getText())
        .contains("Wait 2 min");
    assertThat(external("Connection reset by peer").getAction()).isEqualTo(Action.WAIT_AND_RETRY);

    LoopVerdict fifth = external("502 Bad Gateway");

    assertThat(fifth.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(fifth.getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void doc002_5_progressiveDegradationCountsThoughTheErrorsDifferAndSuggestsToRollBack() {
    reports(20, 1, null);
    story.task("task1").fails("Error A");
    reports(20, 3, null);
    story.task("task1").fails("Error B");
    reports(20, 5, null);
    story.task("task1").fails("Error C");

    LoopVerdict worse = reports(20, 8, null).verdict();

    assertThat(worse.getLoopCount()).isEqualTo(1);
    assertThat(worse.getText()).contains("Roll back", "different approach");
  }

  @Test
  void doc002_2_noTestsAndNoMarkersAreAProblemAndTestsAreAskedFor() {
    story.task("task1").happens(new ProgressReported(0, null, null, 0, 0, 0, 0));
    for (char error = 'A'; error < 'E'; error++) {
      assertThat(story.task("task1").fails("Error " + error).records()).isEmpty();
    }

    LoopVerdict fifth = story.task("task1").fails("Error E").verdict();

    assertThat(fifth.getLoopType()).isEqualTo(LoopType.NO_MEASURABLE_PROGRESS);
    assertThat(fifth.getText()).contains("Create tests");
  }

  private LoopVerdict external(String message) {
    return story.task("task1").fails(message).verdict();
  }

  private Outputs reports(Integer total, Integer failed, Double coverage) {
    return story
        .task("task1")
        .happens(new ProgressReported(total, failed, coverage, null, null, null, null));
  }
}

package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Faults of external dependencies of an agent. */
class ExternalFaultTest {

  private static final String DOWN = "503 Server Error: Service Unavailable for url: https://a.com";

  private final EngineScenario story = EngineScenario.under("failures");

  @Test
  void aFaultIsReportedAndNotCounted() {
    LoopVerdict verdict = story.task("T1").fails(DOWN).verdict();

    assertThat(verdict.getLoopType()).isEqualTo(LoopType.EXTERNAL_FAULT);
    assertThat(verdict.getLoopCount()).isZero();
    assertThat(verdict.getAttempts()).isEqualTo(1);
    assertThat(verdict.getMeasured()).isEqualTo(1);
    assertThat(verdict.getLimit()).isEqualTo(5);
    assertThat(verdict.getAction()).isEqualTo(Action.WAIT_AND_RETRY);
    assertThat(verdict.getTarget()).isNull();
    assertThat(verdict.getText()).contains(DOWN, "Wait 30 s, then try again");
    assertThat(verdict.getReason()).contains("External fault (dependency)");
    assertThat(verdict.getEvidence()).extracting(Evidence::getEventId).containsExactly("e1");
    assertThat(verdict.getGateId()).isNull();
  }

  @Test
  void backOffDoublesWithEachConsecutiveFaultUpToTheMaximum() {
    EngineScenario scenario = EngineScenario.underYaml("external_fault: {after: 100}");
    List<String> waits = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      String text = scenario.task("T1").fails(DOWN).verdict().getText();
      waits.add(text.substring(text.indexOf("Wait ") + 5, text.indexOf(", then")));
    }

    assertThat(waits)
        .containsExactly("30 s", "1 min", "2 min", "4 min", "8 min", "15 min", "15 min");
  }

  @Test
  void theFifthConsecutiveFaultOpensAGate() {
    // Given
    IntStream.range(0, 4).forEach(i -> assertThat(story.task("T1").fails(DOWN).gates()).isEmpty());

    // When
    Outputs fifth = story.task("T1").fails(DOWN);

    // Then
    assertThat(fifth.verdict().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(fifth.verdict().getTarget()).isEqualTo(Target.USER);
    assertThat(fifth.verdict().getText()).contains("a person must see to what is not available");
    assertThat(fifth.verdict().getLoopCount()).isZero();
    assertThat(fifth.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(fifth.gate().getReason())
        .isEqualTo("Dependency unavailable 5 times in a row: " + DOWN);
    assertThat(fifth.gate().getLoopType()).isEqualTo(LoopType.EXTERNAL_FAULT);
    assertThat(fifth.verdict().getGateId()).isEqualTo(fifth.gate().getGateId());
    assertThat(story.task("T1").fails(DOWN).gate().getState()).isEqualTo(GateState.UPDATED);
  }

  @Test
  void theGateReasonCountsTheFaultsOfThePolicysLimit() {
    EngineScenario two = EngineScenario.underYaml("external_fault: {after: 2}");
    two.task("T1").fails("api.example.com answered 503");

    assertThat(two.task("T1").fails("quota exceeded at api.example.com").gate().getReason())
        .isEqualTo("Dependency unavailable 2 times in a row: quota exceeded at api.example.com");
  }

  @Test
  void aDecisionStartsTheSeriesAgain() {
    IntStream.range(0, 5).forEach(i -> story.task("T1").fails(DOWN));
    story.task("T1").decides(Decision.APPROVE);

    assertThat(story.task("T1").fails(DOWN).verdict().getAttempts()).isEqualTo(1);
  }

  @Test
  void atAnOpenGateOfAnotherLoopAFaultIsReportedAndLeavesTheGateAsItIs() {
    IntStream.range(0, 3).forEach(i -> story.task("T1").fails("Error A"));

    Outputs fault = story.task("T1").fails(DOWN);

    assertThat(fault.verdict().getAction()).isEqualTo(Action.WAIT_AND_RETRY);
    assertThat(fault.verdict().getLoopCount()).isEqualTo(2);
    assertThat(fault.verdict().getGateId()).isNotNull();
    assertThat(fault.gates()).isEmpty();
  }

  @Test
  void whereAPersonRejectedTheTaskAFaultIsAnsweredWithThat() {
    story.task("T1").decides(Decision.REJECT);

    Outputs fault = story.task("T1").fails(DOWN);

    assertThat(fault.verdict().getAction()).isEqualTo(Action.ABORT);
    assertThat(fault.gates()).isEmpty();
  }

  @Test
  void aRequestedReplyToAnExternalFaultIsTheFaultVerdictOnly() {
    assertThat(story.task("T1").requestingReply().fails(DOWN).verdict().getLoopType())
        .isEqualTo(LoopType.EXTERNAL_FAULT);
  }

  @Test
  void faultsOfAllKindsFormOneSeries() {
    reports("Connection refused", "network");
    reports("slow down", "rate_limit");

    LoopVerdict third = reports("who are you", "authentication");

    assertThat(third.getAttempts()).isEqualTo(3);
    assertThat(third.getReason()).contains("(authentication)");
  }

  @Test
  void anotherFailureEndsTheSeries() {
    story.task("T1").fails(DOWN);
    story.task("T1").fails("TypeError: x");

    assertThat(story.task("T1").fails(DOWN).verdict().getAttempts()).isEqualTo(1);
  }

  @Test
  void progressEndsTheSeries() {
    story.task("T1").fails(DOWN);
    story.task("T1").publishesBody(new ProgressReported(null, null, null, 1, null, null, null));

    assertThat(story.task("T1").fails(DOWN).verdict().getAttempts()).isEqualTo(1);
  }

  @Test
  void aSuccessOfTheToolThatHadTheFaultEndsTheSeriesAndThatOfAnotherDoesNot() {
    story.task("T1").returnsError("c1", "search", DOWN);
    story.task("T1").returns("c2", "ls", "a b");
    assertThat(story.task("T1").returnsError("c3", "search", DOWN).verdict().getAttempts())
        .isEqualTo(2);

    story.task("T1").returns("c4", "search", "found");

    assertThat(story.task("T1").returnsError("c5", "search", DOWN).verdict().getAttempts())
        .isEqualTo(1);
  }

  @Test
  void aSeriesEndsAfterTheWindow() {
    EngineScenario brief = EngineScenario.underYaml("external_fault: {window: 10m}");
    brief.task("T1").fails(DOWN);
    assertThat(
            brief.advanceTime(Duration.ofMinutes(9)).task("T1").fails(DOWN).verdict().getAttempts())
        .isEqualTo(2);

    assertThat(
            brief
                .advanceTime(Duration.ofMinutes(11))
                .task("T1")
                .fails(DOWN)
                .verdict()
                .getAttempts())
        .isEqualTo(1);
  }

  @Test
  void equalFaultsAreNeitherIdenticalFailuresNorRepeatedActions() {
    EngineScenario ordinary = EngineScenario.under("default");
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ordinary.task("T1").calls("c" + i, "fetch", "https://a.com");
      verdicts.addAll(ordinary.task("T1").returnsError("c" + i, "fetch", DOWN).verdicts());
      ordinary.advanceTime(Duration.ofHours(1));
    }

    assertThat(verdicts)
        .hasSize(4)
        .allSatisfy(
            verdict -> {
              assertThat(verdict.getTrips()).containsExactly(LoopType.EXTERNAL_FAULT);
              assertThat(verdict.getLoopCount()).isZero();
            });
  }

  @Test
  void untilTheWaitEndsTheTaskCountsAsWaiting() {
    EngineScenario ordinary = EngineScenario.under("default");
    ordinary.task("T1").fails(DOWN);

    List<LoopVerdict> within = polls(ordinary, 10);
    ordinary.advanceTime(Duration.ofSeconds(30));
    List<LoopVerdict> beyond = polls(ordinary, 4);

    assertThat(within).isEmpty();
    assertThat(beyond)
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.REPEATED_ACTION);
  }

  @Test
  void aLongerWaitThatWasDeclaredStays() {
    story.task("T1").publishesBody(new dev.eddyline.schema.WaitingStarted("build", null, true));
    long declared = story.memory().taskState("T1").getWaitingUntil();

    story.task("T1").fails(DOWN);

    assertThat(story.memory().taskState("T1").getWaitingUntil()).isEqualTo(declared);
  }

  @Test
  void subtaskExternalFaultIsPublishedForItsRoot_andSubtaskBacksOff() {
    for (int i = 0; i < 4; i++) {
      LoopVerdict subtaskVerdict = story.task("sub").belowRoot("T1").fails(DOWN).verdict();
      assertThat(subtaskVerdict.getRootTaskId()).isEqualTo("T1");
      assertThat(subtaskVerdict.getAction()).isEqualTo(Action.WAIT_AND_RETRY);
      assertThat(subtaskVerdict.getLoopCount()).isZero();
    }
    assertThat(story.memory().taskState("sub").getWaitingUntil())
        .isGreaterThan(story.now().toEpochMilli());

    assertThat(story.task("sub").belowRoot("T1").fails(DOWN).gate().getReason())
        .isEqualTo("Dependency unavailable 5 times in a row: " + DOWN);
  }

  @Test
  void whereTheRuleIsOffAFaultIsAFailureLikeAnyOther() {
    EngineScenario off = EngineScenario.underYaml("identical_failure: {enabled: true}");
    off.task("T1").fails(DOWN);

    assertThat(off.task("T1").fails(DOWN).verdict().getLoopType())
        .isEqualTo(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void anErrorTypeThatIsNoneOfTheFourIsTheAgentsOwn() {
    story.task("T1").publishesBody(new FailureReported(DOWN, "runtime", null, null, null));

    LoopVerdict second =
        story
            .task("T1")
            .publishesBody(new FailureReported(DOWN, "runtime", null, null, null))
            .verdict();

    assertThat(second.getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void theResultOfATransportRetryIsNoFurtherFault() {
    story.task("T1").calls("c1", "fetch", "x");
    story.task("T1").returnsError("c1", "fetch", DOWN);
    story.task("T1").retries("c2", "fetch", "x", "c1");

    assertThat(story.task("T1").returnsError("c2", "fetch", DOWN).records()).isEmpty();
  }

  private LoopVerdict reports(String message, String errorType) {
    return story
        .task("T1")
        .publishesBody(new FailureReported(message, errorType, null, null, null))
        .verdict();
  }

  private static List<LoopVerdict> polls(EngineScenario story, int times) {
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      String id = "poll " + story.now();
      story.task("T1").calls(id, "status", "{}");
      verdicts.addAll(story.task("T1").returns(id, "status", "3 jobs").verdicts());
    }
    return verdicts;
  }
}

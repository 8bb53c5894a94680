package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A failure that a fresh subtask repeats from an earlier one is a loop of their root. */
class RepeatsAcrossSubtasksTest {

  private EngineScenario story = EngineScenario.under("failures");

  private TaskScript<Outputs> subtask(String name) {
    return story.task("R." + name).belowRoot("R");
  }

  @ParameterizedTest
  @ValueSource(strings = {"failures", "default"})
  void freshSubtasksThatFailAlikeOpenTheGateAtTheThirdAttempt(String preset) {
    story = EngineScenario.under(preset);

    Outputs first = subtask("0").fails("Build failed: no space left on device");
    Outputs second = subtask("1").fails("Build failed: no space left on device");
    Outputs third = subtask("2").fails("Build failed: no space left on device");

    assertThat(first.recordsWithoutSignals()).isEmpty();
    LoopVerdict verdict = second.verdict();
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(verdict.getReason()).isEqualTo("Exact error message match in an earlier subtask");
    assertThat(verdict.getTaskId()).isEqualTo("R.1");
    assertThat(verdict.getRootTaskId()).isEqualTo("R");
    assertThat(verdict.getLoopCount()).isEqualTo(1);
    assertThat(verdict.getAttempts()).isEqualTo(2);
    assertThat(second.gates()).isEmpty();
    GateTrigger gate = third.gate();
    assertThat(gate.getReason()).isEqualTo("Loop detected after 3 attempts");
    assertThat(gate.getLoopCount()).isEqualTo(2);
    assertThat(third.verdict().getLoopId()).isEqualTo(verdict.getLoopId());
  }

  @Test
  void evidenceNamesTheEventsOfAllSubtasks() {
    subtask("0").fails("boom");
    subtask("1").fails("boom");

    LoopVerdict verdict = subtask("2").fails("boom").verdict();

    assertThat(verdict.getEvidence()).extracting(Evidence::getOffset).containsExactly(0L, 1L, 2L);
    assertThat(verdict.getEvidence())
        .extracting(Evidence::getWhat)
        .containsExactly(
            "an equal failure of an earlier subtask",
            "an equal failure of an earlier subtask",
            "boom");
    assertThat(verdict.getFirstEventId()).isEqualTo("e1");
  }

  @Test
  void theRootStoresNoTextOfItsSubtasks() {
    subtask("0").fails("boom at alice@example.org");
    subtask("1").fails("boom at alice@example.org");

    FailureHistory history = story.failureHistory("R");

    assertThat(history.getOfSubtasks()).hasSize(2);
    assertThat(history.toString()).doesNotContain("boom");
  }

  @Test
  void parallelSubtasksWithOneCauseAreNoLoop() {
    subtask("0").starts("Build the client");
    subtask("1").starts("Build the server");
    subtask("2").starts("Build the docs");

    assertThat(subtask("0").fails("boom").recordsWithoutSignals()).isEmpty();
    assertThat(subtask("1").fails("boom").recordsWithoutSignals()).isEmpty();
    assertThat(subtask("2").fails("boom").recordsWithoutSignals()).isEmpty();
  }

  @Test
  void eachRoundOfParallelSubtasksIsOneAttempt() {
    int[] loops = new int[3];
    for (int round = 0; round < 3; round++) {
      for (int member = 0; member < 3; member++) {
        subtask(round + "." + member).starts("Build part " + member);
      }
      for (int member = 0; member < 3; member++) {
        loops[round] += subtask(round + "." + member).fails("boom").verdicts().size();
      }
    }

    assertThat(loops).containsExactly(0, 1, 1);
  }

  @Test
  void eventsAtOneTimeAreOrderedByTheirOffsets() {
    TaskScript<Outputs> first = subtask("0").at(EngineScenario.BEGIN);
    TaskScript<Outputs> parallel = subtask("1").at(EngineScenario.BEGIN);
    TaskScript<Outputs> fresh = subtask("2").at(EngineScenario.BEGIN);
    first.starts("Build the client");
    parallel.starts("Build the server");

    first.fails("boom");

    assertThat(parallel.fails("boom").verdicts()).isEmpty();
    assertThat(fresh.fails("boom").verdict().getAttempts()).isEqualTo(2);
  }

  @Test
  void anEventCountsOnceWhoeverFindsTheLoop() {
    subtask("0").fails("boom");
    subtask("1").fails("boom");

    LoopVerdict own = subtask("1").fails("boom").verdict();

    assertThat(own.getLoopCount()).isEqualTo(2);
    assertThat(own.getAttempts()).isEqualTo(3);
    assertThat(subtask("2").fails("boom").verdict().getLoopCount()).isEqualTo(3);
    assertThat(subtask("2").fails("boom").verdict().getAttempts()).isEqualTo(5);
  }

  @Test
  void aSubtaskThatSucceedsTakesItsFailuresAlong() {
    subtask("0").fails("boom");
    subtask("0").completes();

    assertThat(subtask("1").fails("boom").verdicts()).isEmpty();
    assertThat(subtask("2").fails("boom").verdict().getAttempts()).isEqualTo(2);
  }

  @Test
  void theOthersFailuresStay_whoeverSucceeds() {
    subtask("0").starts("Build the client");
    subtask("1").starts("Build the server");
    subtask("0").fails("boom");
    subtask("1").fails("boom");
    subtask("0").completes();

    assertThat(subtask("2").fails("boom").verdict().getAttempts()).isEqualTo(2);
    subtask("2").completes();
    assertThat(subtask("3").fails("boom").verdict().getAttempts()).isEqualTo(2);
  }

  @Test
  void betterTestsOfAFreshSubtaskForgive() {
    subtask("0").fails("boom");
    subtask("1").publishesBody(tests(5));
    subtask("1").publishesBody(tests(3));

    assertThat(subtask("1").fails("boom").verdicts()).isEmpty();
    assertThat(subtask("2").fails("boom").verdict().getAttempts()).isEqualTo(2);
  }

  private static ProgressReported tests(int failed) {
    return ProgressReported.newBuilder().setTestsTotal(10).setTestsFailed(failed).build();
  }

  @Test
  void aLaterRepeatOfTheFirstSubtaskDoesNotHideThatAnotherStartedAfterItsFailure() {
    subtask("0").fails("boom");
    subtask("1").starts("Build it");
    subtask("0").fails("boom");

    assertThat(subtask("1").fails("boom").verdict().getAttempts()).isEqualTo(3);
  }

  @Test
  void theWindowBeginsAtTheNewestRepeat() {
    subtask("0").fails("boom");
    story.advanceTime(Duration.ofHours(20));
    subtask("0").fails("boom");
    story.advanceTime(Duration.ofHours(5));

    assertThat(subtask("1").fails("boom").verdict().getAttempts()).isEqualTo(3);
  }

  @Test
  void aReplyNamesTheReasonOfForgiveness() {
    subtask("0").publishesBody(tests(5));
    subtask("0").fails("boom");
    subtask("0").publishesBody(tests(3));

    assertThat(subtask("0").requestingReply().fails("boom").verdict().getReason())
        .isEqualTo("Test metrics show improvement");
  }

  @Test
  void aSubtaskThatEndsWithoutSuccessLeavesThemBehind() {
    subtask("0").fails("boom");
    subtask("0").ends("failure");

    assertThat(subtask("1").fails("boom").verdict().getAttempts()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"failures", "default"})
  void progressAfterAFailureForgivesIt(String preset) {
    story = EngineScenario.under(preset);
    subtask("0").fails("boom");
    subtask("0").publishesBody(ProgressReported.newBuilder().setFilesCreated(2).build());

    assertThat(subtask("1").fails("boom").verdicts()).isEmpty();
  }

  @Test
  void progressOfTheRootForgives() {
    subtask("0").fails("boom");
    story.task("R").publishesBody(ProgressReported.newBuilder().setSubtasksCompleted(1).build());

    assertThat(subtask("1").fails("boom").verdicts()).isEmpty();
    assertThat(subtask("2").fails("boom").verdict().getAttempts()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"approve", "success"})
  void aResetOfTheRootClearsThem(String reset) {
    subtask("0").fails("boom");
    subtask("1").fails("boom");
    if (reset.equals("approve")) {
      story.task("R").decides(Decision.APPROVE);
    } else {
      story.task("R").completes();
    }

    assertThat(subtask("2").fails("boom").verdicts()).isEmpty();
    assertThat(subtask("3").fails("boom").verdict().getLoopCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Error: expected 4 but was 5 | Error: expected 4 but was 6 | 0",
        "main.go:10:2: undefined: x | main.go:11:2: undefined: x | 0",
        "Missing file a.txt | Missing file b.txt | 0",
        "Timed out after 31 s (request req_8f3a91c2) | Timed out after 35 s (request req_77aa01f0) | 1",
      })
  void subtasksAreComparedAsFailuresOfOneTaskAre(String first, String second, int loops) {
    subtask("0").fails(first);

    assertThat(subtask("1").fails(second).verdicts()).hasSize(loops);
  }

  @Test
  void failuresOfOtherRootsAndOfTheRootItselfDoNotCount() {
    story.task("S.0").belowRoot("S").fails("boom");
    story.task("R").fails("boom");

    assertThat(subtask("1").fails("boom").verdicts()).isEmpty();
  }

  @Test
  void aFailureOlderThanTheWindowDoesNotCount() {
    subtask("0").fails("boom");
    story.advanceTime(Duration.ofHours(12));
    story.task("R").starts("Build it");
    story.advanceTime(Duration.ofHours(13));

    assertThat(subtask("1").fails("boom").verdicts()).isEmpty();
  }

  @Test
  void toolErrorsOfSubtasksAreOrdinaryInTheDefaultPolicy() {
    assertThat(verdictsOnToolErrors("failures")).isEqualTo(1);
    assertThat(verdictsOnToolErrors("default")).isZero();
  }

  private int verdictsOnToolErrors(String preset) {
    story = EngineScenario.under(preset);
    subtask("0").calls("c1", "read", "{\"path\": \"notes.md\"}");
    subtask("0").returnsError("c1", "read", "no such file: notes.md");
    subtask("1").calls("c2", "read", "{\"path\": \"notes.md\"}");
    return subtask("1").returnsError("c2", "read", "no such file: notes.md").verdicts().size();
  }

  @Test
  void aRequestedReplyIsTheRootsVerdict() {
    LoopVerdict first = subtask("0").requestingReply().fails("boom").verdict();
    LoopVerdict second = subtask("1").requestingReply().fails("boom").verdict();

    assertThat(first.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(second.getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(second.getAction()).isEqualTo(Action.RETRY_WITH_HINT);
  }

  @Test
  void theCostIsThatOfAllSubtasksSinceTheFirstFailure() {
    subtask("0").costing(1_000, 1.0).starts("Build it");
    subtask("0").costing(10, 0.5).fails("boom");
    subtask("1").costing(200, 0.25).starts("Build it");
    subtask("1").costing(10, 0.5).fails("boom");
    subtask("2").costing(3_000, 2.0).starts("Build it");

    LoopVerdict verdict = subtask("2").costing(10, 0.5).fails("boom").verdict();

    assertThat(verdict.getLoopCost().getTokens()).isEqualTo(10 + 210 + 3_010);
    assertThat(verdict.getLoopCost().getCostUsd()).isEqualTo(0.5 + 0.75 + 2.5);
  }

  @Test
  void aShadowPolicyCountsThemApart() {
    story = EngineScenario.underYaml("mode: shadow", "identical_failure: {enabled: true}");
    subtask("0").fails("boom");

    LoopVerdict verdict = subtask("1").fails("boom").verdict();

    assertThat(verdict.getShadow()).isTrue();
    assertThat(verdict.getLoopCount()).isEqualTo(1);
  }
}

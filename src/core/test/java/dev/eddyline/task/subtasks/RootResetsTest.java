package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A root's resets and rejections reach its subtasks wherever they are at home. */
class RootResetsTest extends ThreePartitionsFixture {

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"REJECT", "UNKNOWN"})
  void rootDecisionClearsTheHistoriesOfAllSubtasks(Decision decision) {
    // Given
    failTwice(first);
    second.fails("Error B");
    three.deliver();

    // When
    root.decides(decision);
    three.deliver();
    first.fails("Error A");
    second.fails("Error B");
    three.deliver();

    // Then
    assertThat(verdicts()).isEqualTo(1);
    failTwice(first);
    assertThat(lastCount()).isEqualTo(2);
  }

  @Test
  void aDecisionClearsTheHistoriesOfASubtaskOnce() {
    // Given
    second.fails("Error B");
    three.deliver();
    root.decides(Decision.APPROVE);
    three.deliver();

    // When
    failTwice(second);

    // Then
    assertThat(lastCount()).isEqualTo(1);
  }

  @Test
  void rootDecisionClearsSubtaskHistories_evenIfRootCompletesAfterwards() {
    // Given
    second.fails("Error B");
    three.deliver();

    // When
    root.decides(Decision.APPROVE);
    root.completes();
    three.deliver();
    second.fails("Error B");
    three.deliver();

    // Then
    assertThat(verdicts()).isZero();
  }

  @Test
  void rootCompletionKeepsSubtaskHistories_andTheirNextLoopCountsAsFirst() {
    // Given
    failTwice(first);
    second.fails("Error B");
    three.deliver();

    // When
    root.completes();
    three.deliver();
    second.fails("Error B");
    three.deliver();

    // Then
    assertThat(three.published(LoopReset.class)).hasSize(1);
    assertThat(verdicts()).isEqualTo(2);
    assertThat(lastCount()).isEqualTo(1);
  }

  @Test
  void aRejectionLeavesThem() {
    // Given
    second.fails("Error B");
    three.deliver();

    // When
    root.decides(Decision.REJECT);
    three.deliver();
    second.fails("Error B");
    three.deliver();

    // Then
    LoopVerdict verdict = three.published(LoopVerdict.class).get(0);
    assertThat(verdict.getLoopCount()).isEqualTo(1);
    assertThat(verdict.getAction()).isEqualTo(Action.ABORT);
  }

  @Test
  void whatASubtaskProposesWhileTheRootsGateIsOpenIsAnsweredWithTheGate() {
    // Given
    openGate();
    String gateId = three.published(GateTrigger.class).get(0).getGateId();

    // When
    LoopVerdict replyAtGate = verdict(second.proposes("next"));
    root.decides(Decision.APPROVE, gateId, "go on");
    three.deliver();
    LoopVerdict free = verdict(second.proposes("next"));

    // Then
    assertThat(replyAtGate.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(replyAtGate.getTarget()).isEqualTo(Target.USER);
    assertThat(replyAtGate.getGateId()).isEqualTo(gateId);
    assertThat(replyAtGate.getText()).contains("open gate");
    assertThat(replyAtGate.getRootTaskId()).isEqualTo("R0");
    assertThat(free.getAction()).isEqualTo(Action.CONTINUE);
    assertThat(free.getGateId()).isNull();
  }

  @Test
  void afterARejectionTheReplyIsAbort_andContinueOnceItIsRevoked() {
    // Given
    second.enters("a");
    three.deliver();

    // When
    root.decides(Decision.REJECT);
    three.deliver();
    LoopVerdict rejected = verdict(second.proposes("next"));
    root.decides(Decision.APPROVE);
    three.deliver();

    // Then
    assertThat(rejected.getAction()).isEqualTo(Action.ABORT);
    assertThat(verdict(second.proposes("next")).getAction()).isEqualTo(Action.CONTINUE);
  }

  @ParameterizedTest
  @CsvSource({"success, 1", "Success, 1", "SUCCESS, 1", "sUccess, 1", "successful, 0", "failed, 0"})
  void anOutcomeOfSuccessInAnyLetterCaseResetsTheCounter(String outcome, int resets) {
    EngineScenario scenario = EngineScenario.under("failures");
    scenario.task("T9").fails("boom");
    scenario.task("T9").fails("boom");

    assertThat(scenario.task("T9").ends(outcome).resets()).hasSize(resets);
  }
}

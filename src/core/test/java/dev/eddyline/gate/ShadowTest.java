package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A policy that only watches counts apart and holds nothing up (specification, section 3). */
class ShadowTest {

  private static final String RULES = "\nidentical_failure: {enabled: true}\ngate: {window: 24h}";

  private final EngineScenario story =
      EngineScenario.under(
          new Policies(
              Map.of("tried", PolicyReader.read("tried", "name: tried\nmode: shadow" + RULES)),
              PolicyReader.read("live", "name: live" + RULES)));
  private final TaskScript<Outputs> live = story.task("T").inWorkflow("build");
  private final TaskScript<Outputs> shadow = story.task("T").inWorkflow("tried");

  private static Outputs fails(TaskScript<Outputs> task, String message, int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      last = task.fails(message);
    }
    return last;
  }

  @Test
  void shadowVerdictsAreMarkedAndContainTheActionOfALivePolicy() {
    LoopVerdict second = fails(shadow, "Error A", 2).verdict();
    Outputs third = fails(shadow, "Error A", 1);

    assertThat(second.getShadow()).isTrue();
    assertThat(second.getPolicy()).isEqualTo("tried");
    assertThat(second.getLoopCount()).isEqualTo(1);
    assertThat(second.getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(third.verdict().getShadow()).isTrue();
    assertThat(third.verdict().getLoopCount()).isEqualTo(2);
    assertThat(third.verdict().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(third.verdict().getTarget()).isEqualTo(Target.USER);
    assertThat(third.verdict().getGateId()).isNull();
  }

  @Test
  void shadowPolicyOpensNoGateAndBlocksNoTask() {
    assertThat(fails(shadow, "Error A", 6).gates()).isEmpty();

    LoopVerdict proposed = shadow.proposes("fix").verdict();

    assertThat(proposed.getAction()).isEqualTo(Action.CONTINUE);
    assertThat(proposed.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(proposed.getShadow()).isFalse();
    assertThat(proposed.getLoopCount()).isZero();
  }

  @Test
  void anEventThatRequestsAReplyGetsTheLiveReplyInAdditionToTheShadowVerdict() {
    shadow.fails("Error A");

    Outputs requestedOutputs = shadow.requestingReply().fails("Error A");

    assertThat(requestedOutputs.verdicts())
        .extracting(LoopVerdict::getShadow, LoopVerdict::getLoopType, LoopVerdict::getAction)
        .containsExactly(
            tuple(true, LoopType.IDENTICAL_FAILURE, Action.RETRY_WITH_HINT),
            tuple(false, LoopType.OK, Action.CONTINUE));
    assertThat(requestedOutputs.verdicts())
        .extracting(LoopVerdict::getVerdictId)
        .doesNotHaveDuplicates();
  }

  @Test
  void aSubtaskThatRequestsAReplyIsAnsweredToo() {
    TaskScript<Outputs> subtask = story.task("T.1").belowRoot("T").inWorkflow("tried");
    subtask.fails("Error A");

    Outputs requestedOutputs = subtask.requestingReply().fails("Error A");

    assertThat(requestedOutputs.verdicts())
        .extracting(LoopVerdict::getShadow)
        .containsExactly(false, true);
  }

  @Test
  void itCountsApartFromTheLivePolicy() {
    fails(shadow, "Error A", 3);
    LoopVerdict liveVerdict = fails(live, "Error B", 2).verdict();
    LoopVerdict shadowVerdict = fails(shadow, "Error C", 2).verdict();

    assertThat(liveVerdict.getShadow()).isFalse();
    assertThat(liveVerdict.getLoopCount()).isEqualTo(1);
    assertThat(liveVerdict.getLeaderContext().getHistory()).isEmpty();
    assertThat(shadowVerdict.getLoopCount()).isEqualTo(3);
  }

  @Test
  void shadowVerdictsLeaveALiveGateUnchangedAndProposalsGetThatGate() {
    String gateId = fails(live, "Error A", 3).gate().getGateId();

    Outputs watched = fails(shadow, "Error B", 4);
    LoopVerdict proposed = shadow.proposes("fix").verdict();

    assertThat(watched.gates()).isEmpty();
    assertThat(proposed.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(proposed.getGateId()).isEqualTo(gateId);
  }

  @Test
  void completionAlsoResetsShadowCounter() {
    fails(shadow, "Error A", 3);
    assertThat(shadow.completes().reset().getPreviousCount()).isZero();

    assertThat(fails(shadow, "Error A", 2).verdict().getLoopCount()).isEqualTo(1);
  }
}

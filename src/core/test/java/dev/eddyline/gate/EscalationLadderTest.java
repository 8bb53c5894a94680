package dev.eddyline.gate;

import static dev.eddyline.schema.LoopType.BLOCKED_TASK_SPIN;
import static dev.eddyline.schema.LoopType.CROSS_TASK_CYCLE;
import static dev.eddyline.schema.LoopType.IDENTICAL_FAILURE;
import static dev.eddyline.schema.LoopType.ITERATION_LIMIT;
import static dev.eddyline.schema.LoopType.OSCILLATING_CYCLE;
import static dev.eddyline.schema.LoopType.REPEATED_ACTION;
import static dev.eddyline.schema.LoopType.SIMILAR_RESPONSE;
import static dev.eddyline.schema.LoopType.TRANSITION_PATTERN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskStatus;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The escalation ladder: repeated verdicts on the same loop reach higher targets. */
class EscalationLadderTest extends LoopDeciderFixture {

  @ParameterizedTest
  @CsvSource({
    "SIMILAR_RESPONSE, RETRY_WITH_HINT,, ESCALATE, USER",
    "TRANSITION_PATTERN, ESCALATE, PLANNER, ESCALATE, USER",
    "OSCILLATING_CYCLE, ESCALATE, PLANNER, ESCALATE, USER",
    "CROSS_TASK_CYCLE, ESCALATE, PLANNER, ESCALATE, USER",
    "UNBOUNDED_RETRY, ESCALATE, PLANNER, ESCALATE, USER",
    "BLOCKED_TASK_SPIN, UNBLOCK_AUTHORITY,, ESCALATE, USER",
    "IDENTICAL_FAILURE, RETRY_WITH_HINT,, RETRY_WITH_HINT,",
    "REPEATED_ACTION, RETRY_WITH_HINT,, RETRY_WITH_HINT,",
    "REPEATED_MESSAGE, RETRY_WITH_HINT,, RETRY_WITH_HINT,",
    "COLLABORATION_LOOP, RETRY_WITH_HINT,, RETRY_WITH_HINT,",
    "REGRESSIVE_PROGRESS, RETRY_WITH_HINT,, RETRY_WITH_HINT,",
    "NO_MEASURABLE_PROGRESS, RETRY_WITH_HINT,, RETRY_WITH_HINT,",
    "STEP_ITERATION_EXCEEDED, ESCALATE, USER, ESCALATE, USER",
    "TRANSITION_LIMIT_EXCEEDED, BLOCK_TRANSITION, USER, BLOCK_TRANSITION, USER",
    "COMPLETED_TASK_REVISIT, FORCE_NEXT,, FORCE_NEXT,",
    "NO_PROGRESS_REPEAT, ESCALATE, USER, ESCALATE, USER",
    "ITERATION_LIMIT, ESCALATE, USER, ESCALATE, USER",
    "BUDGET_EXCEEDED, ESCALATE, USER, ESCALATE, USER"
  })
  void everyRowOfTheTable(
      LoopType type, Action first, Target firstTarget, Action again, Target againTarget) {
    LoopVerdict once = verdict(loop(type, "x"));
    LoopVerdict twice = verdict(loop(type, "x"));
    LoopVerdict thrice = verdict(loop(type, "x"));

    assertThat(once.getAction()).isEqualTo(first);
    assertThat(once.getTarget()).isEqualTo(firstTarget);
    assertThat(twice.getAction()).isEqualTo(again);
    assertThat(twice.getTarget()).isEqualTo(againTarget);
    assertThat(thrice.getAction()).isEqualTo(again);
  }

  @Test
  void theEscalationLadderRisesForTheSameLoopOnly() {
    verdict(loop(TRANSITION_PATTERN, "cycle a"));

    assertThat(verdict(loop(TRANSITION_PATTERN, "cycle b")).getTarget()).isEqualTo(Target.PLANNER);
    assertThat(verdict(loop(OSCILLATING_CYCLE, "cycle a")).getTarget()).isEqualTo(Target.PLANNER);
    assertThat(verdict(loop(TRANSITION_PATTERN, "cycle a")).getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void theLeastRecentlyDecidedLoopIsEvictedWhenThereAreTooMany() {
    verdict(loop(TRANSITION_PATTERN, "first"));
    for (int other = 0; other < EscalationHistory.MAX_LOOPS_PER_LIST; other++) {
      verdict(loop(TRANSITION_PATTERN, "other " + other));
    }

    assertThat(verdict(loop(TRANSITION_PATTERN, "first")).getTarget()).isEqualTo(Target.PLANNER);
    assertThat(verdict(loop(TRANSITION_PATTERN, "other 31")).getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void configuredActionAppliesToTheRepeatedLoopToo() {
    policy =
        policy(
            "gate: {loops: 100, humanGates: false}",
            "actions:",
            "  transition_pattern: block_transition",
            "  similar_response: force_continue",
            "  blocked_task_spin: escalate");
    for (int time = 0; time < 3; time++) {
      assertThat(verdict(loop(TRANSITION_PATTERN, "x")).getAction())
          .isEqualTo(Action.BLOCK_TRANSITION);
      assertThat(verdict(loop(SIMILAR_RESPONSE, "x")).getAction()).isEqualTo(Action.FORCE_CONTINUE);
      assertThat(verdict(loop(BLOCKED_TASK_SPIN, "x")).getAction()).isEqualTo(Action.ESCALATE);
    }
  }

  @Test
  void toChooseTheTablesOwnActionIsNoOtherChoice() {
    policy = policy("gate: {loops: 100}", "actions: {transition_pattern: escalate}");
    verdict(loop(TRANSITION_PATTERN, "x"));

    assertThat(verdict(loop(TRANSITION_PATTERN, "x")).getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void theSecondEscalationOfABlockedTaskSetsItsStatusAndHasTheDocumentsTopic() {
    assertThat(verdict(loop(BLOCKED_TASK_SPIN, "x")).getSetStatus()).isNull();

    LoopVerdict again = verdict(loop(BLOCKED_TASK_SPIN, "x"));

    assertThat(again.getSetStatus()).isEqualTo(TaskStatus.BLOCKED);
    assertThat(again.getContextTopic()).isEqualTo("loop_escalation");
  }

  @Test
  void anotherTripOpensAGateOnlyWhereItsOwnActionDoes() {
    List<SpecificRecord> first =
        processOnRoot(loop(TRANSITION_PATTERN, "p"), loop(REPEATED_ACTION, "r"));
    List<SpecificRecord> second =
        processOnRoot(loop(TRANSITION_PATTERN, "q"), loop(ITERATION_LIMIT, "i"));

    assertThat(first).hasSize(1);
    LoopVerdict verdict = (LoopVerdict) second.get(0);
    GateTrigger gate = (GateTrigger) second.get(1);
    assertThat(verdict.getLoopType()).isEqualTo(TRANSITION_PATTERN);
    assertThat(verdict.getTarget()).isEqualTo(Target.PLANNER);
    assertThat(gate.getLoopType()).isEqualTo(ITERATION_LIMIT);
    assertThat(gate.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(gate.getTarget()).isEqualTo(Target.USER);
    assertThat(verdict.getGateId()).isEqualTo(gate.getGateId());
  }

  @Test
  void withGateDebuggerEscalatesToTheDebuggerOneLoopBeforeTheLoopThreshold() {
    policy = policy("gate: {loops: 3, attempts: null, debugger: true}");

    assertThat(verdict(loop(REPEATED_ACTION, "a")).getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    List<SpecificRecord> second = processOnRoot(loop(REPEATED_ACTION, "b"));
    LoopVerdict third = verdict(loop(REPEATED_ACTION, "c"));

    assertThat(second).hasSize(1);
    assertThat(((LoopVerdict) second.get(0)).getAction()).isEqualTo(Action.ESCALATE);
    assertThat(((LoopVerdict) second.get(0)).getTarget()).isEqualTo(Target.DEBUGGER);
    assertThat(third.getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void escalatesToTheDebuggerOneAttemptBeforeTheAttemptThreshold() {
    policy = policy("gate: {loops: 100, attempts: 4, debugger: true}");

    assertThat(verdict(loop(IDENTICAL_FAILURE, "f")).getTarget()).isEqualTo(Target.DEBUGGER);
    assertThat(verdict(loop(SIMILAR_RESPONSE, "s")).getTarget()).isNull();
  }

  @Test
  void similarResponseAtGateThresholdKeepsHint_andOpensGate() {
    policy = policy("gate: {loops: 1, attempts: null}");

    List<SpecificRecord> ruled = processOnRoot(loop(SIMILAR_RESPONSE, "s"));

    assertThat(((LoopVerdict) ruled.get(0)).getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(((GateTrigger) ruled.get(1)).getReason()).isEqualTo("Loop detected after 1 attempt");
  }

  @Test
  void atAGateAPersonDecides_whateverTheTargetOfTheAction() {
    policy = policy("gate: {loops: 1, attempts: null}");

    List<SpecificRecord> ruled = processOnRoot(loop(CROSS_TASK_CYCLE, "x"));
    Outbox proposalOutbox = outbox();
    LoopDecider.replyToProposedEvent(
        decisionContext(), List.of(loop(CROSS_TASK_CYCLE, "x")), List.of(), proposalOutbox);

    assertThat(((LoopVerdict) ruled.get(0)).getTarget()).isEqualTo(Target.PLANNER);
    assertThat(((GateTrigger) ruled.get(1)).getAction()).isEqualTo(Action.ESCALATE);
    assertThat(((GateTrigger) ruled.get(1)).getTarget()).isEqualTo(Target.USER);
    LoopVerdict answer = (LoopVerdict) proposalOutbox.records().get(0);
    assertThat(answer.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(answer.getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void loopAfterADecisionAtThePlannersLevelEscalatesToTheLeader() {
    policy = policy("gate: {loops: 1, attempts: null}");
    processOnRoot(loop(CROSS_TASK_CYCLE, "x"));
    processOnRoot(Decision.APPROVE);

    LoopVerdict again = verdict(loop(CROSS_TASK_CYCLE, "x"));

    assertThat(again.getTarget()).isEqualTo(Target.LEADER);
    assertThat(again.getAction()).isEqualTo(Action.ESCALATE);
  }

  @Test
  void sameLoopEscalatesAfterEachDecision_untilNewGateSuggestsAbort() {
    assertThat(verdict(loop(CROSS_TASK_CYCLE, "x")).getTarget()).isEqualTo(Target.PLANNER);
    processOnRoot(Decision.APPROVE);
    assertThat(verdict(loop(CROSS_TASK_CYCLE, "x")).getTarget()).isEqualTo(Target.LEADER);
    processOnRoot(Decision.APPROVE_OTHER_AGENT);
    GateTrigger toUser = (GateTrigger) processOnRoot(loop(CROSS_TASK_CYCLE, "x")).get(1);
    processOnRoot(Decision.APPROVE);

    List<SpecificRecord> last = processOnRoot(loop(CROSS_TASK_CYCLE, "x"));

    assertThat(toUser.getTarget()).isEqualTo(Target.USER);
    LoopVerdict verdict = (LoopVerdict) last.get(0);
    GateTrigger gate = (GateTrigger) last.get(1);
    assertThat(verdict.getAction()).isEqualTo(Action.ABORT);
    assertThat(verdict.getText()).contains("suggested to give the task up");
    assertThat(gate.getAction()).isEqualTo(Action.ABORT);
    assertThat(gate.getTarget()).isEqualTo(Target.USER);
    assertThat(gate.getGateId()).isNotEqualTo(toUser.getGateId());
    assertThat(gate.getRecurrenceOf()).isEqualTo(toUser.getGateId());
  }

  @Test
  void theHighestTargetThatWasAnsweredCounts() {
    verdict(loop(CROSS_TASK_CYCLE, "x"));
    verdict(loop(CROSS_TASK_CYCLE, "x"));
    processOnRoot(Decision.APPROVE);

    assertThat(verdict(loop(CROSS_TASK_CYCLE, "x")).getAction()).isEqualTo(Action.ABORT);
    assertThat(verdict(loop(CROSS_TASK_CYCLE, "y")).getTarget()).isEqualTo(Target.PLANNER);
  }

  @Test
  void afterADecisionOnTheDebuggersEscalationTheNextTargetIsTheLeader() {
    policy = policy("gate: {loops: 100, attempts: 4, debugger: true}");
    verdict(loop(IDENTICAL_FAILURE, "f"));
    processOnRoot(Decision.APPROVE);

    assertThat(verdict(loop(IDENTICAL_FAILURE, "f")).getTarget()).isEqualTo(Target.LEADER);
  }

  @Test
  void falsePositiveDecisionDoesNotRaiseEscalation() {
    verdict(loop(CROSS_TASK_CYCLE, "x"));
    verdict(loop(CROSS_TASK_CYCLE, "x"));
    processOnRoot(Decision.FALSE_POSITIVE);

    assertThat(verdict(loop(CROSS_TASK_CYCLE, "x")).getTarget()).isEqualTo(Target.PLANNER);
    assertThat(verdict(loop(CROSS_TASK_CYCLE, "x")).getAction()).isEqualTo(Action.ESCALATE);
  }

  @ParameterizedTest
  @EnumSource(
      value = LoopType.class,
      names = {"SIMILAR_RESPONSE", "TRANSITION_PATTERN", "BLOCKED_TASK_SPIN"})
  void completionResetsTheLadderAndTheSameLoopGetsItsFirstActionAgain(LoopType type) {
    Action first = verdict(loop(type, "x")).getAction();
    verdict(loop(type, "x"));
    RootResets.onRootTaskCompleted(decisionContext(), outbox());

    LoopVerdict again = verdict(loop(type, "x"));

    assertThat(again.getAction()).isEqualTo(first);
    assertThat(again.getTarget()).isNotEqualTo(Target.USER);
  }
}

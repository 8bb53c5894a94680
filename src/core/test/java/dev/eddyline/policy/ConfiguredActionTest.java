package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Actions with a target or a hint of their own. */
class ConfiguredActionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{step_iteration_exceeded: {type: escalate, target: leader}} | STEP_ITERATION_EXCEEDED | LEADER",
        "{transition_pattern: {type: Escalate, target: USER}}        | TRANSITION_PATTERN      | USER",
        "{identical_failure: {type: escalate, target: debugger}}     | IDENTICAL_FAILURE       | DEBUGGER",
        "{default: {type: escalate, target: user}}                   | OSCILLATING_CYCLE       | USER",
        "{default: {type: escalate, target: leader}, transition_pattern: escalate} | TRANSITION_PATTERN | PLANNER",
        "{transition_pattern: {type: escalate}}                      | TRANSITION_PATTERN      | PLANNER",
      })
  void anEscalationGoesToTheTargetThatThePolicyNames(String actions, LoopType type, Target target) {
    ChosenAction chosen = choose(actions, type, null);

    assertThat(chosen.action()).isEqualTo(Action.ESCALATE);
    assertThat(chosen.target()).isEqualTo(target);
  }

  @Test
  void afterADecisionTheEscalationGoesAboveTheTargetThatDecided() {
    String actions = "{step_iteration_exceeded: {type: escalate, target: leader}}";

    assertThat(choose(actions, LoopType.STEP_ITERATION_EXCEEDED, Target.LEADER).target())
        .isEqualTo(Target.USER);
  }

  @Test
  void aHintOfThePolicysOwnIsKept() {
    ChosenAction chosen =
        choose(
            "{repeated_action: {type: retry_with_hint, hint: Read the log first.}}",
            LoopType.REPEATED_ACTION,
            null);

    assertThat(chosen.action()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(chosen.hint()).isEqualTo("Read the log first.");
    assertThat(choose("{}", LoopType.REPEATED_ACTION, null).hint()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{default: {target: user}}                    | actions.default.type: is required",
        "{default: {type: abort, target: user}}       | actions.default.target: is only for escalate",
        "{default: {type: escalate, hint: a}}         | actions.default.hint: is only for retry_with_hint",
        "{default: {type: retry_with_hint, hint: ''}} | actions.default.hint: is required",
        "{default: {type: escalate, to: user}}        | actions.default.to: unknown key",
        "{default: {type: escalate, target: boss}}    | actions.default.target: must be one of debugger, planner, leader, user, was 'boss'",
      })
  void problemsAreReportedWithTheirPath(String actions, String problem) {
    InvalidPolicyException refused =
        catchThrowableOfType(InvalidPolicyException.class, () -> read("actions: " + actions));

    assertThat(refused.problems()).anyMatch(found -> found.startsWith(problem));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxStepIterations: {default: 5}  | maxStepIterations: unknown key; here it is step_iteration_exceeded.max, .roles and .steps",
        "onLoop: {default: {type: abort}} | onLoop: unknown key; here it is actions, or steps.NAME.actions for one step",
        "attemptWindow: 3600000           | attemptWindow: unknown key; here it is task_attempts.window",
        "loop_prevention: {enabled: true} | loop_prevention: unknown key; here it is the keys inside it, at the top level",
        "enableAutoUnblock: true          | enableAutoUnblock: unknown key; here it is actions.blocked_task_spin: unblock_authority, or escalate if off",
        "convergence: {rounds: 3}         | convergence: unknown key; if a custom detector has this name, its jar is missing: set EDDYLINE_RULES",
        "actions: {convergence: close}    | actions.convergence: unknown key; if a custom detector has this name, its jar is missing: set EDDYLINE_RULES",
      })
  void keysOfOtherConfigurationsAreRefusedWithTheRightName(String yaml, String problem) {
    InvalidPolicyException refused =
        catchThrowableOfType(InvalidPolicyException.class, () -> read(yaml));

    assertThat(refused.problems()).containsExactly(problem);
  }

  private static ChosenAction choose(String actions, LoopType type, Target decided) {
    FoundLoop loop = new FoundLoop();
    loop.setLoopType(type);
    return read("actions: " + actions)
        .chooseAction(loop, new EscalationLevel(false, false, false, false, decided));
  }

  private static Policy read(String yaml) {
    return PolicyReader.read("test", "name: test\n" + yaml);
  }
}

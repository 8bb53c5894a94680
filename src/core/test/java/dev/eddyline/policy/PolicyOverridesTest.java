package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.progress.TaskAttempts;
import dev.eddyline.detect.steps.StepIterationExceeded;
import dev.eddyline.detect.steps.TransitionLimitExceeded;
import dev.eddyline.schema.Action;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a policy says otherwise at its steps and complexities. */
class PolicyOverridesTest {

  private static Policy policy(String... lines) {
    return PolicyReader.read("test", "name: test\n" + String.join("\n", lines));
  }

  private static Detector.Limits limits(Policy policy, String key) {
    return policy.limits().byDetector().entrySet().stream()
        .filter(entry -> entry.getKey().key().equals(key))
        .map(java.util.Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  private static int transitions(Policy policy) {
    return ((TransitionLimitExceeded.Limits) limits(policy, "transition_limit_exceeded")).max();
  }

  private static int entries(Policy policy, String step) {
    return ((StepIterationExceeded.Limits) limits(policy, "step_iteration_exceeded")).max(step);
  }

  private static final String[] LAYERS = {
    "transition_limit_exceeded: {max: 5}",
    "complexity: {High: {transition_limit_exceeded: {max: 20}}}",
    "steps: {test: {transition_limit_exceeded: {max: 2}}}"
  };

  @ParameterizedTest
  @CsvSource({
    "    ,        , 5",
    "test,        , 2",
    "Test,        , 5",
    "fix ,        , 5",
    "    , high   , 20",
    "    , HIGH   , 20",
    "fix , High   , 20",
    "test, high   , 2",
    "test, low    , 2",
    "fix , low    , 5",
  })
  void stepOverridesPrecedeComplexityOverridesWhichPrecedeThePolicy(
      String step, String complexity, int max) {
    assertThat(transitions(policy(LAYERS).policyForStepAndComplexity(step, complexity)))
        .isEqualTo(max);
  }

  @Test
  void keysMissingInAnOverrideInheritTheValuesOfBroaderScopes() {
    Policy policy =
        policy(
            "task_attempts: {maxAttempts: 4, window: 2h, blocked_task_spin: false}",
            "complexity: {high: {task_attempts: {maxAttempts: 6}}}",
            "steps: {plan: {task_attempts: {no_progress_repeat: false}}}");

    var limits =
        (TaskAttempts.Limits)
            limits(policy.policyForStepAndComplexity("plan", "high"), "task_attempts");

    assertThat(limits.maxAttempts()).isEqualTo(6);
    assertThat(limits.window()).hasHours(2);
    assertThat(limits.blockedSpin()).isFalse();
    assertThat(limits.noProgressRepeat()).isFalse();
    assertThat(limits.completedRevisit()).isTrue();
  }

  @Test
  void theThresholdAdaptsToTheComplexity() {
    Policy policy =
        policy(
            "task_attempts: {maxAttempts: 3}",
            "complexity: {simple: {task_attempts: {maxAttempts: 2}}}");

    assertThat(((TaskAttempts.Limits) limits(policy, "task_attempts")).maxAttempts()).isEqualTo(3);
    assertThat(
            ((TaskAttempts.Limits)
                    limits(policy.policyForStepAndComplexity(null, "simple"), "task_attempts"))
                .maxAttempts())
        .isEqualTo(2);
  }

  @Test
  void aRuleThatOnlyAnOverrideNamesIsOnThereAlone() {
    Policy policy =
        policy(
            "steps: {test: {transition_limit_exceeded: {max: 2}}, off: {transition_limit_exceeded:"
                + " {enabled: false}}}",
            "complexity: {low: {transition_limit_exceeded: {enabled: false}}}");

    assertThat(limits(policy, "transition_limit_exceeded").enabled()).isFalse();
    assertThat(
            limits(policy.policyForStepAndComplexity("test", null), "transition_limit_exceeded")
                .enabled())
        .isTrue();
    assertThat(
            limits(policy.policyForStepAndComplexity("test", "low"), "transition_limit_exceeded")
                .enabled())
        .isTrue();
    assertThat(
            limits(policy.policyForStepAndComplexity("off", null), "transition_limit_exceeded")
                .enabled())
        .isFalse();
    assertThat(policy.enabledRuleNames()).containsExactly("transition_limit_exceeded");
    assertThat(policy.hasNoEnabledRules()).isFalse();
  }

  @Test
  void aRuleThatThePolicySwitchesOffStaysOffUntilAnOverrideSaysOtherwise() {
    Policy policy =
        policy(
            "transition_limit_exceeded: {enabled: false}",
            "steps: {a: {transition_limit_exceeded: {max: 2}}, b: {transition_limit_exceeded:"
                + " {enabled: true}}}");

    assertThat(
            limits(policy.policyForStepAndComplexity("a", null), "transition_limit_exceeded")
                .enabled())
        .isFalse();
    assertThat(
            limits(policy.policyForStepAndComplexity("b", null), "transition_limit_exceeded")
                .enabled())
        .isTrue();
  }

  @Test
  void stepOverrideTakesPrecedenceOverShortFormAndRole() {
    Policy policy =
        policy(
            "step_iteration_exceeded: {max: 10, roles: {worker: 3}, steps: {test-worker: 4, judge:"
                + " 6}}",
            "steps: {test-worker: {step_iteration_exceeded: {max: 7}}}",
            "complexity: {high: {step_iteration_exceeded: {max: 20}}}");

    assertThat(entries(policy.policyForStepAndComplexity("test-worker", null), "test-worker"))
        .isEqualTo(7);
    assertThat(entries(policy.policyForStepAndComplexity("test-worker", "high"), "test-worker"))
        .isEqualTo(7);
    assertThat(entries(policy.policyForStepAndComplexity("judge", null), "judge")).isEqualTo(6);
    assertThat(entries(policy.policyForStepAndComplexity("my-worker", "high"), "my-worker"))
        .isEqualTo(3);
    assertThat(entries(policy.policyForStepAndComplexity("plan", "high"), "plan")).isEqualTo(20);
  }

  @Test
  void aStepsDefaultActionAppliesToAllLoopTypesThatTheStepDoesNotName() {
    Policy policy =
        policy(
            "actions: {transition_pattern: block_transition, forceNextAfter: 7}",
            "steps: {review: {actions: {default: abort, similar_response: force_continue}}}");

    LoopActions here = policy.policyForStepAndComplexity("review", null).actions();

    assertThat(policy.actions().chosen())
        .containsOnly(java.util.Map.entry("transition_pattern", Action.BLOCK_TRANSITION));
    assertThat(here.chosen())
        .containsEntry("transition_pattern", Action.ABORT)
        .containsEntry("identical_failure", Action.ABORT)
        .containsEntry("similar_response", Action.FORCE_CONTINUE);
    assertThat(here.forceNextAfter()).isEqualTo(7);
  }

  @Test
  void anActionOfAStepOverridesThatOfThePolicyAndTheOthersStay() {
    Policy policy =
        policy(
            "actions: {transition_pattern: abort, iteration_limit: close}",
            "steps: {review: {actions: {transition_pattern: escalate}}}");

    assertThat(policy.policyForStepAndComplexity("review", null).actions().chosen())
        .containsOnly(
            java.util.Map.entry("transition_pattern", Action.ESCALATE),
            java.util.Map.entry("iteration_limit", Action.CLOSE));
  }

  @Test
  void aPolicyWithoutOverridesIsTheSameEverywhere() {
    Policy policy = policy("transition_limit_exceeded: {}");

    assertThat(policy.policyForStepAndComplexity("test", "high")).isSameAs(policy);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "steps: {test: {transition_limit_exceeded: {max: 0}}} | steps.test.transition_limit_exceeded.max: must be ≥ 1, was 0",
        "complexity: {high: {task_attempts: {window: 25h}}} | complexity.high.task_attempts.window: must be ≤ 24h, the minimum retention of the stores",
        "steps: {test: {transition_limit_exceeded: {maxi: 1}}} | steps.test.transition_limit_exceeded.maxi: unknown key; nearest: max",
        "steps: {test: {transition_limits_exceeded: {}}} | steps.test.transition_limits_exceeded: unknown key; nearest: transition_limit_exceeded",
        "steps: {test: {gate: {loops: 3}}} | steps.test.gate: its limits are per policy, not per step or complexity",
        "steps: {test: {actions: {transition_pattern: explode}}} | steps.test.actions.transition_pattern: must be one of retry_with_hint, escalate, block_transition, force_next, unblock_authority, force_continue, abort, close, was 'explode'",
        "steps: {test: 3} | steps.test: must be a mapping, was number 3",
        "steps: {test: {transition_limit_exceeded: 3}} | steps.test.transition_limit_exceeded: must be a mapping, was number 3",
        "steps: [test] | steps: must be a mapping, was array",
        "complexity: {high: {}, HIGH: {}} | complexity.HIGH: is a duplicate that differs only in upper and lower case",
        "steps: {' ': {}} | steps: a name must have 1 to 200 characters, not blank",
      })
  void invalidOverrideIsReportedWithFullPath(String yaml, String problem) {
    assertThat(Problems.of(yaml)).containsExactly(problem);
  }

  @Test
  void aProblemOfThePolicyItselfIsNotReportedAgainForItsSteps() {
    assertThat(
            Problems.of(
                "transition_limit_exceeded: {max: 0}\n"
                    + "steps: {test: {transition_limit_exceeded: {enabled: false}}}"))
        .containsExactly("transition_limit_exceeded.max: must be ≥ 1, was 0");
  }

  @Test
  void stepAndComplexityCountsAreAcceptedUpToMaximum() {
    Policy most = policy("steps: " + names(64), "complexity: " + names(8));

    assertThat(most.overrides()).hasSize(64 + 8 + 64 * 8);
    assertThat(Problems.of("steps: " + names(65)))
        .containsExactly("steps: must have ≤ 64 names, was 65");
    assertThat(Problems.of("complexity: " + names(9)))
        .containsExactly("complexity: must have ≤ 8 names, was 9");
  }

  private static String names(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> "n" + i + ": {iteration_limit: {maxIterations: " + (i + 1) + "}}")
        .collect(Collectors.joining(", ", "{", "}"));
  }

  @Test
  void everyRuleIsOffWhereThePolicyIs() {
    Policy policy =
        policy(
            "enabled: false",
            "identical_failure: {}",
            "task_attempts: {}",
            "steps: {test: {transition_limit_exceeded: {max: 2}}}");

    assertThat(policy.hasNoEnabledRules()).isTrue();
    assertThat(policy.policyForStepAndComplexity("test", null).hasNoEnabledRules()).isTrue();
    assertThat(policy.limits().byDetector()).hasSameSizeAs(Detectors.ALL);
  }

  @Test
  void aPolicyThatIsOffIsStillChecked() {
    assertThat(Problems.of("enabled: false\nsteps: {test: {iteration_limit: {maxIterations: 0}}}"))
        .containsExactly("steps.test.iteration_limit.maxIterations: must be ≥ 1, was 0");
  }

  @Test
  void aPolicyIsLiveUnlessItSaysOtherwise() {
    assertThat(policy("").mode()).isEqualTo(Mode.LIVE);
    assertThat(policy("mode: shadow").mode()).isEqualTo(Mode.SHADOW);
    assertThat(policy("mode: shadow", LAYERS[2]).policyForStepAndComplexity("test", null).mode())
        .isEqualTo(Mode.SHADOW);
    assertThat(Problems.of("mode: dark"))
        .containsExactly("mode: must be one of live, shadow, was 'dark'");
  }
}

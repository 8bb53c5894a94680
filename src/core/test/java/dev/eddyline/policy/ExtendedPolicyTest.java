package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.MatchKind;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** A policy that extends a preset. */
class ExtendedPolicyTest {

  static final java.util.List<String> PRESETS = Policies.PRESETS;

  private static Policy policy(String... lines) {
    return PolicyReader.read("test", "name: test\n" + String.join("\n", lines));
  }

  @ParameterizedTest
  @FieldSource("PRESETS")
  void aPolicyThatOnlyExtendsAPresetHasItsValuesAndItsOwnName(String name) {
    // When
    Policy policy = policy("extends: " + name, "workflow: build");

    // Then
    Policy preset = Policies.preset(name);
    assertThat(policy.name()).isEqualTo("test");
    assertThat(policy.workflow()).isEqualTo(Optional.of("build"));
    assertThat(policy.enabledRuleNames()).isEqualTo(preset.enabledRuleNames()).isNotEmpty();
    assertThat(policy.gate()).isEqualTo(preset.gate());
    assertThat(policy.actions()).isEqualTo(preset.actions());
  }

  @Test
  void thePolicyOverridesThePreset_keyByKey() {
    Policy policy =
        policy(
            "extends: default",
            "identical_failure: {match: exact}",
            "gate: {loops: 5, window: null}",
            "similar_response: {enabled: false}",
            "transition_limit_exceeded: {max: 7}",
            "iteration_limit:");

    assertThat(DetectorLimits.failures(policy).match()).isEqualTo(MatchKind.EXACT);
    assertThat(DetectorLimits.failures(policy).newResultForgives()).isTrue();
    assertThat(policy.gate().loops()).isEqualTo(5);
    assertThat(policy.gate().window()).isEmpty();
    assertThat(policy.gate().label()).isEqualTo("eddyline:loop-prevention");
    assertThat(policy.enabledRuleNames())
        .contains("identical_failure", "transition_limit_exceeded", "iteration_limit")
        .doesNotContain("similar_response");
  }

  @Test
  void aRuleThatThePolicyNamesIsOnThoughThePresetHasItOff() {
    assertThat(policy("extends: failures").enabledRuleNames()).doesNotContain("repeated_action");
    assertThat(policy("extends: failures", "repeated_action: {calls: 5}").enabledRuleNames())
        .contains("repeated_action");
  }

  @Test
  void aDefaultActionOverridesTheNamedActionsOfThePreset() {
    Policy policy =
        policy("extends: phases", "actions: {default: close, transition_pattern: abort}");

    assertThat(policy.actions().chosen())
        .containsAllEntriesOf(
            Map.of("transition_pattern", Action.ABORT, "oscillating_cycle", Action.CLOSE));
  }

  @Test
  void anOverrideOfThePolicyOverridesThePreset() {
    Policy policy =
        policy("extends: default", "steps: {test: {identical_failure: {match: exact}}}");

    assertThat(DetectorLimits.failures(policy.policyForStepAndComplexity("test", null)).match())
        .isEqualTo(MatchKind.EXACT);
    assertThat(
            DetectorLimits.failures(policy.policyForStepAndComplexity("test", null))
                .newResultForgives())
        .isTrue();
    assertThat(DetectorLimits.failures(policy).match()).isEqualTo(MatchKind.NORMALIZED);
  }

  @Test
  void theYamlOfAnExtendedPolicyIsComplete() {
    // Given
    PolicyDraft ours =
        new PolicyDraft("ours", "name: ours\nextends: judge-worker\ngate: {loops: 5}");

    // When
    String page = PolicyYaml.renderYaml(ours);

    // Then
    Policy read = new PolicyDraft("page", page).read();
    assertThat(page).contains("\nextends: null ").contains("worker: 3");
    assertThat(read.enabledRuleNames()).isEqualTo(ours.read().enabledRuleNames());
    assertThat(read.gate()).isEqualTo(ours.read().gate());
  }

  @Test
  void theVersionIsThatOfThePresetsTextToo() {
    assertThat(policy("extends: default").version())
        .isEqualTo(policy("extends: default").version())
        .isNotEqualTo(policy("extends: graph").version());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "extends: defualt | extends: must be one of default, judge-worker, graph, failures, phases, autopilot, conservative, aggressive, like-openhands, like-gemini-cli, like-qwen-code, like-roo-code, like-cline, like-opencode, like-stella, like-crewai, like-theappapp, was 'defualt'; nearest: default",
        "extends: [default] | extends: must be text, was array",
        "extends: default\\ngate: {loops: 0} | gate.loops: must be ≥ 1, was 0",
        "extends: default\\ngate: 3 | gate: must be a mapping, was number 3",
        "extends: default\\nextend: graph | extend: unknown key; nearest: extends",
        "steps: {test: {extends: default}} | steps.test.extends: unknown key",
      })
  void problemsAreReported(String yaml, String problem) {
    assertThat(Problems.of(yaml.replace("\\n", "\n"))).containsExactly(problem);
  }
}

package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.eddyline.detect.actions.RepeatedAction.MissingOutcome;
import dev.eddyline.detect.failures.LineComparison;
import dev.eddyline.detect.steps.CrossTaskCycle;
import dev.eddyline.schema.MatchKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid policy YAML, and error messages for invalid YAML. */
class PolicyReaderTest {

  @Test
  void everyKeyIsRead() {
    Policy policy =
        PolicyReader.read(
            "test",
            """
            name: mine
            identical_failure: {enabled: true, match: template, lines: masked, templateWeight: 1, window: 2h, distinct: 5}
            repeated_action: {enabled: true, calls: 6, failingCalls: 5, missingOutcome: counts}
            mode: shadow
            cross_task_cycle: {enabled: true, minOccurrences: 4, maxTasks: 2, window: 3h}
            gate: {loops: 4, attempts: 5, toolErrors: true, label: "stop", window: 48h, progressForgives: true, debugger: true}
            evidence: {maxChars: 50}
            forgetAfter: 90m
            """);

    assertThat(policy.name()).isEqualTo("mine");
    assertThat(DetectorLimits.failures(policy).enabled()).isTrue();
    assertThat(DetectorLimits.failures(policy).match()).isEqualTo(MatchKind.TEMPLATE);
    assertThat(DetectorLimits.failures(policy).lines()).isEqualTo(LineComparison.MASKED);
    assertThat(DetectorLimits.failures(policy).templateWeight()).isEqualTo(1);
    assertThat(DetectorLimits.failures(policy).window()).isEqualTo(Duration.ofHours(2));
    assertThat(DetectorLimits.failures(policy).distinct()).isEqualTo(5);
    assertThat(DetectorLimits.actions(policy).enabled()).isTrue();
    assertThat(DetectorLimits.actions(policy).calls()).isEqualTo(6);
    assertThat(DetectorLimits.actions(policy).failingCalls()).isEqualTo(5);
    assertThat(DetectorLimits.actions(policy).missingOutcome()).isEqualTo(MissingOutcome.COUNTS);
    assertThat(policy.gate().loops()).isEqualTo(4);
    assertThat(policy.gate().attempts()).hasValue(5);
    assertThat(policy.gate().label()).isEqualTo("stop");
    assertThat(policy.gate().window()).contains(Duration.ofDays(2));
    assertThat(policy.gate().progressForgives()).isTrue();
    assertThat(policy.gate().debugger()).isTrue();
    assertThat(policy.mode()).isEqualTo(Mode.SHADOW);
    assertThat(DetectorLimits.sessions(policy))
        .isEqualTo(new CrossTaskCycle.Limits(true, 4, 2, Duration.ofHours(3)));
    assertThat(policy.redaction().maxChars()).isEqualTo(50);
    assertThat(policy.forgetAfter()).isEqualTo(Duration.ofMinutes(90));
  }

  @Test
  void emptyPolicyDisablesRulesAndKeepsDefaultLimits() {
    Policy policy = PolicyReader.read("test", "name: bare");

    assertThat(DetectorLimits.failures(policy).enabled()).isFalse();
    assertThat(DetectorLimits.actions(policy).enabled()).isFalse();
    assertThat(DetectorLimits.failures(policy).window()).isEqualTo(Duration.ofHours(24));
    assertThat(DetectorLimits.failures(policy).distinct()).isEqualTo(10);
    assertThat(policy.gate().loops()).isEqualTo(3);
    assertThat(policy.gate().attempts()).hasValue(3);
    assertThat(policy.gate().label()).isEmpty();
    assertThat(policy.gate().window()).isEmpty();
    assertThat(policy.gate().progressForgives()).isFalse();
    assertThat(policy.gate().debugger()).isFalse();
    assertThat(policy.mode()).isEqualTo(Mode.LIVE);
    assertThat(DetectorLimits.sessions(policy).enabled()).isFalse();
    assertThat(policy.forgetAfter()).isEqualTo(Duration.ofHours(24));
  }

  @Test
  void anEmptyWindowIsNone() {
    assertThat(PolicyReader.read("test", "name: x\ngate: {window: null}").gate().window())
        .isEmpty();
  }

  @Test
  void attemptsSwitchedOffLeaveTheGateToTheLoops() {
    Policy policy = PolicyReader.read("test", "name: x\ngate: {attempts: null}");

    assertThat(policy.gate().attempts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gate:", "gate: ~", "gate: null", "gate: {}", "gate: {loops: }"})
  void emptyValueKeepsDefault(String yaml) {
    assertThat(PolicyReader.read("test", "name: x\n" + yaml).gate().loops()).isEqualTo(3);
  }

  @Test
  void equalTextsHaveEqualVersionsAndOthersDoNot() {
    String version = PolicyReader.read("a", "name: x").version();

    assertThat(version).hasSize(8);
    assertThat(PolicyReader.read("b", "name: x").version()).isEqualTo(version);
    assertThat(PolicyReader.read("a", "name: x\ngate: {loops: 4}").version()).isNotEqualTo(version);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "gate: {loops: 0}                | gate.loops: must be ≥ 1, was 0",
        "gate: {loops: -3}               | gate.loops: must be ≥ 1, was -3",
        "gate: {loops: 1000001}          | gate.loops: must be ≤ 1000000, was 1000001",
        "gate: {attempts: 1}             | gate.attempts: must be ≥ 2, was 1",
        "identical_failure: {distinct: 0} | identical_failure.distinct: must be ≥ 1, was 0",
        "identical_failure: {distinct: 51} | identical_failure.distinct: must be ≤ 50, was 51",
        "identical_failure: {templateWeight: 2} | identical_failure.templateWeight: must be ≤ 1, was 2",
        "repeated_action: {calls: 1}     | repeated_action.calls: must be ≥ 2, was 1",
        "cross_task_cycle: {maxTasks: 4} | cross_task_cycle.maxTasks: must be ≤ 3, was 4",
        "cross_task_cycle: {maxTasks: 1} | cross_task_cycle.maxTasks: must be ≥ 2, was 1",
        "cross_task_cycle: {minOccurrences: 1} | cross_task_cycle.minOccurrences: must be ≥ 2, was 1",
        "evidence: {maxChars: 19}        | evidence.maxChars: must be ≥ 20, was 19",
        "evidence: {maxChars: 2001}      | evidence.maxChars: must be ≤ 2000, was 2001",
        "forgetAfter: 25h                | forgetAfter: must be ≤ 24h, the minimum retention of the stores",
        "identical_failure: {window: 25h} | identical_failure.window: must be ≤ 24h, the minimum retention of the stores",
        "identical_failure: {window: 2562047788015215h} | identical_failure.window: must be a duration in h, m and s such as 24h, 15m or 1h30m, at most 24h, was '2562047788015215h'",
      })
  void aNumberOutOfItsRangeIsReportedWithItsPathAndLimit(String yaml, String problem) {
    assertThat(problemsOf(yaml)).containsExactly(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "gate: {loops: three}      | gate.loops: must be a whole number, was string three",
        "gate: {loops: \"3\"}      | gate.loops: must be a whole number, was string 3",
        "gate: {loops: 3.5}        | gate.loops: must be a whole number, was number 3.5",
        "gate: {loops: 3000000000} | gate.loops: must be a whole number, was number 3000000000",
        "gate: {loops: [3]}        | gate.loops: must be a whole number, was array",
        "gate: {toolErrors: 1}     | gate.toolErrors: must be true or false, was number 1",
        "gate: {toolErrors: \"yes\"} | gate.toolErrors: must be true or false, was string yes",
        "gate: {window: 24}        | gate.window: must be a duration in h, m and s such as 24h, 15m or 1h30m, at most 8760h, was '24'",
        "mode: dark                | mode: must be one of live, shadow, was 'dark'",
        "gate: {label: 5}          | gate.label: must be text, was number 5",
        "gate: {label: {a: b}}     | gate.label: must be text, was object",
        "gate: 3                   | gate: must be a mapping, was number 3",
        "gate: [loops]             | gate: must be a mapping, was array",
        "forgetAfter: soon         | forgetAfter: must be a duration in h, m and s such as 24h, 15m or 1h30m, at most 24h, was 'soon'",
        "forgetAfter: 24           | forgetAfter: must be a duration in h, m and s such as 24h, 15m or 1h30m, at most 24h, was '24'",
        "gate: {remindEvery: 2d}   | gate.remindEvery: must be a duration in h, m and s such as 24h, 15m or 1h30m, at most 8760h, was '2d'",
        "forgetAfter: -1h          | forgetAfter: must be a duration in h, m and s such as 24h, 15m or 1h30m, at most 24h, was '-1h'",
        "forgetAfter: 0s           | forgetAfter: must be a duration in h, m and s such as 24h, 15m or 1h30m, at most 24h, was '0s'",
        "forgetAfter: [1h]         | forgetAfter: must be a duration in h, m and s such as 24h, 15m or 1h30m, at most 24h, was ''",
        "forgetAfter: 99999999999999999999h | forgetAfter: must be a duration in h, m and s such as 24h, 15m or 1h30m, at most 24h, was '99999999999999999999h'",
        "identical_failure: {match: fuzzy} | identical_failure.match: must be one of exact, normalized, template, was 'fuzzy'",
        "identical_failure: {match: unknown} | identical_failure.match: must be one of exact, normalized, template, was 'unknown'",
        "repeated_action: {missingOutcome: maybe} | repeated_action.missingOutcome: must be one of not_proven, counts, was 'maybe'",
      })
  void aValueOfTheWrongKindIsReportedWithItsPath(String yaml, String problem) {
    assertThat(problemsOf(yaml)).containsExactly(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gates: {loops: 3}        | gates: unknown key; nearest: gate",
        "gate: {loop: 3}          | gate.loop: unknown key; nearest: loops",
        "gate: {Attempts: 3}      | gate.Attempts: unknown key; nearest: attempts",
        "identical_failures: {}   | identical_failures: unknown key; nearest: identical_failure",
        "repeated_action: {call: 4} | repeated_action.call: unknown key; nearest: calls",
        "evidence: {max: 50}      | evidence.max: unknown key; nearest: maxChars",
        "forgetafter: 1h          | forgetafter: unknown key; nearest: forgetAfter",
      })
  void anUnknownKeyIsRejectedWithTheNearestRightOne(String yaml, String problem) {
    assertThat(problemsOf(yaml)).containsExactly(problem);
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    assertThatThrownBy(
            () ->
                PolicyReader.read(
                    "my.yaml", "gate: {loops: 0, atempts: 3}\nevidence: {maxChars: x}\nfoo: 1"))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessage(
            "my.yaml: name: is required; gate.loops: must be ≥ 1, was 0; "
                + "gate.atempts: unknown key; nearest: attempts; "
                + "evidence.maxChars: must be a whole number, was string x; "
                + "foo: unknown key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "name:", "name: ''", "name: ' '"})
  void aPolicyNeedsAName(String yaml) {
    assertThat(problemsOfWhole(yaml)).containsExactly("name: is required");
  }

  private static List<String> problemsOf(String yaml) {
    return problemsOfWhole("name: test\n" + yaml);
  }

  private static List<String> problemsOfWhole(String yaml) {
    InvalidPolicyException refused =
        catchThrowableOfType(InvalidPolicyException.class, () -> PolicyReader.read("test", yaml));
    assertThat(refused).isNotNull();
    assertThat(refused).hasMessageStartingWith("test: ");
    return refused.problems();
  }
}

package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.MatchKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Presets, files, and which policy a workflow has. */
class PoliciesTest {

  static final List<String> PRESETS = Policies.PRESETS;

  @TempDir private Path folder;

  @ParameterizedTest
  @FieldSource("PRESETS")
  void everyPresetIsSoundAndCarriesItsName(String name) {
    assertThat(PolicyDraft.loadPresetFileOrFolder(name).get(0).read().name()).isEqualTo(name);
  }

  @Test
  void theDefaultCountsFailuresReportedOnlyAndLabelsItsGates() {
    Policy policy = Policies.preset("default");

    assertThat(DetectorLimits.failures(policy).enabled()).isTrue();
    assertThat(DetectorLimits.failures(policy).match()).isEqualTo(MatchKind.NORMALIZED);
    assertThat(DetectorLimits.failures(policy).templateWeight()).isZero();
    assertThat(DetectorLimits.actions(policy).enabled()).isTrue();
    assertThat(DetectorLimits.actions(policy).calls()).isEqualTo(4);
    assertThat(DetectorLimits.actions(policy).failingCalls()).isEqualTo(3);
    assertThat(policy.gate().loops()).isEqualTo(3);
    assertThat(policy.gate().attempts()).hasValue(3);
    assertThat(policy.gate().toolErrors()).isFalse();
    assertThat(policy.gate().window()).contains(Duration.ofHours(24));
    assertThat(policy.gate().progressForgives()).isTrue();
    assertThat(DetectorLimits.sessions(policy).enabled()).isTrue();
    assertThat(policy.gate().label()).isEqualTo("eddyline:loop-prevention");
  }

  @Test
  void theFailuresPresetEnablesOnlyTheDetectorsThatItNames() {
    Policy policy = Policies.preset("failures");

    assertThat(DetectorLimits.failures(policy).enabled()).isTrue();
    assertThat(DetectorLimits.failures(policy).distinct()).isEqualTo(10);
    assertThat(DetectorLimits.actions(policy).enabled()).isFalse();
    assertThat(policy.gate().loops()).isEqualTo(3);
    assertThat(policy.gate().attempts()).hasValue(3);
  }

  @Test
  void aFileIsReadAsAPolicy() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), "name: mine");

    assertThat(Policies.load(file.toString()).defaultPolicy().name()).isEqualTo("mine");
  }

  @Test
  void aProblemInAFileNamesTheFile() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), "name: mine\ngate: {loops: 0}");

    assertThatThrownBy(() -> Policies.load(file.toString()))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContainingAll(file + ": gate.loops: ", "≥ 1", "was 0");
  }

  @Test
  void aFileThatIsNotTextIsRejected() throws IOException {
    Path file = Files.write(folder.resolve("mine.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThatThrownBy(() -> Policies.load(file.toString()))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContaining("cannot be read as UTF-8 text");
  }

  @Test
  void anUnknownPolicyNameIsReportedWithTheNearestPreset() {
    assertThatThrownBy(() -> Policies.load("failure"))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContaining("neither a file nor a preset")
        .hasMessageContaining("nearest: failures");
    assertThatThrownBy(() -> Policies.load(folder.toString()))
        .isInstanceOf(InvalidPolicyException.class);
  }

  @Test
  void aWorkflowHasThePolicyOfItsExactNameOrElseTheOther() {
    Policy build = PolicyReader.read("test", "name: build");
    Policy other = PolicyReader.read("test", "name: other");
    Policies policies = new Policies(Map.of("build", build), other);

    assertThat(policies.policyForWorkflow("build")).isSameAs(build);
    assertThat(policies.policyForWorkflow("Build")).isSameAs(other);
    assertThat(policies.policyForWorkflow("deploy")).isSameAs(other);
    assertThat(policies.policyForWorkflow(null)).isSameAs(other);
    assertThat(Policies.ofSinglePolicy(build).policyForWorkflow("deploy")).isSameAs(build);
  }

  @Test
  void aSetOfPoliciesDoesNotChangeWithTheMapItWasMadeOf() {
    Policy other = PolicyReader.read("test", "name: other");
    Map<String, Policy> map = new HashMap<>();
    Policies policies = new Policies(map, other);

    map.put("build", PolicyReader.read("test", "name: build"));

    assertThat(policies.policyForWorkflow("build")).isSameAs(other);
  }

  @Test
  void aGateThatCouldNeverOpenOrOpensAtOnceIsRejected() {
    assertThatThrownBy(() -> limits(0, OptionalInt.empty(), false))
        .hasMessageContainingAll("loops", "≥ 1", "was 0");
    assertThatThrownBy(() -> limits(3, OptionalInt.of(1), false))
        .hasMessageContainingAll("attempts", "≥ 2", "was 1");
  }

  @ParameterizedTest
  @CsvSource({"3, 3, true, 3", "3, 9, true, 4", "1, 3, true, 2", "3, , true, 4", "3, 3, false, 4"})
  void identicalFailuresAloneOpenAGateAtTheEarlierOfTheTwoThresholds(
      int loops, Integer attempts, boolean toolErrors, int expected) {
    OptionalInt limit = attempts == null ? OptionalInt.empty() : OptionalInt.of(attempts);
    FoundLoop toolErrorsOnly = new FoundLoop();
    toolErrorsOnly.setAttempts(2);

    assertThat(limits(loops, limit, toolErrors).failureLimit(toolErrorsOnly)).isEqualTo(expected);
  }

  private static GateLimits limits(int loops, OptionalInt attempts, boolean toolErrors) {
    Duration maxAge = Duration.ofHours(1);
    return new GateLimits(
        loops,
        attempts,
        toolErrors,
        false,
        "",
        Optional.empty(),
        false,
        false,
        maxAge,
        true,
        Optional.empty());
  }

  @Test
  void unknownPresetIsRefusedWithTheNearestName() {
    assertThatThrownBy(() -> Policies.preset("defualt"))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageStartingWith("defualt: is not a preset; presets: default, ")
        .hasMessageEndingWith("; nearest: default");
  }
}

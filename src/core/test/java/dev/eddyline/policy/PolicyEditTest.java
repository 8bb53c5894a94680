package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddyline.detect.Detectors;
import dev.eddyline.schema.LoopType;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of a policy's text. */
class PolicyEditTest {

  private static final String TEXT =
      """
      # ours
      name: ours
      extends: default
      workflow: build

      identical_failure:
        # as the team agreed
        window: 1h
        enabled: true   # on
      gate:
        loops: 5
      """;

  private static boolean isOn(PolicyEdit edit, String key) {
    return PolicyReader.read("test", edit.text()).limits().byDetector().entrySet().stream()
        .filter(entry -> entry.getKey().key().equals(key))
        .anyMatch(entry -> entry.getValue().enabled());
  }

  @Test
  void turnsDetectorOffAndKeepsOtherLines() {
    // When
    PolicyEdit edit = new PolicyEdit(TEXT).withoutDetector(LoopType.IDENTICAL_FAILURE, null);

    // Then
    assertThat(edit.text()).isEqualTo(TEXT.replace("  enabled: true   # on", "  enabled: false"));
    assertThat(isOn(edit, "identical_failure")).isFalse();
  }

  @Test
  void addsSectionThatTheTextDoesNotHave() {
    // When
    PolicyEdit edit = new PolicyEdit(TEXT).withoutDetector(LoopType.REPEATED_ACTION, null);

    // Then
    assertThat(edit.text()).startsWith(TEXT);
    assertThat(isOn(edit, "repeated_action")).isFalse();
    assertThat(isOn(edit, "identical_failure")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: x\nextends: default\nidentical_failure: {window: 1h}\n",
        "{\"name\": \"x\", \"extends\": \"default\"}",
        "name: x\nextends: default\nidentical_failure:\n",
        "name: x\r\nextends: default\r\nidentical_failure:\r\n  window: 1h\r\n",
        "name: x\nextends: default\n'identical_failure': {window: 1h}"
      })
  void otherLayoutsAreChangedToo(String text) {
    // When
    PolicyEdit edit = new PolicyEdit(text).withoutDetector(LoopType.IDENTICAL_FAILURE, null);

    // Then
    assertThat(isOn(edit, "identical_failure")).isFalse();
    assertThat(isOn(edit, "repeated_action")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = LoopType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"UNKNOWN", "OK", "CUSTOM"})
  void everyTypeHasKeyInEveryPreset(LoopType type) {
    for (String preset : Policies.PRESETS) {
      // When
      PolicyEdit edit =
          new PolicyEdit(PolicyDraft.preset(preset).text()).withoutDetector(type, null);

      // Then
      Policy policy = PolicyReader.read(preset, edit.text());
      if (!OF_ATTEMPTS.contains(type)) {
        assertThat(isOn(edit, type.name().toLowerCase(java.util.Locale.ROOT)))
            .as("%s in %s", type, preset)
            .isFalse();
      }
      assertThat(policy.limits().byDetector()).hasSize(Detectors.ALL.size());
    }
  }

  private static final Set<LoopType> OF_ATTEMPTS =
      EnumSet.of(
          LoopType.COMPLETED_TASK_REVISIT, LoopType.BLOCKED_TASK_SPIN, LoopType.NO_PROGRESS_REPEAT);

  @Test
  void watchesMutesAndMoves() {
    // Given
    Instant until = Instant.parse("2027-01-01T00:00:00Z");

    // When
    PolicyEdit edit =
        new PolicyEdit(TEXT)
            .watching()
            .withMutedAgents(List.of("a: 'b'"), "why", until)
            .withMutedAgents(List.of("c"), "why", until)
            .forWorkflow("deploy");
    Policy policy = PolicyReader.readFor("deploy", "test", edit.text());

    // Then
    assertThat(policy.mode()).isEqualTo(Mode.SHADOW);
    assertThat(edit.text()).contains("# as the team agreed");
    assertThat(PolicyText.parse("test", edit.text()).get("mutes")).hasSize(2);
    assertThat(policy.workflow()).contains("deploy");
  }

  @Test
  void agentIsMutedOnce() {
    // Given
    Instant early = Instant.parse("2027-01-01T00:00:00Z");
    Instant late = early.plusSeconds(3_600);

    // When
    PolicyEdit edit =
        new PolicyEdit(TEXT)
            .withMutedAgents(List.of("a", "b"), "first", early)
            .withMutedAgents(List.of("b", "c"), "second", late)
            .withMutedAgents(List.of("c"), "third", early);

    // Then
    assertThat(PolicyText.parse("test", edit.text()).get("mutes"))
        .extracting(
            mute -> mute.get("agent").asText(),
            mute -> mute.get("reason").asText(),
            mute -> Instant.parse(mute.get("until").asText()))
        .containsExactly(
            tuple("a", "first", early), tuple("b", "first", late), tuple("c", "second", late));
    assertThat(PolicyReader.read("test", edit.text()).name()).isEqualTo("ours");
  }

  @Test
  void textWithoutWorkflowStays() {
    String text = PolicyDraft.preset("default").text();

    assertThat(new PolicyEdit(text).forWorkflow("deploy").text()).isEqualTo(text);
  }
}

package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.eddyline.GeneratedFile;
import dev.eddyline.TestTags;
import dev.eddyline.keys.DeclaredKey;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON Schema agrees with the reader, by the judgement of a validator. */
class PolicySchemaTest {

  private static final List<String> PRESETS = Policies.PRESETS;

  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(PolicySchema.build());

  /** Values of each kind, inside and outside of the usual ranges. */
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "'true'",
          "-1",
          "0",
          "1",
          "2",
          "5",
          "40",
          "100",
          "101",
          "1000000",
          "1000001",
          "2000000001",
          "0.3",
          "0.96",
          "1.5",
          "word",
          "''",
          "' '",
          "ABORT",
          "Live",
          "5s",
          "90m",
          "24H",
          "25h",
          "1h30m",
          "8761h",
          "0s",
          "1d",
          "[]",
          "[word]",
          "[1]",
          "[Exact]",
          "[budget_exceeded]",
          "{}",
          "{word: 1}",
          "{word: 0}",
          "{word: text}",
          "{word: null}",
          "{type: abort}",
          "{type: fly}",
          "{typ: abort}",
          "{gate: {}}",
          "[{}]",
          "[{tool: a, reason: b, until: 2030-01-01T00:00:00Z}]",
          "[{tool: a, reason: b, until: x}]",
          "[{type: network, match: a}]",
          "[{type: network, match: a, host: b}]");

  private static List<String> readerProblems(String yaml) {
    try {
      PolicyReader.read("test", yaml);
      return List.of();
    } catch (InvalidPolicyException refused) {
      return refused.problems();
    }
  }

  /** Problems that depend on several keys, which only the reader finds. */
  private static final String SEVERAL_KEYS =
      ".*must be ≤ longestBackoff|.*or costUsd must be set.*";

  @Test
  @Tag(TestTags.DOCS)
  void fileIsUpToDate() {
    GeneratedFile.check(Path.of("docs", "reference", "policy.schema.json"), PolicySchema.text());
  }

  @ParameterizedTest
  @FieldSource("PRESETS")
  void acceptsThePresets(String preset) {
    assertThat(SCHEMA.validate(PolicyText.parse(preset, PolicyDraft.preset(preset).text())))
        .isEmpty();
  }

  @ParameterizedTest
  @FieldSource("PRESETS")
  void acceptsThePresetsWithEveryKey(String preset) {
    // Given
    String yaml = PolicyYaml.renderYaml(PolicyDraft.preset(preset));

    // When
    var violations = SCHEMA.validate(PolicyText.parse(preset, yaml));

    // Then
    assertThat(violations).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mode: live",
        "{name: x, nme: x}",
        "{name: x, gate: {loops: 0}}",
        "{name: x, gate: {loop: 3}}",
        "{name: x, gate: 3}",
        "{name: x, mode: dark}",
        "{name: x, extends: defualt}",
        "{name: x, masking: {classes: {Upper: a}}}",
        "{name: x, masking: {classes: {word: 3}}}",
        "{name: x, evidence: {maxChars: 19}}",
        "{name: x, mutes: [{tool: a, until: 2030-01-01T00:00:00Z}]}",
        "{name: x, mutes: [{tool: a, reason: b, until: tomorrow}]}",
        "{name: x, actions: {iteration_limit: {type: fly}}}",
        "{name: x, actions: {iteration_limit: {target: user}}}",
        "{name: x, actions: {iteration_limits: abort}}",
        "{name: x, steps: {test: {iteration_limit: {maxIterations: 0}}}}",
        "{name: x, steps: {test: {gate: {loops: 3}}}}",
        "{name: x, complexity: {low: {iteration_limit: {max: 3}}}}",
        "{name: x, answerWithin: soon}",
        "{name: x, forgetAfter: 25h}"
      })
  void refusesWhatTheReaderRefuses(String yaml) {
    assertThat(readerProblems(yaml)).isNotEmpty();
    assertThat(SCHEMA.validate(PolicyText.parse("test", yaml))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{name: x, mode: LIVE}",
        "{name: x, extends: failures, gate: }",
        "{name: x, actions: {default: {type: Escalate, target: Leader}}}",
        "{name: x, steps: {test: {actions: {default: abort}}}}",
        "{name: x, gate: {attempts: null, window: 1h30m}}"
      })
  void acceptsWhatTheReaderAccepts(String yaml) {
    assertThat(readerProblems(yaml)).isEmpty();
    assertThat(SCHEMA.validate(PolicyText.parse("test", yaml))).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("VALUES")
  void agreesWithTheReader_forEachKey(String value) {
    assertSoftly(
        softly -> {
          for (DeclaredKey key : PolicySchema.everyDetectorNamed().declaredKeys()) {
            assertAgreement(softly, List.of(key.key()), "%s: %s\n".formatted(key.key(), value));
            if (key instanceof DeclaredKey.SectionKey inner) {
              List<String> keys =
                  inner.section().declaredKeys().stream().map(DeclaredKey::key).toList();
              assertAgreement(
                  softly,
                  keys.stream().map(each -> key.key() + "." + each).toList(),
                  keys.stream()
                      .map(each -> "  %s: %s\n".formatted(each, value))
                      .collect(Collectors.joining("", key.key() + ":\n", "")));
            }
          }
        });
  }

  /** Both find problems of the same keys. */
  private static void assertAgreement(SoftAssertions softly, List<String> paths, String keys) {
    String yaml = (keys.startsWith("name:") ? "" : "name: x\n") + keys;
    List<String> problems =
        readerProblems(yaml).stream().filter(each -> !each.matches(SEVERAL_KEYS)).toList();
    List<String> violations =
        SCHEMA.validate(PolicyText.parse("test", yaml)).stream()
            .map(violation -> violation.getInstanceLocation().toString().substring(1))
            .toList();
    for (String path : paths) {
      softly
          .assertThat(violations.stream().anyMatch(each -> isOf("." + path, each)))
          .as("the schema refuses %s of %s, problems of the reader: %s", path, yaml, problems)
          .isEqualTo(problems.stream().anyMatch(each -> isOf(path, each)));
    }
  }

  private static boolean isOf(String path, String place) {
    return place.startsWith(path) && !place.substring(path.length()).matches("\\w.*");
  }
}

package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.Masking;
import dev.eddyline.policy.Policy.Place;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A policy shown with every key. */
class PolicyPageTest {

  static final List<String> PRESETS = Policies.PRESETS;

  private static final WrittenPolicy RICH =
      new WrittenPolicy(
          "rich",
          """
          name: "yes: it's #1"
          workflow: "null"
          mode: shadow
          gate: {attempts: null, label: "a: b # c"}
          step_iteration_exceeded: {max: 4, roles: {worker: 3}, steps: {"on": 2, "a: b": 1}}
          transition_limit_exceeded: {enabled: false}
          masking: {classes: {order id: '\\bORD-\\d+\\b', quote: '"[^"]+"'}}
          evidence: {secrets: ['ACME-\\d+', "'x'"]}
          mutes:
            - {tool: poll, reason: "it's on purpose", until: 2027-01-01T00:00:00Z}
          actions: {transition_pattern: abort}
          forgetAfter: 90m
          complexity:
            High:
              transition_pattern: {enabled: false}
              task_attempts: {maxAttempts: 5}
          steps:
            test: {transition_pattern: {minOccurrences: 3}, actions: {default: close}}
            "yes": {step_iteration_exceeded: {max: 9}, iteration_limit: {}}
          """);

  private static WrittenPolicy shown(WrittenPolicy source) {
    return new WrittenPolicy("page of " + source.place(), PolicyPage.of(source));
  }

  private static void assertSame(Policy policy, Policy other) {
    assertThat(other)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes("(?:.*\\.)?version")
        .ignoringFieldsOfTypes(Masking.class)
        .withEqualsForType(Object::equals, java.util.regex.Pattern.class)
        .withEqualsForType(Object::equals, dev.eddyline.text.Expression.class)
        .isEqualTo(policy);
    String volatileText = "ORD-12 \"a name\" 10:00:01";
    assertThat(other.masking().mask(volatileText)).isEqualTo(policy.masking().mask(volatileText));
  }

  @ParameterizedTest
  @FieldSource("PRESETS")
  void aPresetShownAndReadAgainIsTheSamePolicy(String name) {
    // Given
    WrittenPolicy preset = WrittenPolicy.preset(name);

    // When
    WrittenPolicy page = shown(preset);

    // Then
    assertSame(preset.read(), page.read());
    assertThat(shown(page).text()).isEqualTo(page.text());
  }

  @Test
  void aPolicyOfAllKindsOfKeysShownAndReadAgainIsTheSamePolicy() {
    WrittenPolicy page = shown(RICH);

    assertSame(RICH.read(), page.read());
    assertThat(shown(page).text()).isEqualTo(page.text());
  }

  @Test
  void aPolicyShownAtAPlaceIsWhatHoldsThere() {
    // Given
    Policy policy = RICH.read();

    for (Place place :
        List.of(
            Place.of("test", "high"),
            Place.of("test", null),
            Place.of("yes", "low"),
            Place.of("fix", "HIGH"),
            Place.of("fix", null))) {
      // When
      Policy there = new WrittenPolicy("page", PolicyPage.of(RICH, place)).read();

      // Then
      Policy expected = policy.at(place.step(), place.complexity());
      assertThat(there.overrides()).isEmpty();
      assertSame(expected.with(expected.limits(), expected.actions(), java.util.Map.of()), there);
    }
  }

  @Test
  void everyKeyIsShownWithItsValueWhatItMayBeItsDefaultAndItsDocument() {
    String page = PolicyPage.of(WrittenPolicy.preset("judge-worker"));

    assertThat(page.lines())
        .anyMatch(line -> line.matches("  max: 5 +# 1 to 1000000; default 10"))
        .anyMatch(line -> line.matches("  attempts: null +# 2 to 1000000, or null; default 3"))
        .anyMatch(
            line ->
                line.matches(
                    "forgetAfter: 24h +# a duration up to 24h; default 24h;"
                        + " document 002, Memory Management"))
        .anyMatch(
            line -> line.matches("step_iteration_exceeded:  # judge-worker \\(document 000.*"))
        .anyMatch(line -> line.matches("  enabled: false +# true or false; default true"));
  }
}

package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.detect.Detectors;
import dev.eddyline.keys.DeclaredKey;
import dev.eddyline.keys.Section;
import dev.eddyline.policy.Policy.OverrideScope;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A policy shown with every key. */
class PolicyYamlTest {

  static final List<String> PRESETS = Policies.PRESETS;

  private static final PolicyDraft RICH =
      new PolicyDraft(
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

  private static PolicyDraft shown(PolicyDraft source) {
    return new PolicyDraft("page of " + source.originName(), PolicyYaml.renderYaml(source));
  }

  private static void assertSame(Policy policy, Policy other) {
    assertThat(other)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes("(?:.*\\.)?version")
        .ignoringFieldsOfTypes(Masking.class)
        .withEqualsForType(Object::equals, java.util.regex.Pattern.class)
        .withEqualsForType(Object::equals, dev.eddyline.yaml.Expression.class)
        .isEqualTo(policy);
    String volatileText = "ORD-12 \"a name\" 10:00:01";
    assertThat(other.masking().mask(volatileText)).isEqualTo(policy.masking().mask(volatileText));
  }

  @ParameterizedTest
  @FieldSource("PRESETS")
  void aPresetShownAndReadAgainIsTheSamePolicy(String name) {
    // Given
    PolicyDraft preset = PolicyDraft.preset(name);

    // When
    PolicyDraft page = shown(preset);

    // Then
    assertSame(preset.read(), page.read());
    assertThat(shown(page).text()).isEqualTo(page.text());
  }

  @Test
  void aPolicyOfAllKindsOfKeysShownAndReadAgainIsTheSamePolicy() {
    PolicyDraft page = shown(RICH);

    assertSame(RICH.read(), page.read());
    assertThat(shown(page).text()).isEqualTo(page.text());
  }

  @Test
  void theYamlOfAScopeIsThePolicyOfTheScope() {
    // Given
    Policy policy = RICH.read();

    for (OverrideScope place :
        List.of(
            OverrideScope.of("test", "high"),
            OverrideScope.of("test", null),
            OverrideScope.of("yes", "low"),
            OverrideScope.of("fix", "HIGH"),
            OverrideScope.of("fix", null))) {
      // When
      Policy there = new PolicyDraft("page", PolicyYaml.renderYaml(RICH, place)).read();

      // Then
      Policy expected = policy.policyForStepAndComplexity(place.step(), place.complexity());
      assertThat(there.overrides()).isEmpty();
      assertSame(expected.with(expected.limits(), expected.actions(), java.util.Map.of()), there);
    }
  }

  /** The keys, and their sections but those of rules, that have no sentence. */
  private static List<String> unexplained(Section section) {
    List<String> bare = new ArrayList<>();
    for (DeclaredKey key : section.declaredKeys()) {
      boolean rule = Detectors.ALL.stream().anyMatch(known -> known.key().equals(key.key()));
      if (key.about().isBlank() && !rule) {
        bare.add(key.key());
      }
      if (key instanceof DeclaredKey.SectionKey inner) {
        unexplained(inner.section()).forEach(name -> bare.add(key.key() + "." + name));
      }
    }
    return bare;
  }

  @ParameterizedTest
  @FieldSource("PRESETS")
  void noKeyOfAPresetLacksItsSentence(String name) {
    // Given
    PolicyReader.ParsedPolicy read = PolicyDraft.preset(name).parsePolicy();

    // When
    List<String> bare = unexplained(read.root());

    // Then
    assertThat(bare).isEmpty();
    assertThat(read.root().declaredKeys()).hasSizeGreaterThan(Detectors.SHIPPED.size());
  }

  @Test
  void aSentenceIsOfTheNextKeyOnly() {
    // Given
    Section section = new Section("", JsonNodeFactory.instance.objectNode(), new ArrayList<>());

    // When
    section.about("how often").integerOrNone("times", 3, 1, 9);
    section.windowDuration("window", Duration.ofHours(1));

    // Then
    assertThat(section.declaredKeys())
        .extracting(DeclaredKey::about)
        .containsExactly("how often", "");
  }

  @ParameterizedTest
  @FieldSource("PRESETS")
  void renderedYamlDoesNotMentionSpecification(String name) {
    assertThat(PolicyYaml.renderYaml(PolicyDraft.preset(name)))
        .doesNotContainIgnoringCase("specification");
  }

  @Test
  void budgetSetInRenderedYamlTakesEffect() {
    // Given
    String page = PolicyYaml.renderYaml(PolicyDraft.preset("default"));

    // When
    Policy policy = new PolicyDraft("page", page.replace("tokens: 0", "tokens: 100000")).read();

    // Then
    assertThat(Policies.preset("default").enabledRuleNames()).doesNotContain("budget_exceeded");
    assertThat(policy.enabledRuleNames()).contains("budget_exceeded");
    assertThat(page)
        .containsPattern("\n  # enabled: false +# whether the detector is enabled; default: if");
  }

  @Test
  void renderedYamlShowsValueRangeDefaultAndMeaningOfKeys() {
    String page = PolicyYaml.renderYaml(PolicyDraft.preset("judge-worker"));

    assertThat(page.lines())
        .anyMatch(
            line ->
                line.matches(
                    "  max: 5 +# how often a step of a task may be entered"
                        + " \\(1 to 1000000; default 10\\)"))
        .anyMatch(
            line -> line.matches("  attempts: null +# .* \\(2 to 1000000, or null; default 3\\)"))
        .anyMatch(
            line ->
                line.matches(
                    "forgetAfter: 24h +# time without an event after which a task's state expires"
                        + " \\(a duration up to 24h; default 24h\\)"))
        .anyMatch(
            line ->
                line.matches("step_iteration_exceeded:  # limits how often a step is entered.*"))
        .anyMatch(
            line ->
                line.matches(
                    "  enabled: false +# whether the detector is enabled \\(true or false; default true\\)"));
  }
}

package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that are not a policy. */
class PolicyTextTest {

  @ParameterizedTest
  @CsvSource({
    "'', empty",
    "'   \n', empty",
    "'# only a comment\n# and another', empty",
    "---, empty",
    "null, empty",
    "text, string",
    "42, number",
    "'[a, b]', array",
    "'- name: x', array",
  })
  void aTextThatIsNotAMappingIsRejected(String yaml, String kind) {
    assertThat(problemsOfWhole(yaml))
        .containsExactly("policy: must be a YAML mapping, was " + kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"name: [", "name: \"x", "\tname: x", "a: b: c"})
  void aTextThatIsNotYamlIsRejectedWithItsLine(String yaml) {
    assertThat(problemsOfWhole(yaml)).hasSize(1);
    assertThat(problemsOfWhole(yaml).get(0)).startsWith("policy: not valid YAML at line ");
  }

  @Test
  void aSecondDocumentIsRejectedWithItsLine() {
    assertThat(problemsOfWhole("name: x\n---\nname: y"))
        .containsExactly("policy: must be one YAML document, a second begins at line 3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: x\nname: y",
        "name: x\ngate: {loops: 3, loops: 4}",
        "gate:\ngate:\nname: x"
      })
  void aDuplicateKeyIsRejected(String yaml) {
    assertThat(problemsOfWhole(yaml).get(0))
        .startsWith("policy: not valid YAML at line ")
        .containsIgnoringCase("duplicate");
  }

  @Test
  void yamlAliasIsRejected() {
    assertThat(problemsOfWhole("name: &n x\ngate: {label: *n}"))
        .containsExactly("policy: YAML aliases are not allowed, was one at line 2");
    assertThat(problemsOfWhole("name: x\nevidence: &e {maxChars: 50}\ngate:\n  <<: *e"))
        .containsExactly("policy: YAML aliases are not allowed, was one at line 4");
  }

  @Test
  void aYamlAliasBombIsRejected() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; bomb.length() < 990_000; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9) + "x"));
    }

    assertThat(problemsOfWhole(bomb.toString()).get(0)).contains("aliases are not allowed");
  }

  @Test
  void aTextThatIsTooLongOrTooDeepIsRejected() {
    String tooLong = "name: x\n#" + "x".repeat(1_000_000);
    String tooDeep = "name: " + "[".repeat(20_000) + "]".repeat(20_000);

    assertThat(problemsOfWhole(tooLong))
        .containsExactly("policy: must have ≤ 1000000 characters, was 1000009");
    assertThat(problemsOfWhole(tooDeep).get(0)).startsWith("policy: not valid YAML");
  }

  @Test
  void yamlTagWithClassNameCreatesNoObject() {
    List<String> problems =
        problemsOfWhole("name: !!javax.script.ScriptEngineManager [!!java.net.URL ['http://x']]");

    assertThat(problems.get(0)).isEqualTo("name: must be text, was array");
  }

  private static List<String> problemsOfWhole(String yaml) {
    InvalidPolicyException refused =
        catchThrowableOfType(InvalidPolicyException.class, () -> PolicyReader.read("test", yaml));
    assertThat(refused).isNotNull();
    assertThat(refused).hasMessageStartingWith("test: ");
    return refused.problems();
  }
}

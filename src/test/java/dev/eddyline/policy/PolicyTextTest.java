package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that are no policy at all. */
class PolicyTextTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "   \n", "# only a comment", "---", "text", "42", "[a, b]", "null"})
  void aTextThatIsNoMappingIsRefused(String yaml) {
    assertThat(problemsOfWhole(yaml)).containsExactly("policy: must be a YAML mapping");
  }

  @ParameterizedTest
  @ValueSource(strings = {"name: [", "name: \"x", "\tname: x", "a: b: c", "name: x\n---\nname: y"})
  void aTextThatIsNotOneYamlDocumentIsRefusedWithItsLine(String yaml) {
    assertThat(problemsOfWhole(yaml)).hasSize(1);
    assertThat(problemsOfWhole(yaml).get(0)).startsWith("policy: not valid YAML at line ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: x\nname: y",
        "name: x\ngate: {loops: 3, loops: 4}",
        "gate:\ngate:\nname: x"
      })
  void aKeyThatStandsTwiceIsRefused(String yaml) {
    assertThat(problemsOfWhole(yaml).get(0))
        .startsWith("policy: not valid YAML at line ")
        .containsIgnoringCase("duplicate");
  }

  @Test
  void anAliasIsRefusedInsteadOfBeingTakenForItsName() {
    assertThat(problemsOfWhole("name: &n x\ngate: {label: *n}"))
        .containsExactly("policy: YAML aliases are not allowed, was one at line 2");
    assertThat(problemsOfWhole("name: x\nevidence: &e {maxChars: 50}\ngate:\n  <<: *e"))
        .containsExactly("policy: YAML aliases are not allowed, was one at line 4");
  }

  @Test
  void aBombOfAliasesIsRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9) + "x"));
    }

    assertThat(problemsOfWhole(bomb.toString()).get(0)).contains("aliases are not allowed");
  }

  @Test
  void aTextThatIsTooLongOrTooDeepIsRefused() {
    String tooLong = "name: [" + "x, ".repeat(500_000) + "x]";
    String tooDeep = "name: " + "[".repeat(20_000) + "]".repeat(20_000);

    assertThat(problemsOfWhole(tooLong).get(0)).startsWith("policy: not valid YAML");
    assertThat(problemsOfWhole(tooDeep).get(0)).startsWith("policy: not valid YAML");
  }

  @Test
  void aTagThatNamesAClassMakesNothing() {
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

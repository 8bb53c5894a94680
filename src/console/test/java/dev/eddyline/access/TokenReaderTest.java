package dev.eddyline.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens in a file. */
class TokenReaderTest {

  private static final String HASH = "a1".repeat(32);

  private static String problem(String yaml) {
    InvalidTokensException refused =
        catchThrowableOfType(
            InvalidTokensException.class, () -> TokenReader.read("tokens.yaml", yaml));
    return String.join("\n", refused.problems());
  }

  private static String entry(String more) {
    return "tokens:\n  - name: agents\n    sha256: '%s'\n    %s\n".formatted(HASH, more);
  }

  @Test
  void readsCompleteEntry() {
    // Given
    String yaml =
        entry("roles: [ingest, view]\n    workflows: [build]\n    taskPrefix: ci-\n    quota: 600");

    // When
    List<NamedToken> tokens = TokenReader.read("tokens.yaml", yaml);

    // Then
    TaskScope scope = new TaskScope("ci-", Set.of("build"));
    Grant grant = new Grant(Set.of(Role.INGEST, Role.VIEW), scope);
    assertThat(tokens).containsExactly(new NamedToken("agents", HASH, grant, 600));
  }

  @Test
  void allowsTwoTokensOfOneName() {
    // Given
    String other = "  - {name: agents, sha256: '%s', roles: [view]}\n".formatted("b2".repeat(32));

    // When
    List<NamedToken> tokens = TokenReader.read("tokens.yaml", entry("roles: [view]") + other);

    // Then
    assertThat(tokens).extracting(NamedToken::name).containsExactly("agents", "agents");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "role: [view]                             | tokens[0].role: unknown key; nearest: roles",
        "roles: [vew]                             | tokens[0].roles[0]: must be one of",
        "roles: []                                | tokens[0].roles: must hold at least one",
        "roles: [view], quota: 0                  | tokens[0].quota: must be ≥ 1",
        "roles: [view], workflows: []             | tokens[0].workflows: must hold at least one",
        "roles: [view], workflows: [1]            | tokens[0].workflows[0]: must be text",
        "roles: [view], taskPrefix: ''            | tokens[0].taskPrefix: must not be empty",
        "roles: [admin], workflows: [build]       | tokens[0].roles: admin sees all tasks",
        "roles: [view], expires: never            | tokens[0].expires: unknown key"
      })
  void reportsEachProblemWithItsYamlPath(String fields, String message) {
    // When
    String problem =
        problem("tokens:\n  - {name: agents, sha256: '%s', %s}\n".formatted(HASH, fields));

    // Then
    assertThat(problem).contains(message);
  }

  @Test
  void rejectsPlaintextTokenWithoutPrintingIt() {
    // When
    String problem = problem("tokens:\n  - {name: a, sha256: my-very-secret, roles: [view]}\n");

    // Then
    assertThat(problem).contains("tokens[0].sha256: must be 64 hex digits").doesNotContain("very");
  }

  @Test
  void rejectsDuplicateHash() {
    // When
    String problem =
        problem(
            entry("roles: [view]")
                + "  - {name: b, sha256: '%s', roles: [admin]}\n".formatted(HASH));

    // Then
    assertThat(problem).contains("tokens[1].sha256", "tokens[0]");
  }

  @ParameterizedTest
  @CsvSource({"'',empty", "'other: 1',unknown key", "'{}',is required", "'a: [',YAML"})
  void rejectsFileWithoutTokens(String yaml, String message) {
    assertThat(problem(yaml)).contains(message);
  }
}

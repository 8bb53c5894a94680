package dev.eddyline.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.Grant;
import dev.eddyline.access.InvalidTokensException;
import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.access.TaskScope;
import dev.eddyline.access.TokenList;
import dev.eddyline.access.TokenReader;
import dev.eddyline.cli.CommandRun;
import dev.eddyline.cli.ExitCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code eddyline token}. */
class TokenCommandTest {

  private static CommandRun run(String options) {
    return CommandRun.of(List.of(), ("token " + options).split(" "));
  }

  private static String token(CommandRun run) {
    return run.out().lines().filter(line -> line.startsWith("eddyline_")).findFirst().orElseThrow();
  }

  @Test
  void printedTokenEntryIsValid_andHasOnlyTheTokenHash() {
    // When
    CommandRun run =
        run("agents --roles ingest,View --workflow a:b --workflow c --task-prefix ci- --quota 600");

    // Then
    assertThat(run.code()).isZero();
    String entry = run.out().substring(run.out().indexOf("  - name:"));
    TaskScope scope = new TaskScope("ci-", Set.of("a:b", "c"));
    assertThat(entry).doesNotContain(token(run));
    assertThat(TokenReader.read("test", "tokens:\n" + entry))
        .containsExactly(
            new NamedToken(
                "agents",
                TokenList.sha256(token(run)),
                new Grant(Set.of(Role.INGEST, Role.VIEW), scope),
                600));
  }

  @Test
  void cutTokenEntryIsInvalid_orGrantsTheSame() {
    // Given
    String out = run("agents --roles view --workflow a --task-prefix ci- --quota 600").out();
    String yaml = "tokens:\n" + out.substring(out.indexOf("  - name:"));
    List<NamedToken> whole = TokenReader.read("test", yaml);

    // When
    Set<List<NamedToken>> accepted = new HashSet<>();
    for (int length = 0; length < yaml.length(); length++) {
      try {
        accepted.add(TokenReader.read("test", yaml.substring(0, length)));
      } catch (InvalidTokensException cut) {
        continue;
      }
    }

    // Then
    assertThat(accepted).containsExactly(whole);
  }

  @Test
  void tokensAreUnique() {
    assertThat(token(run("a --roles view")))
        .hasSize("eddyline_".length() + 43)
        .isNotEqualTo(token(run("a --roles view")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "a --roles looks", "a/b --roles view", "a --roles admin --workflow w"})
  void invalidTokenOptionsAreRejected(String options) {
    // When
    CommandRun run = run(options);

    // Then
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).doesNotContain("eddyline_");
  }
}

package dev.eddyline.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tokens in a file that changes while it is used. */
class TokenFileTest {

  private static final String OLD = "the-old-token-of-the-agents";
  private static final String NEW = "the-new-token-of-the-agents";

  private final AtomicLong nanos = new AtomicLong();

  /** What happens between the two reads of a changed file. */
  private final Queue<String> written = new ArrayDeque<>();

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("tokens.yaml");
    Files.writeString(file, yaml(OLD));
  }

  private static String yaml(String... tokens) {
    StringBuilder yaml = new StringBuilder("tokens:\n");
    for (String token : tokens) {
      yaml.append(
          "  - {name: agents, sha256: '%s', roles: [view]}\n".formatted(TokenList.sha256(token)));
    }
    return yaml.toString();
  }

  private TokenFile read() {
    return new TokenFile(List.of(), Optional.of(file), nanos::get, this::writeNextPiece);
  }

  /** A writer that goes on while its file is read. */
  private void writeNextPiece() {
    if (!written.isEmpty()) {
      try {
        Files.writeString(file, written.remove(), StandardOpenOption.APPEND);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }

  private void change(String yaml) throws IOException {
    Files.writeString(file, yaml);
    nanos.addAndGet(1_000_000_000);
  }

  @Test
  void oldAndNewTokenAreValidDuringRotation() throws IOException {
    // Given
    TokenFile tokens = read();

    // When
    change(yaml(OLD, NEW));
    boolean bothAreKnown =
        tokens.current().find(OLD).isPresent() && tokens.current().find(NEW).isPresent();
    change(yaml(NEW));

    // Then
    assertThat(bothAreKnown).isTrue();
    assertThat(tokens.current().find(NEW)).isPresent();
    assertThat(tokens.current().find(OLD)).isEmpty();
  }

  @Test
  void tokensStayValidWhenFileBecomesInvalid() throws IOException {
    // Given
    TokenFile tokens = read();
    Logger logger = (Logger) LoggerFactory.getLogger(TokenFile.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);

    // When
    change("tokens:\n  - {name: agents, sha256: %s, roles: [view]}\n".formatted(NEW));
    boolean isOldTokenValidAfterInvalidFile = tokens.current().find(OLD).isPresent();
    nanos.addAndGet(1_000_000_000);
    tokens.current();
    Files.delete(file);
    nanos.addAndGet(1_000_000_000);
    boolean isOldTokenValidWithoutFile = tokens.current().find(OLD).isPresent();
    logger.detachAppender(log);

    // Then
    assertThat(isOldTokenValidAfterInvalidFile).isTrue();
    assertThat(isOldTokenValidWithoutFile).isTrue();
    List<String> lines = log.list.stream().map(it -> it.getKeyValuePairs().toString()).toList();
    assertThat(lines).hasSize(2).noneMatch(line -> line.contains(NEW));
    assertThat(lines.get(0)).contains("tokens[0].sha256");
  }

  @Test
  void anEmptyListRevokesAllTokens() throws IOException {
    // Given
    TokenFile tokens = read();

    // When
    change("tokens: []");

    // Then
    assertThat(tokens.current().find(OLD)).isEmpty();
  }

  @Test
  void rejectsInvalidFileAtStart() throws IOException {
    // Given
    Files.writeString(file, "tokens: []");

    // Then
    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidTokensException.class)
        .hasMessageContaining("tokens.yaml");
  }

  @Test
  void ignoresFileThatIsBeingWritten() throws IOException {
    // Given
    TokenFile tokens = read();
    written.add("    taskPrefix: a-\n");
    written.add("    quota: 5\n");

    // When: the beginning would be valid, for all tasks
    change(
        "tokens:\n  - name: a\n    sha256: %s\n    roles: [view]\n"
            .formatted(TokenList.sha256(NEW)));
    boolean isFirstPieceUsed = tokens.current().find(NEW).isPresent();
    nanos.addAndGet(1_000_000_000);
    boolean isSecondPieceUsed = tokens.current().find(NEW).isPresent();
    nanos.addAndGet(1_000_000_000);
    NamedToken whole = tokens.current().find(NEW).orElseThrow();

    // Then
    assertThat(isFirstPieceUsed).isFalse();
    assertThat(isSecondPieceUsed).isFalse();
    assertThat(whole.grant().scope().taskPrefix()).isEqualTo("a-");
    assertThat(whole.quota()).isEqualTo(5);
  }

  @Test
  void rejectsFileThatIsBeingWrittenAtStart() {
    // Given
    written.add("    taskPrefix: a-\n");

    // Then
    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidTokensException.class)
        .hasMessageContaining("being written");
  }

  @Test
  void revokesTokenAtFirstRequestAfterIdleTime() throws IOException {
    // Given
    TokenFile tokens = read();

    // When
    change(yaml(NEW));

    // Then
    assertThat(tokens.current().find(OLD)).isEmpty();
  }
}

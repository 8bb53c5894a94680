package dev.eddyline.access;

import dev.eddyline.yaml.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The current tokens: those of the settings, and those of a file that is reloaded when it changes.
 * An invalid file leaves the last valid tokens active. A file counts only after two equal reads, as
 * the beginning of a file that is being written may be valid too. Thread-safe.
 */
public final class TokenFile {

  private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);

  /** Longest file, bytes. */
  private static final int MAX_FILE_BYTES = 4_000_000;

  /** Time between two checks of the file, nanoseconds. */
  private static final long CHECK_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

  /** Time between the two reads of a changed file. */
  private static final Duration READ_PAUSE = Duration.ofMillis(100);

  private final List<NamedToken> configured;
  private final Optional<Path> file;
  private final LongSupplier nanos;
  private final Runnable readPause;
  private final ReentrantLock reloadLock = new ReentrantLock();
  private volatile TokenList current;
  private volatile long lastCheckNanos;

  /** The last text that was read twice, valid or not. */
  private String settledFileText = "";

  private String loadedFileText = "";
  private String lastLoggedProblem = "";

  /**
   * Reads the file.
   *
   * @param configured tokens in addition to the file
   * @param nanos a clock, nanoseconds
   * @throws InvalidTokensException for an invalid file
   */
  public TokenFile(List<NamedToken> configured, Optional<Path> file, LongSupplier nanos) {
    this(configured, file, nanos, TokenFile::pause);
  }

  /**
   * The same.
   *
   * @param readPause waits between the two reads of a changed file
   */
  TokenFile(
      List<NamedToken> configured, Optional<Path> file, LongSupplier nanos, Runnable readPause) {
    this.configured = List.copyOf(configured);
    this.file = file;
    this.nanos = nanos;
    this.readPause = readPause;
    try {
      loadedFileText = file.isPresent() ? readSettled(file.get()) : "";
    } catch (IOException unreadable) {
      throw new InvalidTokensException(
          file.orElseThrow().toString(),
          List.of("cannot be read: " + FileProblem.reason(unreadable)));
    }
    current = parseTokens(loadedFileText);
    if (file.isPresent() && current.isEmpty()) {
      // at the start nobody could sign in; later an empty list revokes all tokens
      throw new InvalidTokensException(
          file.get().toString(), List.of("tokens: must hold at least one token at the start"));
    }
    lastCheckNanos = nanos.getAsLong();
  }

  /** The same with another token, which no reload removes. */
  public TokenFile plus(NamedToken token) {
    List<NamedToken> all = new ArrayList<>(configured);
    all.add(token);
    return new TokenFile(all, file, nanos, readPause);
  }

  /** The current tokens, at most a second behind the file. */
  public TokenList current() {
    if (file.isPresent()
        && nanos.getAsLong() - lastCheckNanos >= CHECK_INTERVAL_NANOS
        && reloadLock.tryLock()) {
      try {
        reloadIfChanged(file.get());
      } finally {
        lastCheckNanos = nanos.getAsLong();
        reloadLock.unlock();
      }
    }
    return current;
  }

  private void reloadIfChanged(Path path) {
    String newProblem = "";
    try {
      String now = readSettled(path);
      if (!now.equals(loadedFileText)) {
        current = parseTokens(now);
        loadedFileText = now;
        LOG.atInfo().addKeyValue("file", path).log("tokens reloaded");
      }
    } catch (InvalidTokensException invalid) {
      newProblem = String.join("; ", invalid.problems());
    } catch (IOException unreadable) {
      newProblem = "cannot be read: " + FileProblem.reason(unreadable);
    }
    if (!newProblem.equals(lastLoggedProblem) && !newProblem.isEmpty()) {
      LOG.atError()
          .addKeyValue("file", path)
          .addKeyValue("reason", newProblem)
          .log("tokens rejected, the last valid ones stay active");
    }
    lastLoggedProblem = newProblem;
  }

  private TokenList parseTokens(String yaml) {
    List<NamedToken> all = new ArrayList<>(configured);
    file.ifPresent(path -> all.addAll(TokenReader.read(path.toString(), yaml)));
    return new TokenList(all);
  }

  /** The text of a file that nobody is writing. */
  private String readSettled(Path path) throws IOException {
    String now = read(path);
    if (!now.equals(settledFileText)) {
      readPause.run();
      if (!read(path).equals(now)) {
        throw new IOException("it is being written: replace a file of tokens by renaming");
      }
      settledFileText = now;
    }
    return settledFileText;
  }

  private static void pause() {
    try {
      Thread.sleep(READ_PAUSE.toMillis());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static String read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
      if (bytes.length > MAX_FILE_BYTES) {
        throw new IOException("has more than " + MAX_FILE_BYTES + " bytes");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
  }
}

package dev.eddyline.local;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code eddyline run} in a JVM of its own, with a state folder of its own that lives until {@link
 * #close}. It ends with this JVM, whatever ends that. For one thread.
 */
public final class LocalProcessor implements AutoCloseable {

  /** By name: the command line knows this package, not the other way round. */
  private static final String MAIN = "dev.eddyline.cli.Eddyline";

  /** A line of its log that tells of an error, and what a command says that refuses to run. */
  private static final Pattern ERROR = Pattern.compile("^\\S+ ERROR |^eddyline: ");

  private static final int MOST_LINES = 4;

  private final ServerProcess process;
  private final ServerCommand run;
  private final TempFolder state;

  /**
   * A processor, started.
   *
   * @param name for logs and messages
   * @param settings names and values of settings; its state folder and ports stand already
   */
  public LocalProcessor(String name, List<String> settings) {
    process = new ServerProcess(name);
    state = new TempFolder(process.folder().resolve("state"));
    List<String> arguments = new ArrayList<>(List.of("run"));
    set(arguments, "state.dir=" + state.path());
    set(arguments, "http.port=0");
    set(arguments, "health.port=0");
    settings.forEach(setting -> set(arguments, setting));
    run =
        new ServerCommand(
            Distribution.here().eddylineJar().toString(),
            // it lives for a minute or so: starting matters more than speed
            List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-Deddyline.kafka.log.level=INFO"),
            MAIN,
            arguments);
    start();
  }

  private static void set(List<String> arguments, String setting) {
    arguments.add("--set");
    arguments.add(setting);
  }

  /** Starts it again with the state that it left; returns at once. */
  public void start() {
    process.start(run, () -> true);
  }

  /** Whether its process lives, suspended or not. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Asks it to end, as SIGTERM does, and waits until it has. */
  public void stop() {
    process.stop();
  }

  /** Ends it with SIGKILL. */
  public void kill() {
    process.kill();
  }

  /** Halts it with SIGSTOP. */
  public void suspend() {
    process.suspend();
  }

  /** Lets it go on, with SIGCONT. */
  public void resume() {
    process.resume();
  }

  /** What it ended with; it must have ended. */
  public int exitCode() {
    return process.exitCode();
  }

  /** Its state folder, which may not be there. */
  public Path stateFolder() {
    return state.path();
  }

  /** Deletes its state folder; it must have ended. */
  public void deleteState() {
    try {
      state.delete();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + state.path(), e);
    }
  }

  /** Bytes that its log has now. */
  public long logged() {
    try {
      return Files.size(process.log());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + process.log(), e);
    }
  }

  /** What it logged after so many bytes. */
  public String loggedSince(long bytes) {
    try (RandomAccessFile log = new RandomAccessFile(process.log().toFile(), "r")) {
      byte[] rest = new byte[(int) Math.max(0, log.length() - bytes)];
      log.seek(bytes);
      log.readFully(rest);
      return new String(rest, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + process.log(), e);
    }
  }

  /** The last error that its log tells of, as its first line and its cause's. */
  public String lastWords() {
    List<String> lines = loggedSince(0).lines().toList();
    int error = lines.size() - 1;
    while (error > 0 && !ERROR.matcher(lines.get(error)).find()) {
      error--;
    }
    return lines.isEmpty()
        ? "it said nothing"
        : lines.stream()
            .skip(error)
            .filter(line -> !line.startsWith("\t"))
            .limit(MOST_LINES)
            .collect(Collectors.joining("; "));
  }

  /** Copies its log into a folder. */
  public void keepLog(Path folder) {
    process.keepLog(folder);
  }

  /** Stops it and deletes its state and log. */
  @Override
  public void close() {
    process.close();
  }
}

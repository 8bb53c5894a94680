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
 * {@code eddyline run} in a separate JVM, with its own state folder that exists until {@link
 * #close}. It ends when this JVM ends. For one thread.
 */
public final class LocalProcessor implements AutoCloseable {

  /** By name, because this package must not depend on the command line's. */
  private static final String MAIN_CLASS_NAME = "dev.eddyline.cli.Eddyline";

  /** An error line of its log, or the error message of a command that does not start. */
  private static final Pattern ERROR = Pattern.compile("^\\S+ ERROR |^eddyline: ");

  private static final int MAX_ERROR_LINES = 4;

  /** For a run of about a minute: start time matters more than speed. */
  private static final List<String> SHORT_RUN_JVM_OPTIONS =
      List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-Deddyline.kafka.log.level=INFO");

  private final ServerProcess process;
  private final ServerCommand runCommand;
  private final TempFolder state;

  /**
   * A processor of a short run, started.
   *
   * @param name for logs and messages
   * @param settings {@code name=value} of further settings; state folder and ports are already set
   */
  public LocalProcessor(String name, List<String> settings) {
    this(name, SHORT_RUN_JVM_OPTIONS, settings);
  }

  /** A processor whose JVM has these options, started. */
  public LocalProcessor(String name, List<String> jvmOptions, List<String> settings) {
    process = new ServerProcess(name);
    state = new TempFolder(process.folder().resolve("state"));
    List<String> arguments = new ArrayList<>(List.of("run"));
    addSettingArgument(arguments, "state.dir=" + state.path());
    addSettingArgument(arguments, "http.port=0");
    addSettingArgument(arguments, "health.port=0");
    settings.forEach(setting -> addSettingArgument(arguments, setting));
    runCommand =
        new ServerCommand(
            Distribution.current().eddylineJar().toString(),
            jvmOptions,
            MAIN_CLASS_NAME,
            arguments);
    start();
  }

  private static void addSettingArgument(List<String> arguments, String setting) {
    arguments.add("--set");
    arguments.add(setting);
  }

  /** Starts it again with its existing state; returns at once. */
  public void start() {
    process.start(runCommand, () -> true);
  }

  /** Whether its process exists, suspended or not. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Process id of the last start. */
  public long pid() {
    return process.pid();
  }

  /** Stops it with SIGTERM and waits until it has ended. */
  public void stop() {
    process.stop();
  }

  /** Kills it with SIGKILL. */
  public void kill() {
    process.kill();
  }

  /** Suspends it with SIGSTOP. */
  public void suspend() {
    process.suspend();
  }

  /** Resumes it with SIGCONT. */
  public void resume() {
    process.resume();
  }

  /** Its exit code; it must have ended. */
  public int exitCode() {
    return process.exitCode();
  }

  /** Its state folder, which may not exist. */
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

  /** Current size of its log, in bytes. */
  public long logSizeBytes() {
    try {
      return Files.size(process.log());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + process.log(), e);
    }
  }

  /** The part of its log after this many bytes. */
  public String logAfterByteOffset(long bytes) {
    try (RandomAccessFile log = new RandomAccessFile(process.log().toFile(), "r")) {
      byte[] rest = new byte[(int) Math.max(0, log.length() - bytes)];
      log.seek(bytes);
      log.readFully(rest);
      return new String(rest, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + process.log(), e);
    }
  }

  /** The last error in its log: its first line and those of its causes. */
  public String lastErrorWithCauses() {
    List<String> lines = logAfterByteOffset(0).lines().toList();
    int error = lines.size() - 1;
    while (error > 0 && !ERROR.matcher(lines.get(error)).find()) {
      error--;
    }
    return lines.isEmpty()
        ? "its log is empty"
        : lines.stream()
            .skip(error)
            .filter(line -> !line.startsWith("\t"))
            .limit(MAX_ERROR_LINES)
            .collect(Collectors.joining("; "));
  }

  /** Copies its log into a folder. */
  public void copyLog(Path folder) {
    process.copyLog(folder);
  }

  /** Stops it and deletes its state and log. */
  @Override
  public void close() {
    process.close();
  }
}

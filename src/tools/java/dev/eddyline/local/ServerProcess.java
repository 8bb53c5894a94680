package dev.eddyline.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server in a JVM of its own, with a temporary folder for its data and its log.
 *
 * <p>It ends with {@link #close} or with this JVM, whatever ends that: see {@link ServerMain}.
 * There is no shutdown hook, because hooks run all at once, and those that close clients still need
 * the server.
 */
final class ServerProcess implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);
  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  /** Characters of a log's line that are shown. */
  private static final int LONGEST_CAUSE = 500;

  private static final Pattern ERROR =
      Pattern.compile("\\b(?:ERROR|FATAL)\\b|Error\\b|Exception\\b");

  /** Held so that none is garbage while it runs: its standard input would be closed, and it end. */
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  private final String name;
  private final TempFolder folder;
  private Process process;

  /** A server that is not started yet; the name is for logs and messages. */
  ServerProcess(String name) {
    this.name = name;
    try {
      this.folder = TempFolder.create(name);
      ServerMain.installInto(launcher());
    } catch (IOException e) {
      throw new ServerStartException("cannot make a temporary folder for the " + name, e);
    }
  }

  /** The server after its start; a start that fails closes the server. */
  static <S extends AutoCloseable> S orClose(S server, Runnable start) {
    try {
      start.run();
      return server;
    } catch (RuntimeException e) {
      try {
        server.close();
      } catch (Exception whileClosing) {
        e.addSuppressed(whileClosing);
      }
      throw e;
    }
  }

  /** The folder that is deleted on close. */
  Path folder() {
    return folder.path();
  }

  /** Writes a text file into the folder and returns its path. */
  String write(String fileName, String text) {
    try {
      return Files.writeString(folder().resolve(fileName), text).toString();
    } catch (IOException e) {
      throw new ServerStartException("cannot write " + fileName + " of the " + name, e);
    }
  }

  /** Runs a command of the server's to its end, which must be a success. */
  void run(ServerCommand command) {
    launch(command);
    awaitStart(() -> false);
    if (process.exitValue() != 0) {
      throw failed("ended with exit code " + process.exitValue());
    }
  }

  /** Starts the server and returns when it is ready. */
  void start(ServerCommand command, BooleanSupplier ready) {
    launch(command);
    awaitStart(ready);
    if (!process.isAlive()) {
      throw failed("ended with exit code " + process.exitValue());
    }
    LOG.atInfo()
        .setMessage("local server ready")
        .addKeyValue("server", name)
        .addKeyValue("pid", process.pid())
        .log();
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** What it ended with; it must have ended. */
  int exitCode() {
    return process.exitValue();
  }

  /** Process id of the server that was started last. */
  long pid() {
    return process.pid();
  }

  /** Asks it to end and waits; ends it forcibly when it takes too long. */
  void stop() {
    if (isAlive()) {
      // not process.destroy(): that closes standard input too, which deletes the folder
      process.toHandle().destroy();
      if (!waitFor(STOP_LIMIT)) {
        kill();
      }
    }
  }

  /** Ends it at once, as a loss of power would. */
  void kill() {
    if (isAlive()) {
      process.toHandle().destroyForcibly();
      waitFor(STOP_LIMIT);
    }
  }

  /** Halts it where it stands, until {@link #resume}; its connections stay open. */
  void suspend() {
    signal("STOP");
  }

  /** Lets it go on. */
  void resume() {
    signal("CONT");
  }

  private void signal(String signal) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).start();
      if (kill.waitFor() != 0) {
        throw new IllegalStateException(
            "the %s, process %d, took no SIG%s".formatted(name, pid(), signal));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot send SIG" + signal + " to the " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the " + name + " was signalled", e);
    }
  }

  @Override
  public void close() {
    try {
      stop();
    } finally {
      deleteFolder();
    }
  }

  private void deleteFolder() {
    try {
      folder.delete();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the folder of the " + name, e);
    }
  }

  private Path launcher() {
    return folder().resolve("launcher");
  }

  /** Where its output goes. */
  Path log() {
    return folder().resolve(name + ".log");
  }

  /** Copies its log into a folder. */
  void keepLog(Path into) {
    try {
      Files.copy(log(), into.resolve(log().getFileName()), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy %s to %s".formatted(log(), into), e);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // removing from a set does not fail
  private void launch(ServerCommand command) {
    try {
      Process started =
          new ProcessBuilder(command.line(folder(), launcher()))
              .directory(folder().toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
              .start();
      RUNNING.add(started);
      started.onExit().thenAccept(RUNNING::remove);
      process = started;
    } catch (IOException e) {
      throw new ServerStartException("cannot start a JVM for the " + name, e);
    }
  }

  private void awaitStart(BooleanSupplier ready) {
    long end = System.nanoTime() + START_LIMIT.toNanos();
    while (!ready.getAsBoolean() && !waitFor(LOOK_AGAIN)) {
      if (System.nanoTime() > end) {
        kill();
        throw failed("was not ready within " + START_LIMIT.toSeconds() + " s");
      }
    }
  }

  private boolean waitFor(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      process.toHandle().destroyForcibly();
      Thread.currentThread().interrupt();
      throw new ServerStartException("interrupted while waiting for the " + name, e);
    }
  }

  /** Says what the server's log says last of an error, and leaves the log where it can be read. */
  private ServerStartException failed(String what) {
    try {
      String log = new String(Files.readAllBytes(log()), StandardCharsets.UTF_8);
      Path kept = Files.createTempFile("eddyline-" + name + "-", ".log");
      Files.copy(log(), kept, StandardCopyOption.REPLACE_EXISTING);
      return new ServerStartException(
          "the local %s %s: %s (all of its log: %s)".formatted(name, what, cause(log), kept));
    } catch (IOException unreadable) {
      return new ServerStartException(
          "the local %s %s; its log cannot be read".formatted(name, what), unreadable);
    }
  }

  /** The last line that tells of an error, or else the last of all. */
  private static String cause(String log) {
    List<String> lines = log.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    String last = lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
    String error =
        lines.stream().filter(ServerProcess::tellsError).reduce((a, b) -> b).orElse(last);
    return error.substring(0, Math.min(error.length(), LONGEST_CAUSE));
  }

  private static boolean tellsError(String line) {
    return !line.startsWith("at ") && ERROR.matcher(line).find();
  }
}

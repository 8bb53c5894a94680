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
 * A server in a separate JVM, with a temporary folder for its data and log.
 *
 * <p>It ends on {@link #close} or when this JVM ends: see {@link ServerMain}. There is no shutdown
 * hook, because hooks run in parallel, and those that close clients still need the server.
 */
final class ServerProcess implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);
  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

  /** Maximum characters of a log line in a message. */
  private static final int MAX_QUOTED_LOG_LINE_LENGTH = 500;

  private static final Pattern ERROR =
      Pattern.compile("\\b(?:ERROR|FATAL)\\b|Error\\b|Exception\\b");

  /** Prevents garbage collection of running processes, which would close their standard input. */
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  private final String name;
  private final TempFolder folder;
  private Process process;

  /** A server before its start; the name is for logs and messages. */
  ServerProcess(String name) {
    this.name = name;
    try {
      this.folder = TempFolder.create(name);
      ServerMain.installInto(launcher());
    } catch (IOException e) {
      throw new ServerStartException("cannot create a temporary folder for the " + name, e);
    }
  }

  /** Starts a server and returns it; closes it when the start fails. */
  static <S extends AutoCloseable> S startOrCloseOnFailure(S server, Runnable start) {
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
  String writeTextFile(String fileName, String text) {
    try {
      return Files.writeString(folder().resolve(fileName), text).toString();
    } catch (IOException e) {
      throw new ServerStartException("cannot write " + fileName + " of the " + name, e);
    }
  }

  /** Runs a command of the server to its end; it must succeed. */
  void run(ServerCommand command) {
    launch(command);
    awaitStart(() -> false);
    if (process.exitValue() != 0) {
      throw startExceptionWithLastError("ended with exit code " + process.exitValue());
    }
  }

  /** Starts the server and returns when it is ready. */
  void start(ServerCommand command, BooleanSupplier ready) {
    launch(command);
    awaitStart(ready);
    if (!process.isAlive()) {
      throw startExceptionWithLastError("ended with exit code " + process.exitValue());
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

  /** Its exit code; it must have ended. */
  int exitCode() {
    return process.exitValue();
  }

  /** Process id of the last started server. */
  long pid() {
    return process.pid();
  }

  /** Stops it and waits; kills it when that takes too long. */
  void stop() {
    if (isAlive()) {
      // not process.destroy(): that closes standard input too, which deletes the folder
      process.toHandle().destroy();
      if (!waitFor(STOP_LIMIT)) {
        kill();
      }
    }
  }

  /** Kills it, as a loss of power would. */
  void kill() {
    if (isAlive()) {
      process.toHandle().destroyForcibly();
      waitFor(STOP_LIMIT);
    }
  }

  /** Suspends it until {@link #resume}; its connections remain open. */
  void suspend() {
    signal("STOP");
  }

  /** Resumes it. */
  void resume() {
    signal("CONT");
  }

  private void signal(String signal) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).start();
      if (kill.waitFor() != 0) {
        throw new IllegalStateException(
            "cannot send SIG%3$s to the %1$s, process %2$d".formatted(name, pid(), signal));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot send SIG" + signal + " to the " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while signalling the " + name, e);
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

  /** The file of its output. */
  Path log() {
    return folder().resolve(name + ".log");
  }

  /** Copies its log into a folder. */
  void copyLog(Path into) {
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
          new ProcessBuilder(command.commandLine(folder(), launcher()))
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
    while (!ready.getAsBoolean() && !waitFor(POLL_INTERVAL)) {
      if (System.nanoTime() > end) {
        kill();
        throw startExceptionWithLastError("was not ready within " + START_LIMIT.toSeconds() + " s");
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

  /** An exception with the last error of the server's log and the path of a copy of the log. */
  private ServerStartException startExceptionWithLastError(String what) {
    try {
      String log = new String(Files.readAllBytes(log()), StandardCharsets.UTF_8);
      Path logCopy = Files.createTempFile("eddyline-" + name + "-", ".log");
      Files.copy(log(), logCopy, StandardCopyOption.REPLACE_EXISTING);
      return new ServerStartException(
          "the local %s %s: %s (all of its log: %s)"
              .formatted(name, what, lastErrorLine(log), logCopy));
    } catch (IOException unreadable) {
      return new ServerStartException(
          "the local %s %s; its log cannot be read".formatted(name, what), unreadable);
    }
  }

  /** The last line with an error, or else the last line. */
  private static String lastErrorLine(String log) {
    List<String> lines = log.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    String last = lines.isEmpty() ? "its log is empty" : lines.get(lines.size() - 1);
    String error =
        lines.stream().filter(ServerProcess::isErrorLine).reduce((a, b) -> b).orElse(last);
    return error.substring(0, Math.min(error.length(), MAX_QUOTED_LOG_LINE_LENGTH));
  }

  private static boolean isErrorLine(String line) {
    return !line.startsWith("at ") && ERROR.matcher(line).find();
  }
}

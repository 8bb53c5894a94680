package dev.eddyline.bench;

import dev.eddyline.config.Setting;
import dev.eddyline.local.ServerMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * One process under test, from its start to its clean shutdown, with a temporary folder for its
 * state and log. It ends on {@link #close} or when this process ends.
 */
final class Run implements AutoCloseable {

  /** JVM options, the same for all compared processes. */
  private static final List<String> JVM = List.of("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g");

  /** Longest time without any progress. */
  static final Duration STANDSTILL = Duration.ofMinutes(2);

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(60);
  private static final int LAST_LINES = 12;

  private final String name;
  private final Path folder;
  private final Process process;
  private final Thread reader;
  private final List<Moment> moments = Collections.synchronizedList(new ArrayList<>());
  private volatile IOException unreadable;

  /** Starts a process whose start offsets are committed. */
  Run(Assignment task, String... moreOfJvm) {
    this(task, SubjectMain.class, moreOfJvm);
  }

  /** Starts another program that reports its progress. */
  Run(Assignment task, Class<?> program, String... moreOfJvm) {
    name = task.application();
    try {
      folder = Files.createTempDirectory("eddyline-bench-");
      Path file = folder.resolve("assignment.properties");
      Path state = folder.resolve("state");
      task.with(Map.of(Setting.STATE_DIR.key(), state.toString())).write(file);
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(JVM);
      command.addAll(List.of(moreOfJvm));
      command.add("-cp");
      command.add(System.getProperty("java.class.path"));
      command.add(ServerMain.class.getName());
      command.add(folder.toString());
      command.add(program.getName());
      command.add(file.toString());
      process = new ProcessBuilder(command).redirectError(log().toFile()).start();
    } catch (IOException full) {
      throw new UncheckedIOException(name + ": its process could not be started", full);
    }
    reader = new Thread(this::read, "bench-reader");
    reader.setDaemon(true);
    reader.start();
  }

  /** Waits until all events are processed and committed; returns the rate of each range. */
  List<Pace> measure(Bed bed, long all, List<Span> spans) {
    await(now -> now.events() >= all && bed.lag(name) == 0, all + " events were committed");
    List<Moment> seen = moments();
    return spans.stream().map(span -> Pace.of(seen, span)).toList();
  }

  /** Waits until it processes records; returns that sample. */
  Moment awaitRunning() {
    return await(now -> now.phase() == Moment.Phase.RUNNING, "a running processor");
  }

  /** All samples so far, in order. */
  List<Moment> moments() {
    synchronized (moments) {
      return List.copyOf(moments);
    }
  }

  /** Waits for a matching sample; throws when the process ends, fails or stalls before it. */
  Moment await(Predicate<Moment> wanted, String what) {
    long limit = System.nanoTime() + STANDSTILL.toNanos();
    Moment before = null;
    while (true) {
      boolean ended = !process.isAlive() && !reader.isAlive();
      Moment now = newest();
      if (now != null && wanted.test(now)) {
        return now;
      }
      if (ended || unreadable != null || now != null && now.phase() == Moment.Phase.FAILED) {
        throw broken("ended before " + what, now);
      }
      if (now != null && (before == null || now.isFurtherThan(before))) {
        limit = System.nanoTime() + STANDSTILL.toNanos();
        before = now;
      } else if (System.nanoTime() > limit) {
        throw broken(
            "made no progress for %d s before %s".formatted(STANDSTILL.toSeconds(), what), now);
      }
      pause();
    }
  }

  /** The newest sample; null before the first. */
  Moment newest() {
    synchronized (moments) {
      return moments.isEmpty() ? null : moments.get(moments.size() - 1);
    }
  }

  private void pause() {
    try {
      reader.join(2);
      if (!reader.isAlive()) {
        process.waitFor(100, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + name, interrupted);
    }
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Moment.in(line).ifPresent(moments::add);
      }
    } catch (IOException closed) {
      unreadable = closed;
    }
  }

  private Path log() {
    return folder.resolve("subject.log");
  }

  private IllegalStateException broken(String what, Moment now) {
    String stood =
        now == null
            ? "it had not reported any progress"
            : "its last state was %s, %.0f events, %d records restored"
                .formatted(now.phase(), now.events(), now.restored());
    return new IllegalStateException(
        "%s %s; %s. Its log ends:%n%s".formatted(name, what, stood, endOfLog()));
  }

  private String endOfLog() {
    try {
      List<String> lines = Files.readAllLines(log());
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    } catch (IOException gone) {
      return "(not readable: " + gone.getMessage() + ")";
    }
  }

  /** Kills it, as a loss of power would. */
  void kill() {
    process.toHandle().destroyForcibly();
  }

  /** Stops it; processed records are committed. Deletes its local state. */
  @Override
  public void close() {
    // an interruption must not stop the clean shutdown
    boolean interrupted = Thread.interrupted();
    try {
      // not process.destroy(): that closes standard input, and the process would halt
      process.toHandle().destroy();
      if (!process.waitFor(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
        throw broken("did not end within %d s".formatted(CLOSE_LIMIT.toSeconds()), newest());
      }
      reader.join();
    } catch (InterruptedException again) {
      kill();
      interrupted = true;
    } finally {
      deleteFolder();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void deleteFolder() {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException left) {
      throw new UncheckedIOException(folder + " could not be removed", left);
    }
  }
}

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
 * One process under test, from its start to its clean end, with a temporary folder for its state
 * and its log. It ends with {@link #close} or with this process, whatever ends that.
 */
final class Run implements AutoCloseable {

  /** The same for all that are held against one another. */
  private static final List<String> JVM = List.of("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g");

  /** Longest time in which nothing at all moves on. */
  static final Duration STANDSTILL = Duration.ofMinutes(2);

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(60);
  private static final int LAST_LINES = 12;

  private final String name;
  private final Path folder;
  private final Process process;
  private final Thread reader;
  private final List<Moment> moments = Collections.synchronizedList(new ArrayList<>());
  private volatile IOException unreadable;

  /** Starts a process whose first offsets are committed. */
  Run(Assignment task, String... moreOfJvm) {
    this(task, SubjectMain.class, moreOfJvm);
  }

  /** The same of another program that tells how it stands. */
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
      throw new UncheckedIOException(name + ": no process could be started for it", full);
    }
    reader = new Thread(this::read, "bench-reader");
    reader.setDaemon(true);
    reader.start();
  }

  /** Waits until so many events are taken and all of the topic is committed; measures each span. */
  List<Pace> measure(Bed bed, long all, List<Span> spans) {
    await(now -> now.events() >= all && bed.lag(name) == 0, all + " events were committed");
    List<Moment> seen = moments();
    return spans.stream().map(span -> Pace.of(seen, span)).toList();
  }

  /** Waits until it takes records, and answers that moment. */
  Moment awaitRunning() {
    return await(now -> now.phase() == Moment.Phase.RUNNING, "a running processor");
  }

  /** All moments so far, in their order. */
  List<Moment> moments() {
    synchronized (moments) {
      return List.copyOf(moments);
    }
  }

  /** Waits for a moment; an error when the process ends, fails or stands still before it. */
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
        throw broken("stood still for %d s before %s".formatted(STANDSTILL.toSeconds(), what), now);
      }
      pause();
    }
  }

  /** The newest moment; null before the first. */
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
            ? "it had told nothing yet"
            : "it stood at %s, %.0f events, %d records restored"
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

  /** Ends it at once, as a loss of power would. */
  void kill() {
    process.toHandle().destroyForcibly();
  }

  /** Ends it; what it had taken is committed. Its local state is gone. */
  @Override
  public void close() {
    // a clean end outlasts an interruption
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

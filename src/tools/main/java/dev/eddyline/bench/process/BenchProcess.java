package dev.eddyline.bench.process;

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
public final class BenchProcess implements AutoCloseable {

  /** JVM options, the same for all compared processes. */
  private static final List<String> JVM_OPTIONS = List.of("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g");

  /** Longest time without any progress. */
  public static final Duration STALL_TIMEOUT = Duration.ofMinutes(2);

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(60);
  private static final int LOG_TAIL_LINES = 12;

  private final String name;
  private final Path folder;
  private final Process process;
  private final Thread reader;
  private final List<ProgressSample> progressSamples =
      Collections.synchronizedList(new ArrayList<>());
  private volatile IOException sampleReadFailure;

  /** Starts a process whose start offsets are committed. */
  public BenchProcess(BenchProcessConfig config, String... extraJvmOptions) {
    this(config, BenchTopologyMain.class, extraJvmOptions);
  }

  /** Starts another program that reports its progress. */
  public BenchProcess(BenchProcessConfig config, Class<?> program, String... extraJvmOptions) {
    name = config.applicationId();
    try {
      folder = Files.createTempDirectory("eddyline-bench-");
      Path file = folder.resolve("assignment.properties");
      Path state = folder.resolve("state");
      config.withSettings(Map.of(Setting.STATE_DIR.key(), state.toString())).write(file);
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(JVM_OPTIONS);
      command.addAll(List.of(extraJvmOptions));
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
    reader = new Thread(this::readSamples, "bench-reader");
    reader.setDaemon(true);
    reader.start();
  }

  /** Waits until all events are processed and committed; returns all samples. */
  public List<ProgressSample> awaitAllEvents(TopicFixture fixture, long totalEvents) {
    await(
        sample -> sample.events() >= totalEvents && fixture.lag(name) == 0,
        totalEvents + " events were committed");
    return progressSamples();
  }

  /** Waits until it processes records; returns that sample. */
  public ProgressSample awaitRunning() {
    return await(sample -> sample.phase() == ProgressSample.Phase.RUNNING, "a running processor");
  }

  /** All samples so far, in order. */
  public List<ProgressSample> progressSamples() {
    synchronized (progressSamples) {
      return List.copyOf(progressSamples);
    }
  }

  /** Waits for a matching sample; throws when the process ends, fails or stalls before it. */
  public ProgressSample await(Predicate<ProgressSample> wanted, String what) {
    long limit = System.nanoTime() + STALL_TIMEOUT.toNanos();
    ProgressSample lastProgress = null;
    while (true) {
      boolean ended = !process.isAlive() && !reader.isAlive();
      ProgressSample sample = newestSample();
      if (sample != null && wanted.test(sample)) {
        return sample;
      }
      if (ended
          || sampleReadFailure != null
          || sample != null && sample.phase() == ProgressSample.Phase.FAILED) {
        throw failureWithLogTail("ended before " + what, sample);
      }
      if (sample != null && (lastProgress == null || sample.hasProgressedSince(lastProgress))) {
        limit = System.nanoTime() + STALL_TIMEOUT.toNanos();
        lastProgress = sample;
      } else if (System.nanoTime() > limit) {
        throw failureWithLogTail(
            "made no progress for %d s before %s".formatted(STALL_TIMEOUT.toSeconds(), what),
            sample);
      }
      pause();
    }
  }

  /** The newest sample; null before the first. */
  public ProgressSample newestSample() {
    synchronized (progressSamples) {
      return progressSamples.isEmpty() ? null : progressSamples.get(progressSamples.size() - 1);
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

  private void readSamples() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        ProgressSample.parse(line).ifPresent(progressSamples::add);
      }
    } catch (IOException closed) {
      sampleReadFailure = closed;
    }
  }

  private Path log() {
    return folder.resolve("subject.log");
  }

  private IllegalStateException failureWithLogTail(String what, ProgressSample sample) {
    String lastState =
        sample == null
            ? "it had not reported any progress"
            : "its last state was %s, %.0f events, %d records restored"
                .formatted(sample.phase(), sample.events(), sample.restoredRecords());
    return new IllegalStateException(
        "%s %s; %s. Its log ends:%n%s".formatted(name, what, lastState, logTail()));
  }

  private String logTail() {
    try {
      List<String> lines = Files.readAllLines(log());
      return String.join(
          "\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size()));
    } catch (IOException gone) {
      return "(not readable: " + gone.getMessage() + ")";
    }
  }

  private void kill() {
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
        throw failureWithLogTail(
            "did not end within %d s".formatted(CLOSE_LIMIT.toSeconds()), newestSample());
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

package dev.eddyline.app;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * {@code eddyline run} as a separate process that can be killed and restarted. It retains its state
 * folder, like a machine after a power failure.
 */
final class RunProcess implements AutoCloseable {

  private final ProcessBuilder builder;
  private Process process;

  /** Starts a processor for the topics of a prefix, with this policy. */
  RunProcess(TestCluster cluster, String prefix, String policy) {
    builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            // it lives for seconds: starting matters more than speed
            "-XX:TieredStopAtLevel=1",
            "-jar",
            "target/eddyline.jar",
            "run",
            "--bootstrap",
            cluster.bootstrap(),
            "--registry",
            cluster.registryUrl(),
            "--set",
            "topic.prefix=" + prefix,
            "--set",
            "application.id=" + group(prefix),
            "--set",
            "policy=" + policy,
            "--set",
            "http.port=0",
            "--set",
            "health.port=0",
            "--set",
            "canary.every=0",
            // after this time the group reassigns the partitions of a killed process
            "--set",
            "session.timeout.ms=2000",
            "--set",
            "heartbeat.interval.ms=500",
            "--set",
            "state.dir=target/test-state/" + prefix + UUID.randomUUID());
    builder.redirectErrorStream(true);
    builder.redirectOutput(
        ProcessBuilder.Redirect.appendTo(new File("target/" + prefix + "run.log")));
    start();
  }

  /** The consumer group of a prefix's processor. */
  static String group(String prefix) {
    return prefix + "eddyline";
  }

  /** Kills the process with SIGKILL and restarts it. */
  void killAndRestart() {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "the processor had ended by itself, with exit code %d: see %s"
              .formatted(process.exitValue(), builder.redirectOutput().file()));
    }
    close();
    start();
  }

  private void start() {
    try {
      process = builder.start();
    } catch (IOException notStarted) {
      throw new UncheckedIOException("cannot start " + builder.command().get(0), notStarted);
    }
  }

  @Override
  public void close() {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a process ended", interrupted);
    }
  }
}

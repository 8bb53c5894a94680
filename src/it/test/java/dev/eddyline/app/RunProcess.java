package dev.eddyline.app;

import java.util.Map;

/** {@code eddyline run} in a separate JVM, started at once. */
final class RunProcess extends CommandProcess {

  private static final int HEAP_MB = 512;

  /** Starts a processor for the topics of a prefix, with this policy. */
  RunProcess(TestCluster cluster, String prefix, String policy) {
    super(
        "run",
        cluster.bootstrap(),
        cluster.registryUrl(),
        prefix,
        HEAP_MB,
        Map.of(
            "policy",
            policy,
            "http.port",
            "0",
            "canary.every",
            "0",
            // after this time the group reassigns the partitions of a killed process
            "session.timeout.ms",
            "10000",
            "heartbeat.interval.ms",
            "3000"));
    start();
  }

  /** The consumer group of a prefix's processor. */
  static String group(String prefix) {
    return prefix + "eddyline";
  }

  /** Kills the process with SIGKILL and restarts it. */
  void killAndRestart() throws InterruptedException {
    kill();
    start();
  }
}

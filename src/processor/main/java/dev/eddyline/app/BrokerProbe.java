package dev.eddyline.app;

import dev.eddyline.work.RestartingThread;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/**
 * Asks the cluster at intervals whether a broker answers. Kafka Streams keeps its state {@code
 * running} for minutes without a broker: its clients only wait.
 */
final class BrokerProbe implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofSeconds(4);

  /** Longest wait for an answer. With the interval, an outage is noticed within 9 s. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration CLEAN_CLOSE = ANSWER_TIMEOUT.plusSeconds(1);
  private static final Duration FORCED_CLOSE = Duration.ofSeconds(2);

  private final Map<String, Object> config;
  private final Readiness readiness;
  private final RestartingThread thread =
      new RestartingThread("broker-probe", it -> run(), this::onFailure, CLEAN_CLOSE, FORCED_CLOSE);

  /**
   * A probe that is not started yet.
   *
   * @param config settings of an admin client
   * @param readiness learns whether a broker answers
   */
  BrokerProbe(Map<String, Object> config, Readiness readiness) {
    this.config = config;
    this.readiness = readiness;
  }

  /**
   * Starts probing.
   *
   * @param onFailure called when an error ended the probe
   */
  void start(Consumer<Throwable> onFailure) {
    thread.withUncaughtErrorListener(onFailure).start();
  }

  private void run() {
    try (Admin admin = Admin.create(config)) {
      thread.repeatUntilClosed(() -> probeOnce(admin));
    }
  }

  private void probeOnce(Admin admin) {
    DescribeClusterOptions options =
        new DescribeClusterOptions().timeoutMs((int) ANSWER_TIMEOUT.toMillis());
    try {
      admin.describeCluster(options).clusterId().get();
      readiness.onBrokerAnswer();
      thread.resetRetryBackoff();
    } catch (ExecutionException noAnswer) {
      readiness.onBrokerSilent();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
    thread.pause(INTERVAL.toMillis());
  }

  private void onFailure(RuntimeException reason, long retryMillis) {
    readiness.onBrokerSilent();
  }

  @Override
  public void close() {
    thread.close();
  }
}

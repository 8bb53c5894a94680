package dev.eddyline.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** An admin client with a time limit for each response and errors that say what to do. */
final class AdminCalls implements AutoCloseable {

  private final Admin admin;
  private final String bootstrapServers;
  private final Duration responseTimeout;

  /**
   * Creates the client without connecting; the limit, more than 0, applies to each response.
   *
   * @throws ClusterUnreachableException when the host is unknown
   * @throws dev.eddyline.config.InvalidSettingException when a property is invalid
   */
  AdminCalls(Map<String, ?> clientConfig, Duration timeout) {
    if (timeout.toMillis() < 1) {
      throw new IllegalArgumentException("limit must be ≥ 1 ms, was " + timeout);
    }
    this.responseTimeout = timeout;
    this.bootstrapServers =
        String.valueOf(clientConfig.get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG));
    Map<String, Object> config = new HashMap<>(clientConfig);
    int limitMs = (int) Math.min(timeout.toMillis(), Integer.MAX_VALUE);
    config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, limitMs);
    config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, limitMs);
    new BootstrapServers(bootstrapServers).requireKnownHost();
    this.admin = KafkaClients.create(config, () -> Admin.create(config));
  }

  Admin admin() {
    return admin;
  }

  /** The time limit of each response. */
  Duration responseTimeout() {
    return responseTimeout;
  }

  /**
   * The response; errors other than a missing cluster or permission are thrown with their cause.
   */
  <T> T await(String what, KafkaFuture<T> answer) throws ExecutionException {
    try {
      return answer.get(2 * responseTimeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting to " + what, e);
    } catch (TimeoutException e) {
      throw new ClusterUnreachableException(
          bootstrapServers, responseTimeout, new TimeoutException("no answer to: " + what));
    } catch (ExecutionException e) {
      throw translateExecutionException(what, e);
    }
  }

  /** The response, empty when the topic does not exist. */
  <T> Optional<T> awaitPresent(String what, KafkaFuture<T> answer) {
    try {
      return Optional.of(await(what, answer));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw new KafkaException(
          "could not " + what + " at " + bootstrapServers + ": " + e.getCause().getMessage(),
          e.getCause());
    }
  }

  private ExecutionException translateExecutionException(String what, ExecutionException e) {
    Throwable cause = e.getCause();
    if (cause instanceof org.apache.kafka.common.errors.TimeoutException) {
      throw new ClusterUnreachableException(bootstrapServers, responseTimeout, cause);
    }
    if (cause instanceof AuthenticationException) {
      throw new ClusterRefusedException(
          what, bootstrapServers, "correct the security.*, sasl.* and ssl.* settings", cause);
    }
    if (cause instanceof AuthorizationException) {
      throw new ClusterRefusedException(
          what,
          bootstrapServers,
          "allow Describe and DescribeConfigs on the topics, and Create for `topics --create`;"
              + " deploy/acls.txt lists what `run` needs",
          cause);
    }
    return e;
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}

package dev.eddyline.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminCallsIT {

  private static final Map<String, Object> CONFIG = Map.of("bootstrap.servers", "127.0.0.1:1");

  private final AdminCalls calls = new AdminCalls(CONFIG, Duration.ofSeconds(1));

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void saysWhichPermissionIsMissing() {
    // Given
    var answer = failed(new TopicAuthorizationException("not authorized"));

    // When // Then
    assertThatExceptionOfType(ClusterRefusedException.class)
        .isThrownBy(() -> calls.await("create topic x", answer))
        .withMessageContaining("at 127.0.0.1:1 refused to create topic x")
        .withMessageContaining("allow Describe and DescribeConfigs");
  }

  @Test
  void namesTheSettingsWhenAuthenticationFails() {
    // Given
    var answer = failed(new SaslAuthenticationException("no such user"));

    // When // Then
    assertThatExceptionOfType(ClusterRefusedException.class)
        .isThrownBy(() -> calls.awaitPresent("describe topic x", answer))
        .withMessageContaining("no such user")
        .withMessageContaining("sasl.*");
  }

  @Test
  void leavesOtherErrorsToTheCaller() {
    // Given
    var answer = failed(new PolicyViolationException("too many"));

    // When // Then
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> calls.await("create topic x", answer))
        .withCauseInstanceOf(PolicyViolationException.class);
  }

  @Test
  void answersEmptyForATopicThatIsNotThere() {
    // Given
    var answer = failed(new UnknownTopicOrPartitionException("x"));

    // When
    Optional<Void> found = calls.awaitPresent("describe topic x", answer);

    // Then
    assertThat(found).isEmpty();
  }

  @Test
  void clusterErrorNamesFailedOperation() {
    // Given
    var answer = failed(new PolicyViolationException("too many"));

    // When // Then
    assertThatExceptionOfType(KafkaException.class)
        .isThrownBy(() -> calls.awaitPresent("describe topic x", answer))
        .withMessage("could not describe topic x at 127.0.0.1:1: too many");
  }

  @Test
  void saysThatAnAddressCannotBeResolved() {
    // Given
    Map<String, Object> config = Map.of("bootstrap.servers", "host.invalid:9092");

    // When // Then
    assertThatExceptionOfType(ClusterUnreachableException.class)
        .isThrownBy(() -> new AdminCalls(config, Duration.ofSeconds(1)))
        .withMessageContaining("unknown host: host.invalid")
        .withMessageContaining("bootstrap");
  }

  @Test
  void rejectsZeroTimeLimit() {
    // When // Then
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AdminCalls(CONFIG, Duration.ZERO))
        .withMessage("limit must be ≥ 1 ms, was PT0S");
  }

  private static KafkaFuture<Void> failed(RuntimeException cause) {
    KafkaFutureImpl<Void> answer = new KafkaFutureImpl<>();
    answer.completeExceptionally(cause);
    return answer;
  }
}

package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/** Why it is unknown whether an erasure erased state. */
class ErasedStateProbeTest {

  @Test
  void onlyMissingRightsAreBlamedOnTheKafkaUser() {
    // Given
    TopicAuthorizationException missing = new TopicAuthorizationException(Set.of("x-changelog"));
    TimeoutException slow = new TimeoutException("no answer in 30 s");

    // When / Then
    assertThat(ErasedStateProbe.obstacle(missing)).contains("Kafka user", "x-changelog");
    assertThat(ErasedStateProbe.obstacle(new ExecutionException(missing)))
        .isEqualTo(ErasedStateProbe.obstacle(missing));
    assertThat(ErasedStateProbe.obstacle(new ExecutionException(slow)))
        .contains("no answer in 30 s")
        .doesNotContain("Kafka user");
  }
}

package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

/** Messages about a right that turns out to be missing. */
class MissingRightExceptionTest {

  @Test
  void theTopicIsNamed() {
    assertThat(messageFor(new TopicAuthorizationException(Set.of("loop-verdicts"))))
        .contains("Read or Write on topics loop-verdicts; see deploy/acls.txt");
  }

  @Test
  void theGroupIsNamed() {
    assertThat(messageFor(GroupAuthorizationException.forGroupId("other")))
        .contains("Read on group other;");
  }

  @Test
  void transactionalIdsAreNamedByTheirPrefix() {
    assertThat(messageFor(new TransactionalIdAuthorizationException("no")))
        .contains("Write on transactional ids that begin with eddyline-;");
  }

  @Test
  void withoutDetailsTheFailedActionIsNamed() {
    assertThat(messageFor(new TopicAuthorizationException("Authorization failed.")))
        .contains("needs: the attempt failed; see");
  }

  @Test
  void otherFailuresAreNotReportedAsAMissingRight() {
    // When
    Optional<MissingRightException> found =
        MissingRightException.findIn(new StreamsException("disk full"), "eddyline");

    // Then
    assertThat(found).isEmpty();
  }

  private static String messageFor(KafkaException cause) {
    StreamsException failure = new StreamsException("the attempt failed", cause);
    return MissingRightException.findIn(failure, "eddyline").orElseThrow().getMessage();
  }
}

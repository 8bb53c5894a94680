package dev.eddyline.console.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.console.web.ApiException;
import dev.eddyline.registry.SchemaRejectedException;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.UserMessage;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;

/** Errors for the sender of events that were not published. */
class EventPublisherTest {

  private static final List<AgentEvent> EVENTS =
      List.of(
          AgentEvent.newBuilder()
              .setEventId("e1")
              .setTaskId("t")
              .setAgentId("a")
              .setOccurredAt(Instant.EPOCH)
              .setBody(new UserMessage("x"))
              .build());

  @Test
  void reportsTooLargeEvent() {
    // When
    ApiException refused =
        EventPublisher.toApiException(
            new ExecutionException(new RecordTooLargeException("x")), EVENTS);

    // Then
    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.getMessage()).contains("never");
  }

  @Test
  void reportsSchemaRejectedByRegistry() {
    assertThat(
            EventPublisher.toApiException(new SchemaRejectedException("s", "r"), EVENTS).status())
        .isEqualTo(400);
  }

  @Test
  void timeoutErrorNamesEventsThatMayBePublished() {
    // When
    ApiException late = EventPublisher.toApiException(new TimeoutException(), EVENTS);

    // Then
    assertThat(late.status()).isEqualTo(503);
    assertThat(late.json().eventIds()).containsExactly("e1");
  }
}

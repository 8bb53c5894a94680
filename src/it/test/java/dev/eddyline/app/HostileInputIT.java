package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Invalid and extreme input over a real broker. */
class HostileInputIT {

  @RegisterExtension static final RunningApplication RUNNING = new RunningApplication("hostile-");

  private final Application application = RUNNING.application();
  private final EventFeed feed = RUNNING.feed();

  @Test
  void invalidRecordsAreDeadLettered_andValidOnesAreProcessed() {
    // Given
    String task = "among-bad";
    byte[] key = task.getBytes(StandardCharsets.UTF_8);
    byte[] good = feed.encode(TopicRole.AGENT_EVENTS, JsonEvents.failure(task, "one"));
    byte[] wrongMagic = good.clone();
    wrongMagic[0] = 7;
    byte[] unknownId = good.clone();
    ByteBuffer.wrap(unknownId).putInt(1, 987_654);

    // When
    feed.send(JsonEvents.failure(task, "same"));
    feed.publishBytes(TopicRole.AGENT_EVENTS, null, key, Arrays.copyOf(good, good.length - 7));
    feed.publishBytes(TopicRole.AGENT_EVENTS, null, key, wrongMagic);
    feed.publishBytes(TopicRole.AGENT_EVENTS, null, key, unknownId);
    feed.send(JsonEvents.failure(task, "same"));
    feed.publishBytes(TopicRole.AGENT_EVENTS, null, key, null);
    feed.publishBytes(TopicRole.AGENT_EVENTS, 0, null, good);
    feed.publishBytes(TopicRole.AGENT_EVENTS, null, key, withoutMessage(task));
    feed.publishBytes(
        TopicRole.AGENT_EVENTS, null, "another".getBytes(StandardCharsets.UTF_8), good);
    feed.send(JsonEvents.failure(task, "same"));

    // Then
    await().until(() -> !feed.gatesOf(task).isEmpty());
    await().until(() -> reasons().size() >= 7);
    assertThat(reasons())
        .anyMatch(reason -> reason.contains("magic byte"))
        .anyMatch(reason -> reason.contains("987654"))
        .anyMatch(reason -> reason.contains("value is required"))
        .anyMatch(reason -> reason.contains("key is required"))
        .anyMatch(reason -> reason.contains("message"))
        .anyMatch(reason -> reason.contains("key must equal taskId"));
    assertThat(feed.deadLetters())
        .anyMatch(letter -> Arrays.equals(letter.value(), wrongMagic))
        .anyMatch(letter -> Arrays.equals(letter.value(), unknownId));
  }

  @Test
  void aMessageOfFiveMegabytesIsAccepted_andStoredAsAnExcerpt() {
    // Given
    String task = "huge";
    String message = "x".repeat(5_000_000);

    // When
    for (int i = 0; i < 3; i++) {
      feed.send(JsonEvents.failure(task, message));
    }

    // Then
    await().until(() -> !feed.gatesOf(task).isEmpty());
    assertThat(feed.verdictsOf(task).get(0).getEvidence())
        .allMatch(e -> e.getWhat().length() <= 200);
  }

  @Test
  void longLocationsAndManyAgentsDoNotStopThePartition() {
    // Given: a location that no compression makes small
    String task = "huge-places";
    byte[] noise = new byte[1_200_000];
    new java.util.Random(7).nextBytes(noise);
    AgentEvent event = JsonEvents.failure(task, "somewhere");
    ((FailureReported) event.getBody()).setLocation(HexFormat.of().formatHex(noise));

    // When
    feed.send(event);
    for (int agent = 0; agent < 100; agent++) {
      AgentEvent same = JsonEvents.failure(task, "same");
      same.setAgentId("agent " + agent + "x".repeat(900));
      feed.send(same);
    }
    feed.send(JsonEvents.success(task));

    // Then
    await().until(() -> feed.resets().stream().anyMatch(reset -> reset.getTaskId().equals(task)));
    assertThat(feed.verdictsOf(task)).last().extracting(v -> v.getAgents().size()).isEqualTo(8);
    assertThat(application.failed()).isFalse();
  }

  @Test
  void futureTimesAreClamped_andTimesBefore2000DeadLettered() {
    // Given
    String task = "times";
    Instant future = Instant.parse("3000-01-01T00:00:00Z");

    // When
    feed.send(JsonEvents.failure(task, "same", "t1", future));
    feed.send(JsonEvents.failure(task, "same", "t2", future));
    feed.send(JsonEvents.failure(task, "same", "t3", Instant.EPOCH));
    feed.send(JsonEvents.failure(task, "same", "t4", future));

    // Then
    await().until(() -> feed.verdictsOf(task).size() == 2);
    assertThat(feed.verdictsOf(task))
        .extracting(LoopVerdict::getEventId)
        .containsExactly("t2", "t4");
    assertThat(feed.verdictsOf(task).get(0).getOccurredAt())
        .isBefore(Instant.now().plusSeconds(60));
    assertThat(feed.deadLetters())
        .filteredOn(letter -> text(letter.key()).equals(task))
        .singleElement()
        .extracting(letter -> text(letter.headers().lastHeader("__streams.errors.message").value()))
        .asString()
        .startsWith("occurredAt must be ≥ 2000-01-01T00:00:00Z, was 1970-01-01T00:00:00Z");
  }

  private byte[] withoutMessage(String task) {
    Schema body =
        SchemaBuilder.record("FailureReported")
            .namespace("dev.eddyline.schema")
            .fields()
            .endRecord();
    Schema schema =
        SchemaBuilder.record("AgentEvent")
            .namespace("dev.eddyline.schema")
            .fields()
            .requiredString("eventId")
            .requiredString("taskId")
            .name("occurredAt")
            .type(AgentEvent.SCHEMA$.getField("occurredAt").schema())
            .noDefault()
            .name("body")
            .type(Schema.createUnion(body))
            .noDefault()
            .endRecord();
    GenericData.Record event = new GenericData.Record(schema);
    event.put("eventId", "without-message");
    event.put("taskId", task);
    event.put("occurredAt", 0L);
    event.put("body", new GenericData.Record(body));
    try {
      int id = feed.registry().idOf("foreign-value", schema);
      var bytes = new java.io.ByteArrayOutputStream();
      bytes.write(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
      var encoder = EncoderFactory.get().binaryEncoder(bytes, null);
      new GenericDatumWriter<GenericData.Record>(schema).write(event, encoder);
      encoder.flush();
      return bytes.toByteArray();
    } catch (java.io.IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private List<String> reasons() {
    return feed.deadLetters().stream().map(HostileInputIT::reason).toList();
  }

  private static String reason(ConsumerRecord<byte[], byte[]> letter) {
    return text(letter.headers().lastHeader("__streams.errors.message").value());
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }
}

package dev.eddyline.verify;

import dev.eddyline.engine.RecordEvents;
import dev.eddyline.inputs.EventDeserializer;
import dev.eddyline.inputs.EventValue;
import dev.eddyline.inputs.RecordOrigin;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.task.BadInputException;
import dev.eddyline.topology.DeadLetterHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * A committed record with its position.
 *
 * @param position its position
 * @param timestamp the record's timestamp, epoch milliseconds
 * @param key its key, or null
 * @param value its value; null when it is missing, unreadable or incomplete
 * @param result the second event of a JSON record of type tool_call
 */
public record CommittedRecord(
    TopicPosition position,
    long timestamp,
    String key,
    SpecificRecord value,
    Optional<AgentEvent> result) {

  public CommittedRecord {
    Objects.requireNonNull(position, "position");
    Objects.requireNonNull(result, "result");
  }

  /** A record with one value. */
  public CommittedRecord(TopicPosition position, long timestamp, String key, SpecificRecord value) {
    this(position, timestamp, key, value, Optional.empty());
  }

  /** A record of agent-events or gate-decisions, in any format. */
  public static CommittedRecord ofEvents(
      ConsumerRecord<byte[], byte[]> record, EventDeserializer values) {
    TopicPosition position = new TopicPosition(record.topic(), record.partition(), record.offset());
    String key = record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8);
    RecordEvents events = RecordEvents.ofEvent(key, null);
    try {
      EventValue value = values.deserialize(record.topic(), record.headers(), record.value());
      if (value != null) {
        events =
            value.completeFrom(
                new RecordOrigin(
                    key, record.topic(), record.partition(), record.offset(), record.timestamp()));
      }
    } catch (SerializationException | BadInputException unreadable) {
      // the verifier checks that it is dead-lettered
    }
    return new CommittedRecord(
        position, record.timestamp(), events.key(), events.event(), events.result());
  }

  /** The events of a record of agent-events or gate-decisions. */
  RecordEvents events() {
    return new RecordEvents(key, (AgentEvent) value, result);
  }

  /** A position in a topic, printed as {@code topic partition@offset}. */
  public record TopicPosition(String topic, int partition, long offset) {

    public TopicPosition {
      Objects.requireNonNull(topic, "topic");
    }

    /**
     * The position at which a dead-lettered record was processed, from its headers: on the signals
     * topic if it was re-routed.
     */
    public static TopicPosition ofDeadLetter(Headers deadLetter) {
      Header rerouted = deadLetter.lastHeader(DeadLetterHeaders.REROUTED_AS);
      if (rerouted != null) {
        return parse(new String(rerouted.value(), StandardCharsets.UTF_8));
      }
      return new TopicPosition(
          header(deadLetter, "topic"),
          Integer.parseInt(header(deadLetter, "partition")),
          Long.parseLong(header(deadLetter, "offset")));
    }

    private static TopicPosition parse(String position) {
      String[] parts = position.split("[ @]");
      return new TopicPosition(parts[0], Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
    }

    private static String header(Headers deadLetter, String name) {
      byte[] value = deadLetter.lastHeader("__streams.errors." + name).value();
      return new String(value, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
      return "%s %d@%d".formatted(topic, partition, offset);
    }
  }
}

package dev.eddyline.outputs;

import dev.eddyline.json.Doc;
import dev.eddyline.metrics.DeadLetterReason;
import org.jspecify.annotations.Nullable;

/**
 * A dead-lettered record: why it was dead-lettered, and the part of it that could be decoded. It
 * has ids and names only, no other text of the event.
 *
 * @param id its partition and offset on the dead-letter topic
 * @param at the record's timestamp, epoch milliseconds
 * @param topic the topic on which it was written; null if unknown
 * @param partition its partition there; null if unknown
 * @param offset its offset there; null if unknown
 * @param kind why it was dead-lettered
 * @param reason which field, what was wrong, what is allowed
 * @param key its key, shortened; null for none, or one that is not UTF-8 text
 * @param bytes the size of its value in bytes
 * @param part what could be decoded
 */
public record DeadLetter(
    String id,
    long at,
    @Nullable String topic,
    @Nullable Integer partition,
    @Nullable Long offset,
    DeadLetterReason kind,
    String reason,
    @Nullable String key,
    int bytes,
    Part part) {

  /** The format of a value. */
  @Doc("The format of a value; `other` if it could not be decoded.")
  public enum Format {
    /** Confluent Avro that the registry can decode. */
    AVRO,
    /** A JSON object, possibly a CloudEvent. */
    JSON,
    /** Without a value. */
    EMPTY,
    /** None of these. */
    OTHER
  }

  /** The decoded part of a record; what is absent or not a text is null. */
  @Doc("Ids and names that could be decoded, each 200 characters at most; no other text.")
  public record Part(
      Format format,
      @Doc("The name of its Avro schema.") @Nullable String schema,
      @Doc("Its task.") @Nullable String taskId,
      @Doc("Its agent.") @Nullable String agentId,
      @Doc("Its workflow.") @Nullable String workflow,
      @Doc("Its type.") @Nullable String type,
      @Doc("Its event id.") @Nullable String eventId) {

    /** Nothing could be decoded. */
    static Part of(Format format) {
      return new Part(format, null, null, null, null, null, null);
    }
  }
}

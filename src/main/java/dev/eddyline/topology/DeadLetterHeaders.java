package dev.eddyline.topology;

import dev.eddyline.metrics.DeadLetterReason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * Sets the headers of a dead letter: in addition to the record's coordinates, the exception's class
 * and Eddyline's own reason. A stack trace, and the message of an unexpected exception, may quote
 * the record.
 */
final class DeadLetterHeaders {

  private static final String PREFIX = "__streams.errors.";

  private DeadLetterHeaders() {}

  /** Removes all other error details from dead letters that Kafka Streams created. */
  static void replaceErrorDetails(
      List<ProducerRecord<byte[], byte[]>> deadLetters, Exception failure, DeadLetterReason kind) {
    byte[] reason = safeReason(failure, kind).getBytes(StandardCharsets.UTF_8);
    for (ProducerRecord<byte[], byte[]> deadLetter : deadLetters) {
      Headers headers = deadLetter.headers();
      headers.remove(PREFIX + "stacktrace");
      headers.remove(PREFIX + "message");
      headers.add(PREFIX + "message", reason);
    }
  }

  /** Why a record is dead-lettered, without any of its text. */
  static String safeReason(Exception failure, DeadLetterReason kind) {
    String reason = failure.getMessage();
    return kind == DeadLetterReason.FAILED || reason == null
        ? "unexpected " + failure.getClass().getSimpleName()
        : reason;
  }
}

package dev.eddyline.topology;

import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StrayEvaluation;
import dev.eddyline.schema.StrayRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Sets the headers of a dead letter: in addition to the record's coordinates, the exception's class
 * and Eddyline's own reason. A stack trace, and the message of an unexpected exception, may quote
 * the record.
 */
public final class DeadLetterHeaders {

  /** Header of a re-routed record: its coordinates on the signals topic. */
  public static final String REROUTED_AS = "eddyline.rerouted.as";

  private static final String PREFIX = "__streams.errors.";

  /** What Kafka Streams names besides the message and the stack trace. */
  private static final List<String> DETAILS = List.of("exception", "topic", "partition", "offset");

  private DeadLetterHeaders() {}

  /** Removes all other error details from dead letters that Kafka Streams created. */
  static void replaceErrorDetails(
      List<ProducerRecord<byte[], byte[]>> deadLetters, Exception failure, DeadLetterReason kind) {
    String reason = safeReason(failure, kind);
    for (ProducerRecord<byte[], byte[]> deadLetter : deadLetters) {
      Headers headers = deadLetter.headers();
      removeSendersOwn(headers);
      headers.remove(PREFIX + "stacktrace");
      replace(headers, "message", reason);
    }
  }

  /** Removes error details that the record came with: Kafka Streams appends its own to them. */
  private static void removeSendersOwn(Headers headers) {
    List<Header> details =
        DETAILS.stream()
            .map(name -> headers.lastHeader(PREFIX + name))
            .filter(Objects::nonNull)
            .toList();
    for (Header header : headers.toArray()) {
      if (header.key().startsWith(PREFIX)) {
        headers.remove(header.key());
      }
    }
    details.forEach(headers::add);
  }

  /**
   * Replaces the coordinates of a signal with those of the record that it re-routes, so that the
   * sender finds its record.
   */
  static void restoreCoordinates(List<ProducerRecord<byte[], byte[]>> deadLetters, Signal signal) {
    if (signal.getBody() instanceof StrayRecord stray) {
      restoreCoordinates(deadLetters, stray.getTopic(), stray.getPartition(), stray.getOffset());
    } else if (signal.getBody() instanceof StrayEvaluation stray) {
      restoreCoordinates(deadLetters, stray.getTopic(), stray.getPartition(), stray.getOffset());
    }
  }

  private static void restoreCoordinates(
      List<ProducerRecord<byte[], byte[]>> deadLetters, String topic, int partition, long offset) {
    for (ProducerRecord<byte[], byte[]> deadLetter : deadLetters) {
      Headers headers = deadLetter.headers();
      String signal =
          "%s %s@%s"
              .formatted(
                  text(headers, "topic"), text(headers, "partition"), text(headers, "offset"));
      headers.remove(REROUTED_AS);
      headers.add(REROUTED_AS, signal.getBytes(StandardCharsets.UTF_8));
      replace(headers, "topic", topic);
      replace(headers, "partition", Integer.toString(partition));
      replace(headers, "offset", Long.toString(offset));
    }
  }

  private static String text(Headers headers, String name) {
    return new String(headers.lastHeader(PREFIX + name).value(), StandardCharsets.UTF_8);
  }

  private static void replace(Headers headers, String name, String value) {
    headers.remove(PREFIX + name);
    headers.add(PREFIX + name, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Why a record is dead-lettered, without any of its text. */
  static String safeReason(Exception failure, DeadLetterReason kind) {
    String reason = failure.getMessage();
    return kind == DeadLetterReason.FAILED || reason == null
        ? "unexpected " + failure.getClass().getSimpleName()
        : reason;
  }
}

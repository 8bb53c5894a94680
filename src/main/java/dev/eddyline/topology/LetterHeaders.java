package dev.eddyline.topology;

import dev.eddyline.metrics.DeadLetterReason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * What the headers of a dead letter say beside the record's place: the exception's class and
 * Eddyline's own reason. A stack trace, and what an unexpected exception says, may quote the
 * record.
 */
final class LetterHeaders {

  private static final String PREFIX = "__streams.errors.";

  private LetterHeaders() {}

  /** Takes out of letters that Kafka Streams made what else they say. */
  static void reduce(
      List<ProducerRecord<byte[], byte[]>> letters, Exception failure, DeadLetterReason kind) {
    byte[] reason = reason(failure, kind).getBytes(StandardCharsets.UTF_8);
    for (ProducerRecord<byte[], byte[]> letter : letters) {
      Headers headers = letter.headers();
      headers.remove(PREFIX + "stacktrace");
      headers.remove(PREFIX + "message");
      headers.add(PREFIX + "message", reason);
    }
  }

  /** Why a record is set aside, without any of its text. */
  static String reason(Exception failure, DeadLetterReason kind) {
    String reason = failure.getMessage();
    return kind == DeadLetterReason.FAILED || reason == null
        ? "unexpected " + failure.getClass().getSimpleName()
        : reason;
  }
}

package dev.eddyline.erasure;

import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Deletes a dead letter that mentions the subject in its key, its value or its headers. A record
 * that could not be read may have the name anywhere.
 */
final class DeadLetterEraser implements RecordEraser {

  /** Headers with the coordinates and the kind of failure: these have no names. */
  private static final Set<String> RECORD_COORDINATE_HEADERS =
      Set.of(
          "__streams.errors.topic",
          "__streams.errors.partition",
          "__streams.errors.offset",
          "__streams.errors.exception");

  private final NameMatcher mentions;
  private final JsonNameMatcher mentionsInJson;

  DeadLetterEraser(ErasureSubject subject) {
    mentions = new NameMatcher(subject.id());
    mentionsInJson = new JsonNameMatcher(mentions);
  }

  @Override
  public ErasureAction actionFor(ConsumerRecord<byte[], byte[]> letter) {
    return mentions.isIn(letter.key())
            || mentions.isIn(letter.value())
            || mentionsInJson.isIn(letter.value())
            || isInHeaders(letter)
        ? ErasureAction.DELETE
        : ErasureAction.RETAIN;
  }

  private boolean isInHeaders(ConsumerRecord<byte[], byte[]> letter) {
    for (Header header : letter.headers()) {
      if (!RECORD_COORDINATE_HEADERS.contains(header.key()) && mentions.isIn(header.value())) {
        return true;
      }
    }
    return false;
  }
}

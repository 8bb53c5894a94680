package dev.eddyline.bench;

import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.Signal;
import dev.eddyline.topics.TopicRole;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Questions to the models and their answers, as committed in a fixture's topics. For one thread.
 */
final class Asked {

  private final Set<String> questions = new HashSet<>();
  private final Set<String> answers = new HashSet<>();
  private long texts;
  private long textsOfFirst;
  private long firstAt = Long.MAX_VALUE;
  private long lastAt;

  /** All traffic of the sentence model in a fixture. */
  static Asked on(Bed bed) {
    Asked asked = new Asked();
    var signals = AvroSerde.of(Signal.class, bed.registry()).deserializer();
    Committed.readAll(
        bed.bootstrap(),
        List.of(bed.topics().name(TopicRole.EDDYLINE_SIGNALS)),
        record ->
            asked.take(signals.deserialize(record.topic(), record.value()), record.timestamp()));
    return asked;
  }

  /**
   * Adds a signal.
   *
   * @param at record timestamp, epoch milliseconds
   */
  void take(Signal signal, long at) {
    if (signal.getBody() instanceof MeaningRequested question) {
      questions.add(question.getEventId());
    } else if (signal.getBody() instanceof MeaningFound answer) {
      answers.add(answer.getEventId());
      texts += answer.getVectors().size();
      if (at < firstAt) {
        firstAt = at;
        textsOfFirst = answer.getVectors().size();
      }
      lastAt = Math.max(lastAt, at);
    }
  }

  /** Number of events with a question to the sentence model. */
  long questions() {
    return questions.size();
  }

  /** Number of questions without an answer. */
  long lost() {
    return questions.stream().filter(question -> !answers.contains(question)).count();
  }

  /** Texts processed per second, from the first answer to the last; 0 without answers. */
  double textsPerSecond() {
    return lastAt > firstAt ? (texts - textsOfFirst) * 1e3 / (lastAt - firstAt) : 0;
  }

  /** Number of committed records of a topic. */
  static long records(Bed bed, TopicRole topic) {
    AtomicLong records = new AtomicLong();
    Committed.readAll(
        bed.bootstrap(),
        List.of(bed.topics().name(topic)),
        (ConsumerRecord<byte[], byte[]> record) -> records.incrementAndGet());
    return records.get();
  }
}

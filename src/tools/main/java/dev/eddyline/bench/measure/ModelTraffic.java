package dev.eddyline.bench.measure;

import dev.eddyline.bench.process.CommittedReader;
import dev.eddyline.bench.process.TopicFixture;
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
final class ModelTraffic {

  private final Set<String> questions = new HashSet<>();
  private final Set<String> answers = new HashSet<>();
  private long texts;
  private long firstAnswerTextCount;
  private long firstAnswerTimeMillis = Long.MAX_VALUE;
  private long lastAnswerTimeMillis;

  /** All traffic of the sentence model in a fixture. */
  static ModelTraffic readFromFixture(TopicFixture fixture) {
    ModelTraffic traffic = new ModelTraffic();
    var signals = AvroSerde.of(Signal.class, fixture.registry()).deserializer();
    CommittedReader.readAll(
        fixture.bootstrap(),
        List.of(fixture.topics().name(TopicRole.EDDYLINE_SIGNALS)),
        record ->
            traffic.addSignal(
                signals.deserialize(record.topic(), record.value()), record.timestamp()));
    return traffic;
  }

  /**
   * Adds a signal.
   *
   * @param timestampMs record timestamp, epoch milliseconds
   */
  void addSignal(Signal signal, long timestampMs) {
    if (signal.getBody() instanceof MeaningRequested question) {
      questions.add(question.getEventId());
    } else if (signal.getBody() instanceof MeaningFound answer) {
      answers.add(answer.getEventId());
      texts += answer.getVectors().size();
      if (timestampMs < firstAnswerTimeMillis) {
        firstAnswerTimeMillis = timestampMs;
        firstAnswerTextCount = answer.getVectors().size();
      }
      lastAnswerTimeMillis = Math.max(lastAnswerTimeMillis, timestampMs);
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
    return lastAnswerTimeMillis > firstAnswerTimeMillis
        ? (texts - firstAnswerTextCount) * 1e3 / (lastAnswerTimeMillis - firstAnswerTimeMillis)
        : 0;
  }

  /** Number of committed records of a topic. */
  static long countRecords(TopicFixture fixture, TopicRole topic) {
    AtomicLong records = new AtomicLong();
    CommittedReader.readAll(
        fixture.bootstrap(),
        List.of(fixture.topics().name(topic)),
        (ConsumerRecord<byte[], byte[]> record) -> records.incrementAndGet());
    return records.get();
  }
}

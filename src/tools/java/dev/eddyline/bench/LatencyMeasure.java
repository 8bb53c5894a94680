package dev.eddyline.bench;

import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Measures reply latency at a constant event rate (open loop). Latency counts from when an event
 * was due, so that a pause counts for all events that it delays.
 */
final class LatencyMeasure {

  private static final Duration POLL = Duration.ofMillis(5);

  private final Stage stage;
  private final Capacity capacity;

  /**
   * @param capacity the events come at half of its rate
   */
  LatencyMeasure(Stage stage, Capacity capacity) {
    this.stage = stage;
    this.capacity = capacity;
  }

  /** Measures tasks and subtasks of a variant at a commit interval in milliseconds. */
  List<BenchReport.Latency> measure(Subject subject, int commitMs) {
    double rate = capacity.eventsPerSecond() / 2;
    stage.tell(
        "Replies of %s, commit interval %d ms, %,.0f events/s…", subject.title(), commitMs, rate);
    int events = (int) Math.ceil(OpenLoop.inAll(rate * stage.plan().seconds()));
    Load load = stage.load(stage.plan().few(), stage.plan().fill(), events);
    try (Bed bed = stage.bed("latency-" + subject.key() + "-" + commitMs)) {
      Assignment task =
          bed.assignment(subject, "answers", capacity.published())
              .with(stage.plan().settings())
              .with(Map.of("commit.interval.ms", Integer.toString(commitMs)));
      bed.begin(task.application(), false);
      Map<TopicPartition, Long> from = bed.offsets(bed.output(subject), OffsetSpec.latest());
      try (Run run = new Run(task);
          KafkaConsumer<byte[], byte[]> consumer = Committed.consumer(bed.bootstrap())) {
        run.awaitRunning();
        OpenLoop loop = new OpenLoop(bed, load, rate, () -> (long) run.newest().events());
        consumer.assign(from.keySet());
        from.forEach(consumer::seek);
        Function<ConsumerRecord<byte[], byte[]>, String> eventId = eventIds(bed, subject);
        Thread sending = loop.start();
        try {
          long limit = System.nanoTime() + Run.STANDSTILL.toNanos();
          while (!loop.isAnswered()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
              loop.answered(eventId.apply(record));
              limit = System.nanoTime() + Run.STANDSTILL.toNanos();
            }
            // throws when the processor has ended or failed
            run.await(now -> true, "all replies");
            loop.check(limit, task.application());
          }
        } finally {
          sending.interrupt();
        }
        return latencies(subject, commitMs, rate, loop);
      }
    }
  }

  private static List<BenchReport.Latency> latencies(
      Subject subject, int commitMs, double rate, OpenLoop loop) {
    List<BenchReport.Latency> latencies = new ArrayList<>();
    latencies.add(BenchReport.Latency.of(subject.title(), commitMs, rate, loop.ofTasks()));
    if (subject == Subject.EDDYLINE) {
      latencies.add(
          BenchReport.Latency.of(
              subject.title() + BenchReport.SUBTASK, commitMs, rate, loop.ofSubtasks()));
    }
    return latencies;
  }

  private static Function<ConsumerRecord<byte[], byte[]>, String> eventIds(
      Bed bed, Subject subject) {
    if (subject == Subject.EDDYLINE) {
      var verdicts = AvroSerde.of(LoopVerdict.class, bed.registry()).deserializer();
      return record -> verdicts.deserialize(record.topic(), record.value()).getEventId();
    }
    var events = AvroSerde.of(AgentEvent.class, bed.registry()).deserializer();
    return record -> events.deserialize(record.topic(), record.value()).getEventId();
  }
}

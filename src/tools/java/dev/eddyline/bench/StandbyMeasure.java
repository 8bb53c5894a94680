package dev.eddyline.bench;

import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Measures how soon each partition publishes verdicts again after one of two processors is killed.
 *
 * <p>The group always waits until the killed one's session and its open transaction time out.
 */
final class StandbyMeasure {

  /** Session timeout of a dead member. */
  static final int SESSION_MS = 10_000;

  private static final Duration POLL = Duration.ofMillis(20);
  private static final int ASKING = 64;

  private final Stage stage;

  StandbyMeasure(Stage stage) {
    this.stage = stage;
  }

  BenchReport.Standby measure() {
    return new BenchReport.Standby(SESSION_MS, gap(0), gap(1));
  }

  private double gap(int replicas) {
    Load load = stage.load(stage.plan().tasks(), stage.plan().fill(), 0);
    try (Bed bed = stage.bed("standby-" + replicas)) {
      bed.publish(load);
      Assignment task =
          bed.assignment(Subject.EDDYLINE, "pair", 0)
              .with(stage.plan().settings())
              .with(
                  Map.of(
                      "num.standby.replicas", Integer.toString(replicas),
                      "num.stream.threads", "1",
                      "consumer.session.timeout.ms", Integer.toString(SESSION_MS),
                      "consumer.heartbeat.interval.ms", Integer.toString(SESSION_MS / 4)));
      bed.begin(task.application(), true);
      stage.tell("Two processors with %d standby replicas, one is killed…", replicas);
      try (Run one = new Run(task);
          Run other = new Run(task)) {
        awaitCaughtUp(bed, task.application(), one, other);
        return killAndAwait(bed, one);
      }
    }
  }

  private static void awaitCaughtUp(Bed bed, String application, Run one, Run other) {
    long least = Long.MAX_VALUE;
    long limit = System.nanoTime() + Run.STANDSTILL.toNanos();
    while (true) {
      one.awaitRunning();
      other.awaitRunning();
      long lag = bed.lag(application);
      if (lag == 0) {
        return;
      }
      if (lag < least) {
        least = lag;
        limit = System.nanoTime() + Run.STANDSTILL.toNanos();
      } else if (System.nanoTime() > limit) {
        throw new IllegalStateException(
            "standby: no event was committed for %d s, lag is %d"
                .formatted(Run.STANDSTILL.toSeconds(), lag));
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** Probes all partitions, kills when all have replied, and waits until all reply again. */
  @SuppressWarnings("FutureReturnValueIgnored") // an unpublished probe gets no reply in time
  private static double killAndAwait(Bed bed, Run victim) {
    var verdicts = AvroSerde.of(LoopVerdict.class, bed.registry()).deserializer();
    Map<TopicPartition, Long> from = bed.offsets(bed.output(Subject.EDDYLINE), OffsetSpec.latest());
    try (KafkaConsumer<byte[], byte[]> consumer = Committed.consumer(bed.bootstrap());
        KafkaProducer<String, AgentEvent> producer = bed.producer(Map.of())) {
      consumer.assign(from.keySet());
      from.forEach(consumer::seek);
      long killedAt = 0;
      int askedAtKill = Integer.MAX_VALUE;
      Map<Integer, Long> firstAnswers = new HashMap<>();
      long limit = System.nanoTime() + Run.STANDSTILL.toNanos();
      for (int asked = 0; firstAnswers.size() < Bed.PARTITIONS || killedAt == 0; asked++) {
        if (killedAt == 0 && firstAnswers.size() == Bed.PARTITIONS) {
          victim.kill();
          killedAt = System.nanoTime();
          askedAtKill = asked;
          firstAnswers.clear();
          limit = killedAt + Run.STANDSTILL.toNanos();
        }
        if (System.nanoTime() > limit) {
          throw new IllegalStateException(
              "standby: %d of %d partitions published verdicts within %d s %s the kill"
                  .formatted(
                      firstAnswers.size(),
                      Bed.PARTITIONS,
                      Run.STANDSTILL.toSeconds(),
                      killedAt == 0 ? "before" : "after"));
        }
        AgentEvent question = Questions.of("standby-" + asked % ASKING, "standby-" + asked);
        producer.send(
            new ProducerRecord<>(
                bed.topics().name(TopicRole.AGENT_EVENTS), question.getTaskId(), question));
        for (var record : consumer.poll(POLL)) {
          String event = verdicts.deserialize(record.topic(), record.value()).getEventId();
          if (event.startsWith("standby-")
              && (killedAt == 0
                  || Integer.parseInt(event.substring("standby-".length())) >= askedAtKill)) {
            firstAnswers.putIfAbsent(record.partition(), System.nanoTime());
          }
        }
      }
      long last = firstAnswers.values().stream().mapToLong(Long::longValue).max().orElseThrow();
      return (last - killedAt) / 1e9;
    }
  }
}

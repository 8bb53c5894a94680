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
  private static final int PROBE_TASK_COUNT = 64;

  private final BenchContext context;

  StandbyMeasure(BenchContext context) {
    this.context = context;
  }

  BenchReport.StandbyGap measure() {
    return new BenchReport.StandbyGap(SESSION_MS, measureGapSeconds(0), measureGapSeconds(1));
  }

  private double measureGapSeconds(int replicas) {
    Load load = context.load(context.plan().tasks(), context.plan().fill(), 0);
    try (TopicFixture fixture = context.createTopicFixture("standby-" + replicas)) {
      fixture.publish(load);
      BenchProcessConfig config =
          fixture
              .createProcessConfig(TopologyVariant.EDDYLINE, "pair", 0)
              .withSettings(context.plan().settings())
              .withSettings(
                  Map.of(
                      "num.standby.replicas", Integer.toString(replicas),
                      "num.stream.threads", "1",
                      "consumer.session.timeout.ms", Integer.toString(SESSION_MS),
                      "consumer.heartbeat.interval.ms", Integer.toString(SESSION_MS / 4)));
      fixture.commitStartOffsets(config.applicationId(), true);
      context.printProgress("Two processors with %d standby replicas, one is killed…", replicas);
      try (BenchProcess one = new BenchProcess(config);
          BenchProcess other = new BenchProcess(config)) {
        awaitCaughtUp(fixture, config.applicationId(), one, other);
        return killAndAwait(fixture, one);
      }
    }
  }

  private static void awaitCaughtUp(
      TopicFixture fixture, String application, BenchProcess one, BenchProcess other) {
    long lowestLag = Long.MAX_VALUE;
    long limit = System.nanoTime() + BenchProcess.STALL_TIMEOUT.toNanos();
    while (true) {
      one.awaitRunning();
      other.awaitRunning();
      long lag = fixture.lag(application);
      if (lag == 0) {
        return;
      }
      if (lag < lowestLag) {
        lowestLag = lag;
        limit = System.nanoTime() + BenchProcess.STALL_TIMEOUT.toNanos();
      } else if (System.nanoTime() > limit) {
        throw new IllegalStateException(
            "standby: no event was committed for %d s, lag is %d"
                .formatted(BenchProcess.STALL_TIMEOUT.toSeconds(), lag));
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** Probes all partitions, kills when all have replied, and waits until all reply again. */
  @SuppressWarnings("FutureReturnValueIgnored") // an unpublished probe gets no reply in time
  private static double killAndAwait(TopicFixture fixture, BenchProcess victim) {
    var verdicts = AvroSerde.of(LoopVerdict.class, fixture.registry()).deserializer();
    Map<TopicPartition, Long> from =
        fixture.offsets(fixture.outputTopicName(TopologyVariant.EDDYLINE), OffsetSpec.latest());
    try (KafkaConsumer<byte[], byte[]> consumer =
            CommittedReader.createReadCommittedConsumer(fixture.bootstrap());
        KafkaProducer<String, AgentEvent> producer = fixture.producer(Map.of())) {
      consumer.assign(from.keySet());
      from.forEach(consumer::seek);
      long killedAt = 0;
      int probesAtKill = Integer.MAX_VALUE;
      Map<Integer, Long> firstReplies = new HashMap<>();
      long limit = System.nanoTime() + BenchProcess.STALL_TIMEOUT.toNanos();
      for (int probes = 0;
          firstReplies.size() < TopicFixture.PARTITIONS || killedAt == 0;
          probes++) {
        if (killedAt == 0 && firstReplies.size() == TopicFixture.PARTITIONS) {
          victim.kill();
          killedAt = System.nanoTime();
          probesAtKill = probes;
          firstReplies.clear();
          limit = killedAt + BenchProcess.STALL_TIMEOUT.toNanos();
        }
        if (System.nanoTime() > limit) {
          throw new IllegalStateException(
              "standby: %d of %d partitions published verdicts within %d s %s the kill"
                  .formatted(
                      firstReplies.size(),
                      TopicFixture.PARTITIONS,
                      BenchProcess.STALL_TIMEOUT.toSeconds(),
                      killedAt == 0 ? "before" : "after"));
        }
        AgentEvent probe =
            ProbeEvents.createTaskEvent(
                "standby-" + probes % PROBE_TASK_COUNT, "standby-" + probes);
        producer.send(
            new ProducerRecord<>(
                fixture.topics().name(TopicRole.AGENT_EVENTS), probe.getTaskId(), probe));
        for (var record : consumer.poll(POLL)) {
          String event = verdicts.deserialize(record.topic(), record.value()).getEventId();
          if (event.startsWith("standby-")
              && (killedAt == 0
                  || Integer.parseInt(event.substring("standby-".length())) >= probesAtKill)) {
            firstReplies.putIfAbsent(record.partition(), System.nanoTime());
          }
        }
      }
      long last = firstReplies.values().stream().mapToLong(Long::longValue).max().orElseThrow();
      return (last - killedAt) / 1e9;
    }
  }
}

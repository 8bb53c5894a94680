package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.process.BenchProcess;
import dev.eddyline.bench.process.BenchProcessConfig;
import dev.eddyline.bench.process.CommittedReader;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchPlan;
import dev.eddyline.bench.report.BenchReport;
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
 * was due, so that a pause counts for all events that it delays. First, as many events as the plan
 * has are processed at full speed, so that the code is compiled.
 */
public final class LatencyMeasure {

  /** On a slow machine the load takes longer: one in a hundred events is timed for subtasks. */
  private static final double LEAST_TIMED_EVENTS = 1_000;

  private static final Duration POLL = Duration.ofMillis(5);

  private final BenchContext context;
  private final Capacity capacity;

  /**
   * A measurement with the servers, plan and load of this run.
   *
   * @param capacity the events come at half of its rate
   */
  public LatencyMeasure(BenchContext context, Capacity capacity) {
    this.context = context;
    this.capacity = capacity;
  }

  /** Measures tasks and subtasks of a variant. */
  public List<BenchReport.ReplyLatency> measure(TopologyVariant variant) {
    BenchPlan plan = context.plan();
    double rate = capacity.eventsPerSecond() / 2;
    context.printProgress("Replies of %s, %,.0f events/s…", variant.title(), rate);
    double timed = Math.max(LEAST_TIMED_EVENTS, rate * plan.seconds());
    int events = (int) Math.ceil(OpenLoopLoad.totalEventsForTimedEvents(timed));
    Load load = context.load(plan.few(), plan.events() / plan.few(), events);
    try (TopicFixture fixture = context.createTopicFixture("latency-" + variant.key())) {
      BenchProcessConfig config =
          fixture
              .createProcessConfig(variant, "answers", capacity.outputs())
              .withSettings(plan.settings());
      fixture.commitStartOffsets(config.applicationId(), false);
      Map<TopicPartition, Long> startOffsets =
          fixture.offsets(fixture.outputTopicName(variant), OffsetSpec.latest());
      try (BenchProcess process = new BenchProcess(config);
          KafkaConsumer<byte[], byte[]> consumer =
              CommittedReader.createReadCommittedConsumer(fixture.bootstrap())) {
        process.awaitRunning();
        OpenLoopLoad openLoop =
            new OpenLoopLoad(fixture, load, rate, () -> (long) process.newestSample().events());
        consumer.assign(startOffsets.keySet());
        startOffsets.forEach(consumer::seek);
        Function<ConsumerRecord<byte[], byte[]>, String> eventId = eventIdReader(fixture, variant);
        Thread sending = openLoop.startSending();
        try {
          long limit = System.nanoTime() + BenchProcess.STALL_TIMEOUT.toNanos();
          while (!openLoop.isEveryEventRepliedTo()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
              openLoop.recordReply(eventId.apply(record));
              limit = System.nanoTime() + BenchProcess.STALL_TIMEOUT.toNanos();
            }
            // throws when the processor has ended or failed
            process.await(sample -> true, "all replies");
            openLoop.requireReplyProgress(limit, config.applicationId());
          }
        } finally {
          sending.interrupt();
        }
        return latencies(variant, plan.commitMs(), rate, openLoop);
      }
    }
  }

  private static List<BenchReport.ReplyLatency> latencies(
      TopologyVariant variant, int commitMs, double rate, OpenLoopLoad openLoop) {
    List<BenchReport.ReplyLatency> latencies = new ArrayList<>();
    latencies.add(
        BenchReport.ReplyLatency.of(variant.title(), commitMs, rate, openLoop.taskLatencies()));
    if (variant == TopologyVariant.EDDYLINE) {
      latencies.add(
          BenchReport.ReplyLatency.of(
              variant.title() + BenchReport.SUBTASK_TITLE_SUFFIX,
              commitMs,
              rate,
              openLoop.subtaskLatencies()));
    }
    return latencies;
  }

  private static Function<ConsumerRecord<byte[], byte[]>, String> eventIdReader(
      TopicFixture fixture, TopologyVariant variant) {
    if (variant == TopologyVariant.EDDYLINE) {
      var verdicts = AvroSerde.of(LoopVerdict.class, fixture.registry()).deserializer();
      return record -> verdicts.deserialize(record.topic(), record.value()).getEventId();
    }
    var events = AvroSerde.of(AgentEvent.class, fixture.registry()).deserializer();
    return record -> events.deserialize(record.topic(), record.value()).getEventId();
  }
}

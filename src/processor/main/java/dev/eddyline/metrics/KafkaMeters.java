package dev.eddyline.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;

/** Selects the metrics of Kafka Streams and its clients that help to find why verdicts are late. */
public final class KafkaMeters {

  private static final String PREFIX = "kafka.";

  /** Excluded: there are many changelogs, and {@link RestoreProgress} shows the progress. */
  private static final String RESTORE_CONSUMER_SUFFIX = "restore-consumer";

  /** The selected metrics by their Micrometer name, with descriptions. */
  static final Map<String, String> DESCRIPTION_BY_METER_NAME = new LinkedHashMap<>();

  static {
    addSelectedMeter("consumer.fetch.manager.records.lag", "Consumer lag, records");
    addSelectedMeter(
        "consumer.fetch.manager.records.consumed.rate", "Records read a second, by topic");
    addSelectedMeter("consumer.coordinator.rebalance.total", "Rebalances of the group");
    addSelectedMeter("consumer.coordinator.failed.rebalance.total", "Rebalances that failed");
    addSelectedMeter(
        "consumer.coordinator.last.heartbeat.seconds.ago", "Seconds since the last heartbeat");
    addSelectedMeter("producer.record.error.total", "Records that could not be sent");
    addSelectedMeter("producer.txn.commit.time.ns.total", "Time spent committing transactions");
    addSelectedMeter("stream.alive.stream.threads", "Live stream threads");
    addSelectedMeter("stream.failed.stream.threads", "Stream threads that failed since the start");
    addSelectedMeter("stream.thread.process.rate", "Records processed a second, by thread");
    addSelectedMeter("stream.thread.process.ratio", "Share of a thread's time spent processing");
    addSelectedMeter("stream.thread.commit.rate", "Commits a second, by thread");
    addSelectedMeter("stream.thread.commit.latency.avg", "Average commit latency, milliseconds");
    addSelectedMeter("stream.thread.commit.latency.max", "Maximum commit latency, milliseconds");
    addSelectedMeter("stream.thread.poll.records.avg", "Average records a poll");
    addSelectedMeter("stream.task.dropped.records.total", "Records dropped by Kafka Streams");
  }

  private KafkaMeters() {}

  private static void addSelectedMeter(String name, String meaning) {
    DESCRIPTION_BY_METER_NAME.put(PREFIX + name, meaning);
  }

  /** A Prometheus registry that accepts only the selected Kafka metrics. */
  public static PrometheusMeterRegistry registry() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry.config().meterFilter(MeterFilter.ignoreTags("kafka.version"));
    registry
        .config()
        .meterFilter(
            new MeterFilter() {
              @Override
              public MeterFilterReply accept(Meter.Id id) {
                return isShown(id) ? MeterFilterReply.NEUTRAL : MeterFilterReply.DENY;
              }
            });
    return registry;
  }

  private static boolean isShown(Meter.Id id) {
    if (!id.getName().startsWith(PREFIX)) {
      return true;
    }
    return DESCRIPTION_BY_METER_NAME.containsKey(id.getName())
        && id.getTags().stream()
            .map(Tag::getValue)
            .noneMatch(it -> it.endsWith(RESTORE_CONSUMER_SUFFIX));
  }

  /** Registers the metrics of these streams, until it is closed. */
  public static KafkaStreamsMetrics bind(KafkaStreams streams, MeterRegistry registry) {
    KafkaStreamsMetrics binder = new KafkaStreamsMetrics(streams);
    binder.bindTo(registry);
    return binder;
  }
}

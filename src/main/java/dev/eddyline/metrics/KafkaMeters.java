package dev.eddyline.metrics;

import io.micrometer.core.instrument.Meter;
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
  static final Map<String, String> DESCRIPTIONS = new LinkedHashMap<>();

  static {
    addShown("consumer.fetch.manager.records.lag", "Consumer lag, records");
    addShown("consumer.fetch.manager.records.consumed.rate", "Records read a second, by topic");
    addShown("consumer.coordinator.rebalance.total", "Rebalances of the group");
    addShown("consumer.coordinator.failed.rebalance.total", "Rebalances that failed");
    addShown("consumer.coordinator.last.heartbeat.seconds.ago", "Seconds since the last heartbeat");
    addShown("producer.record.error.total", "Records that could not be sent");
    addShown("producer.txn.commit.time.ns.total", "Time spent committing transactions");
    addShown("stream.alive.stream.threads", "Live stream threads");
    addShown("stream.failed.stream.threads", "Stream threads that failed since the start");
    addShown("stream.thread.process.rate", "Records processed a second, by thread");
    addShown("stream.thread.process.ratio", "Share of a thread's time spent processing");
    addShown("stream.thread.commit.rate", "Commits a second, by thread");
    addShown("stream.thread.commit.latency.avg", "Average commit latency, milliseconds");
    addShown("stream.thread.commit.latency.max", "Maximum commit latency, milliseconds");
    addShown("stream.thread.poll.records.avg", "Average records a poll");
    addShown("stream.task.dropped.records.total", "Records dropped by Kafka Streams");
  }

  private KafkaMeters() {}

  private static void addShown(String name, String meaning) {
    DESCRIPTIONS.put(PREFIX + name, meaning);
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
    return DESCRIPTIONS.containsKey(id.getName())
        && id.getTags().stream()
            .map(Tag::getValue)
            .noneMatch(it -> it.endsWith(RESTORE_CONSUMER_SUFFIX));
  }

  /** Registers the metrics of these streams, until it is closed. */
  public static AutoCloseable bind(KafkaStreams streams, PrometheusMeterRegistry registry) {
    KafkaStreamsMetrics binder = new KafkaStreamsMetrics(streams);
    binder.bindTo(registry);
    return binder;
  }
}

package dev.eddyline.app;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.metrics.KafkaMeters;
import dev.eddyline.metrics.Metric;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.ProcessMeters;
import dev.eddyline.metrics.RestoreProgress;
import dev.eddyline.metrics.Traces;
import dev.eddyline.policy.Policies;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicSpec;
import dev.eddyline.topology.BoundedRocksMemory;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Monitoring of a running processor: metrics, spans, restore progress, canary, status. */
final class ProcessorMonitoring implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ProcessorMonitoring.class);

  /** Most tasks whose attempts the status shows, newest first. */
  private static final int MAX_SHOWN_TASKS = 100;

  private final Settings settings;
  private final TopicCatalogue topics;
  private final PrometheusMeterRegistry registry = KafkaMeters.registry();
  private final Metrics metrics;
  private final RestoreProgress restoreProgress = new RestoreProgress(registry);
  private final Traces traces;
  private final List<AutoCloseable> closeables = new ArrayList<>();
  private KafkaStreams streams;
  private LocalPartitions localPartitions;
  private Canary canary;
  private int partitions;
  private long startedAtMillis;

  ProcessorMonitoring(Settings settings, TopicCatalogue topics) {
    this.settings = settings;
    this.topics = topics;
    metrics = new Metrics(registry, settings.flag(Setting.METRICS_AGENT_NAMES));
    String group = settings.get(Setting.APPLICATION_ID);
    traces = Traces.createForEndpoint(settings.get(Setting.OTEL_EXPORTER_OTLP_ENDPOINT), group);
    topics.inputs().forEach(topic -> metrics.expectDeadLetters(topic.name()));
    metrics.registerGauge(Metric.BUILD, () -> 1, Versions.eddyline(), Versions.kafka());
  }

  PrometheusMeterRegistry registry() {
    return registry;
  }

  Metrics metrics() {
    return metrics;
  }

  Traces traces() {
    return traces;
  }

  /** Adds the metrics to properties, for the handlers that Kafka Streams creates. */
  Properties addMetricsTo(Properties properties) {
    properties.put(Metrics.PROPERTY, metrics);
    return properties;
  }

  /**
   * Registers the metrics of the streams, which are not yet started, and starts the canary.
   *
   * @param onFailure called when an error ended the canary
   */
  void startMonitoring(
      KafkaStreams streams,
      int partitions,
      Readiness readiness,
      SchemaRegistry schemas,
      Consumer<Throwable> onFailure) {
    this.streams = streams;
    this.partitions = partitions;
    localPartitions = new LocalPartitions(streams);
    startedAtMillis = System.currentTimeMillis();
    streams.setGlobalStateRestoreListener(restoreProgress);
    for (KafkaStreams.State state : KafkaStreams.State.values()) {
      metrics.registerGauge(
          Metric.STATE, () -> streams.state() == state ? 1 : 0, Status.stateName(state));
    }
    metrics.registerGauge(Metric.READY, () -> readiness.isReady() ? 1 : 0);
    metrics.registerGauge(Metric.PARTITIONS, () -> localPartitions.active().size(), "active");
    metrics.registerGauge(Metric.PARTITIONS, () -> localPartitions.standby().size(), "standby");
    metrics.registerGauge(Metric.PARTITIONS, () -> partitions, "expected");
    int memoryMb = settings.integer(Setting.STORE_MEMORY_MB, 1, Integer.MAX_VALUE);
    metrics.registerGauge(
        Metric.ROCKSDB_MEMORY_BYTES, () -> BoundedRocksMemory.usedBytesOfBudget(memoryMb), "used");
    metrics.registerGauge(
        Metric.ROCKSDB_MEMORY_BYTES, () -> BoundedRocksMemory.rocksBytes(memoryMb), "limit");
    closeables.add(ProcessMeters.bind(Path.of(settings.get(Setting.STATE_DIR)), registry));
    closeables.add(KafkaMeters.bind(streams, registry));
    if (Canary.intervalSeconds(settings) > 0) {
      canary =
          new Canary(settings, topics, partitions, schemas, localPartitions::active, metrics)
              .start(onFailure);
      closeables.add(canary);
      readiness.follow(() -> canary.obstacle().stream());
    } else {
      var commits = new CommitProgress(InstantSource.system(), localPartitions::activeTasks);
      readiness.follow(() -> commits.obstacle().stream());
    }
  }

  /** The status of the instance. */
  Status status(Readiness readiness, Policies policies) {
    Map<String, String> versions = new TreeMap<>();
    policies.all().forEach(policy -> versions.put(policy.name(), policy.version()));
    return new Status(
        Status.stateName(streams.state()),
        readiness.isReady(),
        readiness.obstacles(),
        new Status.Versions(
            Versions.eddyline(), Versions.kafka(), System.getProperty("java.version"), versions),
        new Status.Partitions(partitions, localPartitions.active(), localPartitions.standby()),
        localPartitions.instancesWithAddress(inputs()),
        new Status.Tasks(
            metrics.activeTaskCount(),
            metrics.activeTaskCountByPartition(),
            System.currentTimeMillis() - startedAtMillis,
            metrics.oftenAttemptedTaskCount()),
        metrics.openGates(),
        lagByPartition(),
        new Status.Restore(restoreProgress.remaining(), restoreProgress.running()),
        canary == null ? Map.of() : canary.ages(),
        metrics.attempts(MAX_SHOWN_TASKS));
  }

  private Set<String> inputs() {
    return Set.copyOf(topics.inputs().stream().map(TopicSpec::name).toList());
  }

  /** Records to be processed, by partition, over all inputs, from the stream threads' consumers. */
  private Map<Integer, Long> lagByPartition() {
    Set<String> inputs = inputs();
    Map<Integer, Long> lag = new TreeMap<>();
    streams
        .metrics()
        .forEach(
            (name, metric) -> {
              if (isLag(name) && inputs.contains(name.tags().get("topic"))) {
                double records = ((Number) metric.metricValue()).doubleValue();
                if (!Double.isNaN(records)) {
                  lag.merge(
                      Integer.valueOf(name.tags().get("partition")), (long) records, Long::sum);
                }
              }
            });
    return lag;
  }

  private static boolean isLag(MetricName name) {
    return name.group().equals("consumer-fetch-manager-metrics")
        && name.name().equals("records-lag")
        && name.tags().containsKey("partition");
  }

  /** Ends all monitoring; counted values can still be read. */
  @Override
  public void close() {
    for (AutoCloseable resource : closeables) {
      try {
        resource.close();
      } catch (Exception failed) {
        LOG.atWarn().setCause(failed).log("monitoring could not be closed");
      }
    }
    traces.close();
  }
}

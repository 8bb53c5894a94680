package dev.eddyline.bench.process;

import static org.apache.kafka.clients.consumer.ConsumerConfig.AUTO_OFFSET_RESET_CONFIG;

import com.sun.management.OperatingSystemMXBean;
import dev.eddyline.config.Setting;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StreamsSettings;
import dev.eddyline.topology.TakeOver;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Main class of a process under test: runs its topology until SIGTERM and prints progress samples
 * on standard output. Its CPU time includes nothing else.
 */
public final class BenchTopologyMain {

  /** Interval of the samples: a thousandth of the shortest range worth timing. */
  private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(10);

  /** Samples between two reads of the expensive metrics, which change less often. */
  private static final int SAMPLES_PER_METRIC_REFRESH = 25;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final AtomicLong restoredRecordCount = new AtomicLong();
  private final KafkaStreams streams;
  private volatile Throwable failure;
  private final ClientMetrics metrics;
  private final CompilerTime compilerTime = new CompilerTime();
  private final RangeProfiler profiler;
  private long compilerNanos;

  private BenchTopologyMain(
      BenchProcessConfig config,
      SchemaRegistry registry,
      Map<String, String> moreProperties,
      RangeProfiler profiler) {
    this.profiler = profiler;
    TopicCatalogue topics =
        TopicCatalogue.load(config.topicPrefix()).withPartitions(TopicFixture.PARTITIONS);
    metrics = new ClientMetrics(topics.name(TopicRole.AGENT_EVENTS));
    Properties properties =
        StreamsSettings.streamsProperties(config.allSettings(), topics, TakeOver.NONE);
    properties.putAll(moreProperties);
    streams = new KafkaStreams(config.variant().topology(config, topics, registry), properties);
    streams.setGlobalStateRestoreListener(new RestoredRecordCounter());
    streams.setUncaughtExceptionHandler(
        thrown -> {
          failure = thrown;
          return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
  }

  /**
   * Runs a topology.
   *
   * @param args the file with its assignment
   */
  public static void main(String[] args) throws IOException {
    BenchProcessConfig config = BenchProcessConfig.read(Path.of(args[0]));
    SchemaRegistry registry =
        new ConfluentSchemaRegistry(config.allSettings().registry(), AvailabilityListener.NONE);
    warmUp(config, registry);
    BenchTopologyMain main = new BenchTopologyMain(config, registry, Map.of(), new RangeProfiler());
    Runtime.getRuntime().addShutdownHook(new Thread(main::close, "shutdown"));
    main.streams.start();
    main.reportSamplesUntilFailure();
  }

  /**
   * Runs the topology as other applications, each from the first event to the last. Each reports
   * that it has run as one restored record, which shows progress.
   */
  private static void warmUp(BenchProcessConfig config, SchemaRegistry registry) {
    long end = System.nanoTime() + Duration.ofMillis(config.warmUp().millis()).toNanos();
    for (int run = 1; System.nanoTime() < end; run++) {
      String application = config.applicationId() + "-warm-up-" + run;
      BenchTopologyMain other =
          new BenchTopologyMain(
              config.withSettings(Map.of(Setting.APPLICATION_ID.key(), application)),
              registry,
              Map.of(StreamsConfig.mainConsumerPrefix(AUTO_OFFSET_RESET_CONFIG), "earliest"),
              new RangeProfiler());
      other.streams.start();
      do {
        LockSupport.parkNanos(SAMPLE_INTERVAL.toNanos());
        other.metrics.refresh(other.streams);
      } while (other.failure == null && other.metrics.events() < config.warmUp().events());
      other.close();
      other.streams.cleanUp();
      if (other.failure != null) {
        throw new IllegalStateException("the warm-up failed", other.failure);
      }
      System.out.println(
          new ProgressSample(
                  ProgressSample.Phase.STARTING,
                  0,
                  run,
                  System.nanoTime(),
                  SYSTEM.getProcessCpuTime(),
                  other.compilerTime.readNanos(),
                  0,
                  0)
              .toLine());
    }
  }

  private void reportSamplesUntilFailure() {
    for (int report = 0; failure == null; report++) {
      if (!metrics.isFound() || report % SAMPLES_PER_METRIC_REFRESH == 0) {
        metrics.refresh(streams);
        compilerNanos = compilerTime.readNanos();
      }
      ProgressSample sample = createSample(phase());
      System.out.println(sample.toLine());
      try {
        profiler.observe((long) sample.events());
      } catch (RuntimeException e) {
        failure = e;
      }
      LockSupport.parkNanos(SAMPLE_INTERVAL.toNanos());
    }
    failure.printStackTrace();
    System.out.println(createSample(ProgressSample.Phase.FAILED).toLine());
  }

  private ProgressSample.Phase phase() {
    return switch (streams.state()) {
      case CREATED -> ProgressSample.Phase.STARTING;
      case RUNNING -> ProgressSample.Phase.RUNNING;
      default -> ProgressSample.Phase.REBALANCING;
    };
  }

  private ProgressSample createSample(ProgressSample.Phase phase) {
    return new ProgressSample(
        phase,
        metrics.events(),
        restoredRecordCount.get(),
        System.nanoTime(),
        SYSTEM.getProcessCpuTime(),
        compilerNanos,
        metrics.bytesRead(),
        metrics.bytesWritten());
  }

  private void close() {
    profiler.close();
    streams.close(
        CloseOptions.groupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP)
            .withTimeout(CLOSE_LIMIT));
  }

  private final class RestoredRecordCounter implements StateRestoreListener {

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long from, long to) {}

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long end, long records) {
      restoredRecordCount.addAndGet(records);
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long records) {}
  }
}

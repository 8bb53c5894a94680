package dev.eddyline.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StreamsSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Main class of a process under test: runs its topology until SIGTERM and prints progress samples
 * on standard output. Its CPU time includes nothing else.
 */
public final class SubjectMain {

  /** Interval of the samples: a thousandth of the shortest range worth timing. */
  private static final Duration LOOK = Duration.ofMillis(10);

  /** Samples between two reads of the expensive metrics, which change less often. */
  private static final int LOOKS_TO_MORE = 25;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final AtomicLong restored = new AtomicLong();
  private final KafkaStreams streams;
  private volatile Throwable failure;
  private final String eventsTopic;
  private List<? extends Metric> taken = List.of();
  private long resident;

  private SubjectMain(Assignment task, SchemaRegistry registry) {
    TopicCatalogue topics = TopicCatalogue.load(task.prefix()).withPartitions(Bed.PARTITIONS);
    eventsTopic = topics.name(TopicRole.AGENT_EVENTS);
    streams =
        new KafkaStreams(
            task.subject().topology(task, topics, registry),
            StreamsSettings.of(task.allSettings(), topics));
    streams.setGlobalStateRestoreListener(new Restored());
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
    StreamsSettings.setFormattingLocale();
    Assignment task = Assignment.read(Path.of(args[0]));
    SchemaRegistry registry =
        new ConfluentSchemaRegistry(task.allSettings().registry(), AvailabilityListener.NONE);
    SubjectMain main = new SubjectMain(task, registry);
    Runtime.getRuntime().addShutdownHook(new Thread(main::close, "shutdown"));
    main.streams.start();
    main.tell();
  }

  private void tell() throws IOException {
    for (int look = 0; failure == null; look++) {
      if (taken.isEmpty() || look % LOOKS_TO_MORE == 0) {
        taken = counters();
        resident = resident();
      }
      System.out.println(moment(phase()).line());
      LockSupport.parkNanos(LOOK.toNanos());
    }
    failure.printStackTrace();
    System.out.println(moment(Moment.Phase.FAILED).line());
  }

  private Moment.Phase phase() {
    return switch (streams.state()) {
      case CREATED -> Moment.Phase.STARTING;
      case RUNNING -> Moment.Phase.RUNNING;
      default -> Moment.Phase.REBALANCING;
    };
  }

  private Moment moment(Moment.Phase phase) {
    return new Moment(
        phase, events(), restored.get(), System.nanoTime(), SYSTEM.getProcessCpuTime(), resident);
  }

  private double events() {
    return taken.stream()
        .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue())
        .sum();
  }

  /** Consumed-record metrics of the event topic only; internal topics do not count. */
  private List<? extends Metric> counters() {
    return streams.metrics().values().stream()
        .filter(metric -> metric.metricName().group().equals("stream-topic-metrics"))
        .filter(metric -> metric.metricName().name().equals("records-consumed-total"))
        .filter(metric -> eventsTopic.equals(metric.metricName().tags().get("topic")))
        .toList();
  }

  private static long resident() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return 0;
    }
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .map(line -> line.replaceAll("\\D", ""))
          .mapToLong(kibibytes -> Long.parseLong(kibibytes) * 1024)
          .findFirst()
          .orElse(0);
    }
  }

  private void close() {
    streams.close(
        CloseOptions.groupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP)
            .withTimeout(CLOSE_LIMIT));
  }

  private final class Restored implements StateRestoreListener {

    @Override
    public void onRestoreStart(TopicPartition place, String store, long from, long to) {}

    @Override
    public void onBatchRestored(TopicPartition place, String store, long end, long records) {
      restored.addAndGet(records);
    }

    @Override
    public void onRestoreEnd(TopicPartition place, String store, long records) {}
  }
}

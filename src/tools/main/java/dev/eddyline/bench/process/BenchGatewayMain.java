package dev.eddyline.bench.process;

import com.sun.management.OperatingSystemMXBean;
import dev.eddyline.cli.Eddyline;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Main class of a gateway under test: {@code eddyline gateway} until SIGTERM, with progress samples
 * on standard output. The events of a sample are those that it has published.
 */
public final class BenchGatewayMain {

  private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(50);
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final MBeanServer MBEANS = ManagementFactory.getPlatformMBeanServer();

  private BenchGatewayMain() {}

  /**
   * Runs a gateway.
   *
   * @param args the file with its assignment
   */
  public static void main(String[] args) throws IOException, JMException {
    BenchProcessConfig config = BenchProcessConfig.read(Path.of(args[0]));
    String events = TopicCatalogue.load(config.topicPrefix()).name(TopicRole.AGENT_EVENTS);
    ObjectName producers =
        new ObjectName("kafka.producer:type=producer-topic-metrics,topic=" + events + ",*");
    Thread samples = new Thread(() -> printSamples(producers), "samples");
    samples.setDaemon(true);
    samples.start();
    List<String> command = new ArrayList<>(List.of("gateway"));
    config
        .settings()
        .forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    Eddyline.main(command.toArray(String[]::new));
  }

  private static void printSamples(ObjectName producers) {
    CompilerTime compiler = new CompilerTime();
    while (true) {
      ProgressSample sample =
          new ProgressSample(
              ProgressSample.Phase.RUNNING,
              sentRecords(producers),
              0,
              System.nanoTime(),
              SYSTEM.getProcessCpuTime(),
              compiler.readNanos(),
              0);
      System.out.println(sample.toLine());
      LockSupport.parkNanos(SAMPLE_INTERVAL.toNanos());
    }
  }

  private static double sentRecords(ObjectName producers) {
    double sent = 0;
    for (ObjectName producer : MBEANS.queryNames(producers, null)) {
      try {
        sent += (Double) MBEANS.getAttribute(producer, "record-send-total");
      } catch (JMException closed) {
        throw new IllegalStateException("a producer of the gateway has ended", closed);
      }
    }
    return sent;
  }
}

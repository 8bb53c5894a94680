package dev.eddyline.bench.process;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;

/**
 * What the Kafka clients of a Kafka Streams application have read and written so far. Metrics of a
 * task end when it moves to another thread, so their last values count on.
 */
final class ClientMetrics {

  private final String eventsTopic;
  private final Set<Metric> events = new HashSet<>();
  private final Set<Metric> bytesRead = new HashSet<>();
  private final Set<Metric> bytesWritten = new HashSet<>();

  /** The metrics of no application yet. */
  ClientMetrics(String eventsTopic) {
    this.eventsTopic = eventsTopic;
  }

  /** Looks for new metrics of an application, which change with its threads and tasks. */
  void refresh(KafkaStreams streams) {
    Collection<? extends Metric> all = streams.metrics().values();
    events.addAll(
        find(all, "stream-topic-metrics", "records-consumed-total", this::isOfEventsTopic));
    bytesRead.addAll(find(all, "consumer-metrics", "incoming-byte-total", name -> true));
    bytesWritten.addAll(find(all, "producer-metrics", "outgoing-byte-total", name -> true));
  }

  private static List<? extends Metric> find(
      Collection<? extends Metric> all,
      String group,
      String name,
      Predicate<MetricName> condition) {
    return all.stream()
        .filter(metric -> metric.metricName().group().equals(group))
        .filter(metric -> metric.metricName().name().equals(name))
        .filter(metric -> condition.test(metric.metricName()))
        .toList();
  }

  private boolean isOfEventsTopic(MetricName name) {
    return eventsTopic.equals(name.tags().get("topic"));
  }

  /** Whether events are counted. */
  boolean isFound() {
    return !events.isEmpty();
  }

  /** Records of the events topic that were processed; internal topics do not count. */
  double events() {
    return sum(events);
  }

  /** Bytes that consumers received, with those of their protocol and of restored state. */
  long bytesRead() {
    return (long) sum(bytesRead);
  }

  /** Bytes that producers sent, with those of their protocol: outputs, journal and changelogs. */
  long bytesWritten() {
    return (long) sum(bytesWritten);
  }

  private static double sum(Collection<Metric> metrics) {
    return metrics.stream()
        .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue())
        .sum();
  }
}

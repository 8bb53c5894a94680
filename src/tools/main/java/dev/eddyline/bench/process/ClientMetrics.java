package dev.eddyline.bench.process;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;

/** What the Kafka clients of a Kafka Streams application have read and written so far. */
final class ClientMetrics {

  private final String eventsTopic;
  private List<? extends Metric> events = List.of();
  private List<? extends Metric> bytesRead = List.of();
  private List<? extends Metric> bytesWritten = List.of();

  /** The metrics of no application yet. */
  ClientMetrics(String eventsTopic) {
    this.eventsTopic = eventsTopic;
  }

  /** Looks for the metrics of an application again, which change with its threads and tasks. */
  void refresh(KafkaStreams streams) {
    Collection<? extends Metric> all = streams.metrics().values();
    events = find(all, "stream-topic-metrics", "records-consumed-total", this::isOfEventsTopic);
    bytesRead = find(all, "consumer-metrics", "incoming-byte-total", name -> true);
    bytesWritten = find(all, "producer-metrics", "outgoing-byte-total", name -> true);
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

  private static double sum(List<? extends Metric> metrics) {
    return metrics.stream()
        .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue())
        .sum();
  }
}

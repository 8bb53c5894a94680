package dev.eddyline.metrics;

import dev.eddyline.GeneratedFile;
import io.micrometer.core.instrument.Meter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** All metrics as a page, and the documents' figures beside ours. */
final class MetricTable {

  /** A figure that a document asks for, and how Prometheus answers it. */
  record Figure(String document, String name, String query) {}

  /** Documents 002 ("Metrics to Track", "Dashboard Metrics"), 003 and 004 ("Metrics"). */
  static final List<Figure> FIGURES =
      List.of(
          of(
              "002",
              "Loop detection rate per agent type",
              "sum by (agent) (rate(eddyline_agent_loops_total[1h]))"
                  + " / sum by (agent) (rate(eddyline_agent_events_total[1h]))"),
          of(
              "002",
              "Average loops before gate trigger",
              "sum(rate(eddyline_gate_loops_sum[1d])) / sum(rate(eddyline_gate_loops_count[1d]))"),
          of(
              "002",
              "False positive rate",
              "sum(increase(eddyline_decisions_total{decision=\"false_positive\"}[7d]))"
                  + " / sum(increase(eddyline_decisions_total[7d]))"),
          of(
              "002",
              "Gate trigger frequency",
              "sum(increase(eddyline_gates_total{state=\"opened\"}[1h]))"),
          of(
              "002",
              "Time between loop detection and resolution",
              "sum(rate(eddyline_loop_resolution_seconds_sum[1d]))"
                  + " / sum(rate(eddyline_loop_resolution_seconds_count[1d]))"),
          of(
              "002",
              "Loop Detection Rate",
              "sum(increase(eddyline_tasks_looped_total[1d]))"
                  + " / sum(increase(eddyline_tasks_begun_total[1d]))"),
          of(
              "002",
              "Average Loops Per Task",
              "sum(rate(eddyline_reset_loops_sum[1d])) / sum(rate(eddyline_reset_loops_count[1d]))"),
          of(
              "002",
              "Gate Trigger Rate",
              "sum(increase(eddyline_gates_total{state=\"opened\"}[1d]))"
                  + " / sum(increase(eddyline_tasks_looped_total[1d]))"),
          of(
              "002",
              "Resolution Time",
              "sum(rate(eddyline_gate_resolution_seconds_sum{decision!~\"completed|forgotten\"}[1d])) / "
                  + "sum(rate(eddyline_gate_resolution_seconds_count{decision!~\"completed|forgotten\"}[1d]))"),
          of(
              "002",
              "Agent Loop Patterns",
              "topk(10, sum by (agent, loop_type) (increase(eddyline_agent_loops_total[1d])))"),
          of(
              "003",
              "phase_visits_blocked",
              "sum(eddyline_verdicts_total{loop_type=\"step_iteration_exceeded\"})"),
          of(
              "003",
              "transitions_blocked",
              "sum(eddyline_verdicts_total{loop_type=\"transition_limit_exceeded\"})"),
          of(
              "003",
              "cycles_detected",
              "sum(eddyline_verdicts_total{loop_type=~\"oscillating_cycle|transition_pattern\"})"),
          of("003", "hitl_triggered", "sum(eddyline_gates_total{state=\"opened\"})"),
          of(
              "004",
              "Tasks with 3+ attempts",
              "sum(eddyline_tasks_attempted{attempts=\"3_and_more\"})"),
          of(
              "004",
              "Recovery Actions",
              "sum by (action) (increase(eddyline_verdicts_total{mode=\"live\",loop_type!=\"ok\"}[1d]))"));

  private MetricTable() {}

  private static Figure of(String document, String name, String query) {
    return new Figure(document, name, query);
  }

  /** The page. */
  static String text() {
    StringBuilder page = new StringBuilder();
    page.append("<!-- Written from the code by\n").append(GeneratedFile.COMMAND).append(" -->\n");
    page.append(
        """

        # Metrics

        At `/metrics`, in Prometheus' words. Counters begin at 0 when a process begins and count \
        what was decided: after an unclean death what was not yet committed is decided, and \
        counted, once more; the topics themselves hold each verdict once. Gauges tell how an \
        instance's partitions stand now: open gates are counted in the store and are right again \
        seconds after a restart or a move; `eddyline_tasks_now` and `eddyline_tasks_attempted` \
        know what came since the instance took the partition. No label holds a task: an agent is \
        one of the first %d that a process meets, or `other` (all are `agent` where \
        `metrics.agent.names` is false). Tasks whose id begins with `%s` are \
        canaries and counted nowhere: whoever reads the topics to count tasks leaves them out too.

        """
            .formatted(Agents.MOST, Canaries.PREFIX));
    row(page, "metric", "kind", "labels", "what it tells");
    row(page, "---", "---", "---", "---");
    for (Metric metric : Metric.values()) {
      row(
          page,
          code(metric.prometheusName()),
          metric.kind(),
          metric.labels().stream().map(MetricTable::code).collect(Collectors.joining(", ")),
          metric.meaning());
    }
    page.append(
        """

        # Of Kafka Streams and its clients

        These of the hundreds that there are; those of restore consumers are left out.

        """);
    row(page, "metric", "what it tells");
    row(page, "---", "---");
    KafkaMeters.SHOWN.forEach((name, meaning) -> row(page, code(kafkaName(name)), meaning));
    page.append(
        """

        Of the JVM and the process: `jvm_memory_*`, `jvm_gc_*`, `jvm_threads_*`, `process_*`, \
        `system_*`, and `disk_*` of the disk of `state.dir`.

        # The documents' figures

        """);
    row(page, "document", "figure", "in Prometheus");
    row(page, "---", "---", "---");
    for (Figure figure : FIGURES) {
      row(page, figure.document(), figure.name(), code(figure.query()));
    }
    page.append(
        """

        Document 004's status (`attemptCount` and `lastAttempt` of tasks) is `loopDetection` on \
        the page `/status`.
        """);
    return page.toString();
  }

  private static String kafkaName(String name) {
    Meter.Type type = name.endsWith(".total") ? Meter.Type.COUNTER : Meter.Type.GAUGE;
    return Meters.prometheusName(name, type, null);
  }

  private static void row(StringBuilder page, String... cells) {
    page.append(
        Arrays.stream(cells)
            .map(cell -> cell.replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  private static String code(String text) {
    return "`" + text + "`";
  }
}

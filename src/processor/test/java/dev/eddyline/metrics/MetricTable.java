package dev.eddyline.metrics;

import static dev.eddyline.ReferencePage.code;

import dev.eddyline.ReferencePage;
import dev.eddyline.engine.CanaryTasks;
import io.micrometer.core.instrument.Meter;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the page of all metrics, with the required figures and their queries. */
final class MetricTable {

  /** A required figure and its Prometheus query. */
  record RequiredMetric(String area, String name, String query) {}

  /** The required figures of loops, gates and the dashboard. */
  static final List<RequiredMetric> FIGURES =
      List.of(
          of(
              "loops and gates",
              "Loop detection rate per agent type",
              "sum by (agent) (rate(eddyline_agent_loops_total[1h]))"
                  + " / sum by (agent) (rate(eddyline_agent_events_total[1h]))"),
          of(
              "loops and gates",
              "Average loops before gate trigger",
              "sum(rate(eddyline_gate_loops_sum[1d])) / sum(rate(eddyline_gate_loops_count[1d]))"),
          of(
              "loops and gates",
              "False positive rate",
              "sum(increase(eddyline_decisions_total{decision=\"false_positive\"}[7d]))"
                  + " / sum(increase(eddyline_decisions_total[7d]))"),
          of(
              "loops and gates",
              "Gate trigger frequency",
              "sum(increase(eddyline_gates_total{state=\"opened\"}[1h]))"),
          of(
              "loops and gates",
              "Time between loop detection and resolution",
              "sum(rate(eddyline_loop_resolution_seconds_sum[1d]))"
                  + " / sum(rate(eddyline_loop_resolution_seconds_count[1d]))"),
          of(
              "loops and gates",
              "Loop Detection Rate",
              "sum(increase(eddyline_tasks_looped_total[1d]))"
                  + " / sum(increase(eddyline_tasks_begun_total[1d]))"),
          of(
              "loops and gates",
              "Average Loops Per Task",
              "sum(rate(eddyline_reset_loops_sum[1d])) / sum(rate(eddyline_reset_loops_count[1d]))"),
          of(
              "loops and gates",
              "Gate Trigger Rate",
              "sum(increase(eddyline_gates_total{state=\"opened\"}[1d]))"
                  + " / sum(increase(eddyline_tasks_looped_total[1d]))"),
          of(
              "loops and gates",
              "Resolution Time",
              "sum(rate(eddyline_gate_resolution_seconds_sum{decision!~\"completed|forgotten\"}[1d])) / "
                  + "sum(rate(eddyline_gate_resolution_seconds_count{decision!~\"completed|forgotten\"}[1d]))"),
          of(
              "loops and gates",
              "Agent Loop Patterns",
              "topk(10, sum by (agent, loop_type) (increase(eddyline_agent_loops_total[1d])))"),
          of(
              "workflows",
              "phase_visits_blocked",
              "sum(eddyline_verdicts_total{loop_type=\"step_iteration_exceeded\"})"),
          of(
              "workflows",
              "transitions_blocked",
              "sum(eddyline_verdicts_total{loop_type=\"transition_limit_exceeded\"})"),
          of(
              "workflows",
              "cycles_detected",
              "sum(eddyline_verdicts_total{loop_type=~\"oscillating_cycle|transition_pattern\"})"),
          of("workflows", "hitl_triggered", "sum(eddyline_gates_total{state=\"opened\"})"),
          of(
              "tasks",
              "Tasks with 3+ attempts",
              "sum(eddyline_tasks_attempted{attempts=\"3_and_more\"})"),
          of(
              "tasks",
              "Recovery Actions",
              "sum by (action) (increase(eddyline_verdicts_total{mode=\"live\",loop_type!=\"ok\"}[1d]))"));

  private MetricTable() {}

  private static RequiredMetric of(String area, String name, String query) {
    return new RequiredMetric(area, name, query);
  }

  /** The page. */
  static String text() {
    ReferencePage page = new ReferencePage("Metrics", "operators who build dashboards and alerts");
    page.block(
        """
        The page `/metrics` has them in Prometheus' format. Counters start at 0 with the process \
        and count what was decided. After an unclean shutdown, uncommitted outputs are decided \
        and counted again; the topics themselves contain each verdict once. Gauges show the \
        current state of an instance's partitions. Open gates are counted in the store and are \
        correct again seconds after a restart or a rebalance. `eddyline_tasks_now` and \
        `eddyline_tasks_attempted` cover the time since the instance was assigned the partition. \
        No label contains a task id. An agent is one of the first %d that a process sees, or \
        `other` (all are `agent` if `metrics.agent.names` is false). Tasks whose id starts with \
        `%s` are canaries and are not counted; exclude them when you count tasks in the topics, \
        too.
        """
            .formatted(AgentLabels.MAX_LABELLED_AGENTS, CanaryTasks.PREFIX));
    page.table("metric", "kind", "labels", "description");
    for (Metric metric : Metric.values()) {
      page.row(
          code(metric.prometheusName()),
          metric.kind(),
          metric.labels().stream().map(ReferencePage::code).collect(Collectors.joining(", ")),
          metric.meaning());
    }
    page.section("Metrics of Kafka Streams and its clients");
    page.block("A selection; metrics of restore consumers are excluded.");
    page.table("metric", "description");
    KafkaMeters.DESCRIPTION_BY_METER_NAME.forEach(
        (name, meaning) -> page.row(code(kafkaName(name)), meaning));
    page.block(
        """
        Metrics of the JVM and the process: `jvm_memory_*`, `jvm_gc_*`, `jvm_threads_*`, \
        `process_*`, `system_*`, and `disk_*` of the disk of `state.dir`.
        """);
    page.section("Figures and their queries");
    page.table("area", "figure", "in Prometheus");
    for (RequiredMetric figure : FIGURES) {
      page.row(figure.area(), figure.name(), code(figure.query()));
    }
    page.block(
        """
        The recent attempts of tasks (`attemptCount` and `lastAttempt`) are `loopDetection` on the \
        page `/status`.
        """);
    return page.text();
  }

  private static String kafkaName(String name) {
    Meter.Type type = name.endsWith(".total") ? Meter.Type.COUNTER : Meter.Type.GAUGE;
    return MeterNames.prometheusName(name, type, null);
  }
}

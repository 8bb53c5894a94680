package dev.eddyline.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Eddyline's own metrics: names, labels, units and descriptions. No label contains a task id, and
 * each has a bounded number of values.
 */
public enum Metric {
  EVENTS(MetricKind.COUNTER, "eddyline.events", "Events, by outcome", "outcome"),
  AGENT_EVENTS(MetricKind.COUNTER, "eddyline.agent.events", "Processed events, by agent", "agent"),
  TASKS_BEGUN(
      MetricKind.COUNTER,
      "eddyline.tasks.begun",
      "Root tasks without stored state at their first event: new or expired"),
  TASKS_LOOPED(
      MetricKind.COUNTER,
      "eddyline.tasks.looped",
      "Root tasks with a first loop; counted again after each reset"),
  TASKS_NOW(
      MetricKind.GAUGE,
      "eddyline.tasks.now",
      "Distinct tasks with an event in the last 10 minutes, in this instance's partitions"),
  TASKS_ATTEMPTED(
      MetricKind.GAUGE,
      "eddyline.tasks.attempted",
      "Tasks with an attempt in the last hour; attempts: under_3, 3_and_more",
      "attempts"),
  VERDICTS(
      MetricKind.COUNTER,
      "eddyline.verdicts",
      "Verdicts; mode: live, shadow, or proposal (the reply to a proposed event)",
      "loop_type",
      "action",
      "target",
      "mode"),
  AGENT_LOOPS(
      MetricKind.COUNTER,
      "eddyline.agent.loops",
      "Live loop verdicts, by agent and loop type, without external faults and forgiven loops",
      "agent",
      "loop_type"),
  ANSWERS_EXPIRED(
      MetricKind.COUNTER,
      "eddyline.answers.expired",
      "Replies that were published after their timeout"),
  DETECTION_LATENCY(
      MetricKind.SUMMARY,
      "eddyline.detection.latency",
      "seconds",
      "Time from an event's record timestamp to its verdict's decision",
      HistogramBuckets.SHORT),
  LOOP_TOKENS(
      MetricKind.COUNTER,
      "eddyline.loop.cost.tokens",
      "Tokens spent in reported loops",
      "loop_type"),
  LOOP_USD(
      MetricKind.COUNTER,
      "eddyline.loop.cost.usd",
      "US dollars spent in reported loops",
      "loop_type"),
  LOOP_TIME(
      MetricKind.COUNTER,
      "eddyline.loop.cost.seconds",
      "Time spent in reported loops",
      "loop_type"),
  LOOP_RESOLUTION(
      MetricKind.SUMMARY,
      "eddyline.loop.resolution",
      "seconds",
      "Event time from a root task's first loop to its reset",
      HistogramBuckets.LONG),
  RESETS(
      MetricKind.COUNTER, "eddyline.resets", "Resets; reason: completed, intervention", "reason"),
  RESET_LOOPS(
      MetricKind.SUMMARY,
      "eddyline.reset.loops",
      "loops",
      "Loop counters before their reset, without counters at 0",
      HistogramBuckets.COUNTS),
  GATES(
      MetricKind.COUNTER,
      "eddyline.gates",
      "Gate triggers; state: opened, updated, reminded, closed",
      "state",
      "loop_type"),
  GATE_LOOPS(
      MetricKind.SUMMARY,
      "eddyline.gate.loops",
      "loops",
      "Loop counters of root tasks when a gate was opened",
      HistogramBuckets.COUNTS),
  GATES_OPEN(
      MetricKind.GAUGE,
      "eddyline.gates.open",
      "Open gates of this instance's partitions, by age",
      "age"),
  GATES_OLDEST(
      MetricKind.GAUGE,
      "eddyline.gates.oldest",
      "seconds",
      "Age of the oldest open gate; 0 without open gates",
      HistogramBuckets.NONE),
  GATE_RESOLUTION(
      MetricKind.SUMMARY,
      "eddyline.gate.resolution",
      "seconds",
      "Event time from a gate's opening to its closing, by decision; without a decision:"
          + " completed, `forgotten` (its task was erased)",
      HistogramBuckets.LONG,
      "decision"),
  DECISIONS(
      MetricKind.COUNTER,
      "eddyline.decisions",
      "Decisions at gates; false_positive: not a loop",
      "decision",
      "loop_type"),
  DEAD_LETTERS(
      MetricKind.COUNTER,
      "eddyline.dead.letters",
      "Dead-lettered records; reason: unreadable, refused (invalid field), failed (a bug)",
      "topic",
      "reason"),
  MISROUTED_RECORDS(
      MetricKind.COUNTER,
      "eddyline.strays",
      "Misrouted records that were re-routed to their key's home partition",
      "topic"),
  OUTDATED_SIGNALS(
      MetricKind.COUNTER,
      "eddyline.signals.outdated",
      "Ignored signals from an earlier epoch of their root"),
  EVALUATION_REQUESTS(
      MetricKind.COUNTER,
      "eddyline.evaluation.requests",
      "Evaluation requests published for failures"),
  EVALUATIONS(
      MetricKind.COUNTER,
      "eddyline.evaluations",
      "Accepted evaluations; evaluator: rules, model",
      "evaluator",
      "verdict"),
  EVALUATIONS_DROPPED(
      MetricKind.COUNTER,
      "eddyline.evaluations.dropped",
      "Evaluations without effect: repeated, unknown (no such open request), outdated (after a"
          + " reset or progress), off",
      "reason"),
  REQUESTS(
      MetricKind.COUNTER,
      "eddyline.requests",
      "Requests between agents, by how repetition was decided: equal (text), words, or model",
      "settled_by"),
  MEANING_TEXTS(
      MetricKind.COUNTER,
      "eddyline.meaning.texts",
      "Texts to be compared by vector; known: cached, computed: computed now",
      "vector"),
  MEANING_INFERENCE(
      MetricKind.SUMMARY,
      "eddyline.meaning.inference",
      "seconds",
      "Time to compute a text's vector",
      HistogramBuckets.SHORT),
  MEANING_LAG(
      MetricKind.GAUGE,
      "eddyline.meaning.lag",
      "records",
      "Lag of this instance's sentence model on eddyline-signals, records",
      HistogramBuckets.NONE),
  MEANING_FAILURES(
      MetricKind.COUNTER,
      "eddyline.meaning.failures",
      "Failures; kafka: batches that are retried, model: texts that the model failed on, which are"
          + " compared by words only",
      "of"),
  REFERENCES(
      MetricKind.COUNTER,
      "eddyline.references",
      "Records of reference topics, by outcome: taken (accepted), refused (rejected)",
      "topic",
      "outcome"),
  REFERENCES_FAILURES(
      MetricKind.COUNTER,
      "eddyline.references.failures",
      "Failures of reference topics; of: read, `tell` (dead-letter a rejected record)",
      "topic",
      "of"),
  LOOP_MEMORY_RECORDS(
      MetricKind.COUNTER,
      "eddyline.memory.learnt",
      "Remedies published to loop-memory, by kind",
      "kind"),
  MEMORY_CASES(
      MetricKind.GAUGE,
      "eddyline.memory.cases",
      "Cases of loop-memory that this instance has loaded"),
  TRANSITIONS_UNKNOWN(
      MetricKind.COUNTER,
      "eddyline.transitions.unknown",
      "Transitions and steps that are not in the graph of their workflow"),
  STATE(
      MetricKind.GAUGE,
      "eddyline.state",
      "1 for the current state of the stream threads, 0 for other states",
      "state"),
  READY(MetricKind.GAUGE, "eddyline.ready", "1 while records are processed, else 0"),
  PARTITIONS(
      MetricKind.GAUGE,
      "eddyline.partitions",
      "Partitions; role: active and standby on this instance, expected active on all instances",
      "role"),
  RESTORE_REMAINING(
      MetricKind.GAUGE,
      "eddyline.restore.remaining",
      "records",
      "Changelog records still to be restored on this instance",
      HistogramBuckets.NONE),
  RESTORED(MetricKind.COUNTER, "eddyline.restored", "Changelog records restored"),
  ROCKSDB_MEMORY_BYTES(
      MetricKind.GAUGE,
      "eddyline.rocksdb.memory",
      "bytes",
      "Cache and write buffers of all RocksDB stores; what: used, limit",
      HistogramBuckets.NONE,
      "what"),
  CANARY_AGE(
      MetricKind.GAUGE,
      "eddyline.canary.age",
      "seconds",
      "Time since the publication of the newest canary event with a committed verdict",
      HistogramBuckets.NONE,
      "partition"),
  CANARY_FAILURES(
      MetricKind.COUNTER,
      "eddyline.canary.failures",
      "Canary events that could not be published or read"),
  NOTIFICATIONS(
      MetricKind.COUNTER,
      "eddyline.notifications",
      "Attempts to notify a target. Outcomes: delivered, failed (repeated later), dead_lettered",
      "target",
      "outcome"),
  NOTIFICATION_AGE(
      MetricKind.SUMMARY,
      "eddyline.notification.age",
      "seconds",
      "Time from the change of a gate to its delivery",
      HistogramBuckets.SHORT,
      "target"),
  NOTIFICATIONS_WAITING(
      MetricKind.GAUGE,
      "eddyline.notifications.waiting",
      "Notifications that wait for their delivery, by target",
      "target"),
  HOOKS(
      MetricKind.COUNTER,
      "eddyline.hooks",
      "Hooks of coding agents. Outcomes: accepted, ignored (no event is expected). Without a verdict:"
          + " unknown_hook, no_result, invalid, unauthorized, limited, timeout, failed; see hooks.md",
      "tool",
      "outcome"),
  OTLP_RECORDS(
      MetricKind.COUNTER,
      "eddyline.otlp.records",
      "Spans and log records of OpenTelemetry. Outcomes: mapped, without_content (no arguments or"
          + " no result: the call equals no other), ungrouped (the process is the task),"
          + " unknown_kind, ignored, invalid_time, incomplete, rejected",
      "outcome"),
  OTLP_REROUTED(
      MetricKind.COUNTER,
      "eddyline.otlp.rerouted",
      "Spans and log records published again on their trace's partition"),
  OTLP_EVENTS(
      MetricKind.COUNTER, "eddyline.otlp.events", "Events published for spans and log records"),
  OTLP_EARLY(
      MetricKind.COUNTER,
      "eddyline.otlp.early",
      "Events published before the end of their delay, as too many waited: order is not promised"),
  OTLP_WAITING(
      MetricKind.GAUGE,
      "eddyline.otlp.waiting",
      "What waits in the mapper; what: ancestors (records by body and trace), order (events)",
      "what"),
  OTLP_AGE(
      MetricKind.SUMMARY,
      "eddyline.otlp.age",
      "seconds",
      "Time from an event's occurrence to its publication on agent-events",
      HistogramBuckets.SHORT),
  BUILD(MetricKind.GAUGE, "eddyline.build", "Always 1", "version", "kafka");

  private final MetricKind kind;
  private final String id;
  private final String unit;
  private final String meaning;

  @SuppressWarnings("ImmutableEnumChecker") // the array is never modified
  private final double[] buckets;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> labels;

  Metric(MetricKind kind, String id, String meaning, String... labels) {
    this(kind, id, null, meaning, HistogramBuckets.NONE, labels);
  }

  Metric(
      MetricKind kind, String id, String unit, String meaning, double[] buckets, String... labels) {
    this.kind = kind;
    this.id = id;
    this.unit = unit;
    this.meaning = meaning;
    this.buckets = buckets;
    this.labels = List.of(labels);
  }

  /** The Micrometer name. */
  public String id() {
    return id;
  }

  /** The Prometheus name; for a histogram without _bucket, _count and _sum. */
  public String prometheusName() {
    return MeterNames.prometheusName(id, kind.type(), unit);
  }

  /** The description. */
  public String meaning() {
    return meaning;
  }

  /** The names of its labels. */
  public List<String> labels() {
    return labels;
  }

  /** The name of its type. */
  public String kind() {
    return kind == MetricKind.SUMMARY ? "histogram" : kind.name().toLowerCase(Locale.ROOT);
  }

  /** The counter with these values of the labels. */
  public Counter counter(MeterRegistry registry, String... values) {
    return Counter.builder(id)
        .description(meaning)
        .baseUnit(unit)
        .tags(MeterNames.tags(this, values))
        .register(registry);
  }

  /** The histogram with these values of the labels. */
  DistributionSummary summary(MeterRegistry registry, String... values) {
    return DistributionSummary.builder(id)
        .description(meaning)
        .baseUnit(unit)
        .serviceLevelObjectives(buckets)
        .tags(MeterNames.tags(this, values))
        .register(registry);
  }

  /** A gauge with these values of the labels, with a strong reference to its source. */
  <T> Gauge gauge(MeterRegistry registry, T source, ToDoubleFunction<T> value, String... values) {
    return Gauge.builder(id, source, value)
        .description(meaning)
        .baseUnit(unit)
        .tags(MeterNames.tags(this, values))
        .strongReference(true)
        .register(registry);
  }
}

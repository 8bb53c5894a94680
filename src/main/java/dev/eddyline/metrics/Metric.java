package dev.eddyline.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * All metrics of Eddyline's own: their names, labels, units and meanings. No label holds the id of
 * a task, and each has a bounded number of values.
 */
public enum Metric {
  EVENTS(Kind.COUNTER, "eddyline.events", "Events by what became of them", "outcome"),
  AGENT_EVENTS(Kind.COUNTER, "eddyline.agent.events", "Events that were taken, by agent", "agent"),
  TASKS_BEGUN(
      Kind.COUNTER,
      "eddyline.tasks.begun",
      "Root tasks of which nothing was known when their first event came"),
  TASKS_LOOPED(
      Kind.COUNTER,
      "eddyline.tasks.looped",
      "Root tasks whose counter went from 0 to 1: once more after each reset"),
  TASKS_NOW(
      Kind.GAUGE,
      "eddyline.tasks.now",
      "Different tasks with an event in the last 10 minutes, in this instance's partitions"),
  TASKS_ATTEMPTED(
      Kind.GAUGE,
      "eddyline.tasks.attempted",
      "Tasks with an attempt in the last hour, by number of attempts: under_3, 3_and_more",
      "attempts"),
  VERDICTS(
      Kind.COUNTER,
      "eddyline.verdicts",
      "Verdicts; mode: live, shadow, or proposal: an answer to what was asked beforehand",
      "loop_type",
      "action",
      "target",
      "mode"),
  AGENT_LOOPS(
      Kind.COUNTER,
      "eddyline.agent.loops",
      "Live verdicts of loops by agent and type of loop, external faults and forgiven ones left out",
      "agent",
      "loop_type"),
  ANSWERS_EXPIRED(
      Kind.COUNTER, "eddyline.answers.expired", "Answers that came too late for their askers"),
  DETECTION_LATENCY(
      Kind.SUMMARY,
      "eddyline.detection.latency",
      "seconds",
      "From an event's record to the decision of its verdict",
      Buckets.SHORT),
  LOOP_TOKENS(Kind.COUNTER, "eddyline.loop.cost.tokens", "Tokens spent in told loops", "loop_type"),
  LOOP_USD(Kind.COUNTER, "eddyline.loop.cost.usd", "US dollars spent in told loops", "loop_type"),
  LOOP_TIME(Kind.COUNTER, "eddyline.loop.cost.seconds", "Time spent in told loops", "loop_type"),
  LOOP_RESOLUTION(
      Kind.SUMMARY,
      "eddyline.loop.resolution",
      "seconds",
      "Event time from a root task's first loop to its reset",
      Buckets.LONG),
  RESETS(Kind.COUNTER, "eddyline.resets", "Resets; reason: completed, intervention", "reason"),
  RESET_LOOPS(
      Kind.SUMMARY,
      "eddyline.reset.loops",
      "loops",
      "Counters that a reset set back, those that stood at 0 left out",
      Buckets.COUNTS),
  GATES(
      Kind.COUNTER,
      "eddyline.gates",
      "Gates by what happened to them: opened, updated, reminded, closed",
      "state",
      "loop_type"),
  GATE_LOOPS(
      Kind.SUMMARY,
      "eddyline.gate.loops",
      "loops",
      "Counters of root tasks when a gate was opened",
      Buckets.COUNTS),
  GATES_OPEN(
      Kind.GAUGE,
      "eddyline.gates.open",
      "Open gates of this instance's partitions, by event time since they were opened",
      "age"),
  GATES_OLDEST(
      Kind.GAUGE,
      "eddyline.gates.oldest",
      "seconds",
      "Age of the oldest open gate; 0 without any",
      Buckets.NONE),
  GATE_RESOLUTION(
      Kind.SUMMARY,
      "eddyline.gate.resolution",
      "seconds",
      "Event time from a gate's opening to its closing, by decision; without one: completed,"
          + " forgotten (its task was erased)",
      Buckets.LONG,
      "decision"),
  DECISIONS(
      Kind.COUNTER,
      "eddyline.decisions",
      "Decisions at gates; false_positive: the loop should not have been counted",
      "decision",
      "loop_type"),
  DEAD_LETTERS(
      Kind.COUNTER,
      "eddyline.dead.letters",
      "Records set aside; reason: unreadable, refused (a field is wrong), failed (ours to mend)",
      "topic",
      "reason"),
  STRAYS(
      Kind.COUNTER,
      "eddyline.strays",
      "Records that were not on their key's partition and were forwarded home",
      "topic"),
  OUTDATED(
      Kind.COUNTER, "eddyline.signals.outdated", "Signals of before their root's reset, ignored"),
  EVALUATION_REQUESTS(
      Kind.COUNTER, "eddyline.evaluation.requests", "Failures that an evaluator was asked about"),
  EVALUATIONS(
      Kind.COUNTER,
      "eddyline.evaluations",
      "Answers of evaluators that were taken; evaluator: rules, model",
      "evaluator",
      "verdict"),
  EVALUATIONS_DROPPED(
      Kind.COUNTER,
      "eddyline.evaluations.dropped",
      "Answers without effect: repeated, unknown (no such open question), outdated (a reset or progress"
          + " came first), off",
      "reason"),
  REQUESTS(
      Kind.COUNTER,
      "eddyline.requests",
      "Requests among agents by what told whether they repeat one: equal (text), words, or model",
      "settled_by"),
  MEANING_TEXTS(
      Kind.COUNTER,
      "eddyline.meaning.texts",
      "Texts whose vector was asked for; known: it was computed lately, computed: now",
      "vector"),
  MEANING_INFERENCE(
      Kind.SUMMARY, "eddyline.meaning.inference", "seconds", "Time for a text", Buckets.SHORT),
  MEANING_LAG(
      Kind.GAUGE,
      "eddyline.meaning.lag",
      "records",
      "Records of eddyline-signals that this instance's sentence model has not looked at yet",
      Buckets.NONE),
  MEANING_FAILURES(
      Kind.COUNTER,
      "eddyline.meaning.failures",
      "What failed; kafka: batches of questions, taken once more, model: texts that it failed on for"
          + " good, compared by their words alone",
      "of"),
  REFERENCES(
      Kind.COUNTER,
      "eddyline.references",
      "Records of topics that are read whole, by what became of them: taken, refused",
      "topic",
      "outcome"),
  REFERENCES_FAILURES(
      Kind.COUNTER,
      "eddyline.references.failures",
      "Tries that failed: to read such a topic (read), to tell of a refused record (tell)",
      "topic",
      "of"),
  LEARNT(
      Kind.COUNTER,
      "eddyline.memory.learnt",
      "Records of what was done about loops, published to loop-memory, by its kind",
      "kind"),
  MEMORY_CASES(
      Kind.GAUGE, "eddyline.memory.cases", "Cases of loop-memory that this instance remembers"),
  TRANSITIONS_UNKNOWN(
      Kind.COUNTER,
      "eddyline.transitions.unknown",
      "Transitions, and entries into steps, that the graph of their workflow does not have"),
  STATE(
      Kind.GAUGE,
      "eddyline.state",
      "1 for the state that the stream threads are in, 0 for the others",
      "state"),
  READY(Kind.GAUGE, "eddyline.ready", "1 while records are taken, else 0"),
  PARTITIONS(
      Kind.GAUGE,
      "eddyline.partitions",
      "Partitions: active and standby here, expected in all instances together as active",
      "role"),
  RESTORE_REMAINING(
      Kind.GAUGE,
      "eddyline.restore.remaining",
      "records",
      "Changelog records still to be restored before all partitions here are active",
      Buckets.NONE),
  RESTORED(Kind.COUNTER, "eddyline.restored", "Changelog records restored"),
  ROCKS_MEMORY(
      Kind.GAUGE,
      "eddyline.rocksdb.memory",
      "bytes",
      "RocksDB's cache and write buffers, of all stores: used and limit",
      Buckets.NONE,
      "what"),
  CANARY_AGE(
      Kind.GAUGE,
      "eddyline.canary.age",
      "seconds",
      "Time since a canary event was published whose committed verdict came back; the first alert",
      Buckets.NONE,
      "partition"),
  CANARY_FAILURES(
      Kind.COUNTER,
      "eddyline.canary.failures",
      "Canary events that could not be published or read"),
  BUILD(Kind.GAUGE, "eddyline.build", "Always 1", "version", "kafka");

  private final Kind kind;
  private final String id;
  private final String unit;
  private final String meaning;

  @SuppressWarnings("ImmutableEnumChecker") // nobody changes the buckets
  private final double[] buckets;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> labels;

  Metric(Kind kind, String id, String meaning, String... labels) {
    this(kind, id, null, meaning, Buckets.NONE, labels);
  }

  Metric(Kind kind, String id, String unit, String meaning, double[] buckets, String... labels) {
    this.kind = kind;
    this.id = id;
    this.unit = unit;
    this.meaning = meaning;
    this.buckets = buckets;
    this.labels = List.of(labels);
  }

  /** Name as Micrometer knows it. */
  public String id() {
    return id;
  }

  /** Name as Prometheus shows it; of a histogram without _bucket, _count and _sum. */
  public String prometheusName() {
    return Meters.prometheusName(id, kind.type(), unit);
  }

  /** What it counts or measures. */
  public String meaning() {
    return meaning;
  }

  /** Names of its labels. */
  public List<String> labels() {
    return labels;
  }

  /** Its kind in a word. */
  public String kind() {
    return kind == Kind.SUMMARY ? "histogram" : kind.name().toLowerCase(Locale.ROOT);
  }

  /** The counter with these values of the labels. */
  Counter counter(MeterRegistry registry, String... values) {
    return Counter.builder(id)
        .description(meaning)
        .baseUnit(unit)
        .tags(Meters.tags(this, values))
        .register(registry);
  }

  /** The histogram with these values of the labels. */
  DistributionSummary summary(MeterRegistry registry, String... values) {
    return DistributionSummary.builder(id)
        .description(meaning)
        .baseUnit(unit)
        .serviceLevelObjectives(buckets)
        .tags(Meters.tags(this, values))
        .register(registry);
  }

  /** A gauge with these values of the labels; what it reads is kept from being collected. */
  <T> Gauge gauge(MeterRegistry registry, T source, ToDoubleFunction<T> value, String... values) {
    return Gauge.builder(id, source, value)
        .description(meaning)
        .baseUnit(unit)
        .tags(Meters.tags(this, values))
        .strongReference(true)
        .register(registry);
  }
}

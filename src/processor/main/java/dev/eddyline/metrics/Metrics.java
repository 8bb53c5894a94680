package dev.eddyline.metrics;

import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.task.EvaluatedLoop;
import dev.eddyline.task.EvaluationOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/**
 * The metrics of a process, see {@link Metric}. Counters start at 0 with the process; gauges show
 * the current value. Thread-safe.
 */
public final class Metrics {

  /** Key of the metrics in Kafka Streams' configuration, for its handlers. */
  public static final String PROPERTY = "eddyline.metrics";

  private final MeterRegistry registry;
  private final AgentLabels agents;
  private final Map<Integer, PartitionMetrics> partitions = new ConcurrentHashMap<>();
  private final Map<Integer, Gauge> canaries = new ConcurrentHashMap<>();
  private final Counter outdatedSignal;
  private final Counter unknownTransitions;

  /** Metrics in this registry, with agents by name. */
  public Metrics(MeterRegistry registry) {
    this(registry, true);
  }

  /** Metrics in this registry, with agents by name or all as one. */
  public Metrics(MeterRegistry registry, boolean agentNames) {
    this.registry = Objects.requireNonNull(registry, "registry");
    agents = new AgentLabels(agentNames);
    outdatedSignal = Metric.OUTDATED_SIGNALS.counter(registry);
    unknownTransitions = Metric.TRANSITIONS_UNKNOWN.counter(registry);
    Metric.TASKS_NOW.gauge(registry, this, Metrics::activeTaskCount);
    Metric.TASKS_ATTEMPTED.gauge(registry, this, it -> it.attemptedTaskCount(false), "under_3");
    Metric.TASKS_ATTEMPTED.gauge(registry, this, it -> it.attemptedTaskCount(true), "3_and_more");
    for (int age = 0; age < OpenGateCounts.AGE_BUCKET_LABELS.size(); age++) {
      int bucket = age;
      Metric.GATES_OPEN.gauge(
          registry,
          this,
          it -> it.openGateCountInAgeBucket(bucket),
          OpenGateCounts.AGE_BUCKET_LABELS.get(age));
    }
    Metric.GATES_OLDEST.gauge(registry, this, Metrics::oldestOpenGateAgeSeconds);
  }

  /** The registry of the metrics. */
  public MeterRegistry registry() {
    return registry;
  }

  AgentLabels agents() {
    return agents;
  }

  /** Creates the metrics of an assigned partition, in place of earlier ones. */
  public PartitionMetrics addPartitionMetrics(int partition) {
    PartitionMetrics added = new PartitionMetrics(partition, this);
    partitions.put(partition, added);
    return added;
  }

  void removePartitionMetrics(PartitionMetrics removed) {
    partitions.remove(removed.partition(), removed);
  }

  /** Counts an ignored signal from an earlier epoch of its root. */
  public void outdatedSignal() {
    outdatedSignal.increment();
  }

  /** Counts an evaluation by its outcome. */
  public void evaluation(ProgressEvaluation answer, EvaluationOutcome outcome) {
    if (outcome == EvaluationOutcome.TAKEN) {
      String evaluator =
          answer.getEvaluator().equals(EvaluatedLoop.RULE_EVALUATOR_NAME) ? "rules" : "model";
      Metric.EVALUATIONS
          .counter(registry, evaluator, answer.getVerdict().name().toLowerCase(Locale.ROOT))
          .increment();
    } else {
      Metric.EVALUATIONS_DROPPED
          .counter(registry, outcome.name().toLowerCase(Locale.ROOT))
          .increment();
    }
  }

  /** Counts an event whose transition is not in its workflow's graph. */
  public void transition(boolean isOffGraph) {
    if (isOffGraph) {
      unknownTransitions.increment();
    }
  }

  /** Counts a re-routed record of this topic. */
  public void countMisroutedRecord(String topic) {
    Metric.MISROUTED_RECORDS.counter(registry, topic).increment();
  }

  /** Counts a dead-lettered record of this topic. */
  public void countDeadLetteredRecord(String topic, DeadLetterReason reason) {
    Metric.DEAD_LETTERS.counter(registry, topic, reason.labelValue()).increment();
  }

  /** Counts records of telemetry that a receiver refused. */
  public void countRejectedTelemetry(int records) {
    Metric.OTLP_RECORDS.counter(registry, "rejected").increment(records);
  }

  /** Registers the dead-letter counters of this topic at 0. */
  public void expectDeadLetters(String topic) {
    for (DeadLetterReason reason : DeadLetterReason.values()) {
      Metric.DEAD_LETTERS.counter(registry, topic, reason.labelValue());
    }
  }

  /**
   * The counter of a reference topic's records with this outcome: {@code taken} or {@code refused}.
   */
  public Counter referenceRecordCounter(String topic, String outcome) {
    return Metric.REFERENCES.counter(registry, topic, outcome);
  }

  /** The counter of a reference topic's failures of this kind: {@code read} or {@code tell}. */
  public Counter referenceFailures(String topic, String operation) {
    return Metric.REFERENCES_FAILURES.counter(registry, topic, operation);
  }

  /** The counter of canary events that could not be published or read. */
  public Counter canaryFailures() {
    return Metric.CANARY_FAILURES.counter(registry);
  }

  /** Registers the gauge of a partition's canary age, seconds. */
  public void registerCanaryAgeGauge(int partition, DoubleSupplier age) {
    canaries.computeIfAbsent(
        partition,
        it ->
            Metric.CANARY_AGE.gauge(
                registry, age, DoubleSupplier::getAsDouble, Integer.toString(it)));
  }

  /** Removes the canary gauge of a revoked partition. */
  public void removeCanaryAgeGauge(int partition) {
    Gauge gauge = canaries.remove(partition);
    if (gauge != null) {
      registry.remove(gauge);
    }
  }

  /** Distinct tasks with an event in the last 10 minutes, in this instance's partitions. */
  public int activeTaskCount() {
    return localPartitionMetrics().stream().mapToInt(PartitionMetrics::activeTaskCount).sum();
  }

  /** Distinct active tasks by partition. */
  public Map<Integer, Integer> activeTaskCountByPartition() {
    Map<Integer, Integer> tasks = new TreeMap<>();
    partitions.forEach((partition, metrics) -> tasks.put(partition, metrics.activeTaskCount()));
    return tasks;
  }

  /** Open gates of this instance's partitions. */
  public long openGates() {
    long open = 0;
    for (int age = 0; age < OpenGateCounts.AGE_BUCKET_LABELS.size(); age++) {
      open += openGateCountInAgeBucket(age);
    }
    return open;
  }

  /** Registers a gauge with these values of the labels. */
  public void registerGauge(Metric metric, DoubleSupplier value, String... labels) {
    metric.gauge(registry, value, DoubleSupplier::getAsDouble, labels);
  }

  /** Tasks that were attempted in the last hour, newest first, up to a maximum. */
  public Map<String, RecentAttempts> attempts(int most) {
    Map<String, RecentAttempts> tasks = new LinkedHashMap<>();
    localPartitionMetrics().stream()
        .flatMap(partition -> partition.attempts().tasks().entrySet().stream())
        .sorted(Comparator.comparingLong(task -> -task.getValue().lastAttempt()))
        .limit(most)
        .forEach(task -> tasks.put(task.getKey(), task.getValue()));
    return tasks;
  }

  /** Number of tasks with 3 or more attempts in the last hour. */
  public long oftenAttemptedTaskCount() {
    return attemptedTaskCount(true);
  }

  private Collection<PartitionMetrics> localPartitionMetrics() {
    return partitions.values();
  }

  private long openGateCountInAgeBucket(int age) {
    return localPartitionMetrics().stream()
        .mapToLong(partition -> partition.gates().countInAgeBucket(age))
        .sum();
  }

  private double oldestOpenGateAgeSeconds() {
    return localPartitionMetrics().stream()
        .mapToDouble(it -> it.gates().oldestSeconds())
        .max()
        .orElse(0);
  }

  private long attemptedTaskCount(boolean often) {
    return localPartitionMetrics().stream()
        .mapToLong(partition -> partition.attempts().count(often))
        .sum();
  }
}

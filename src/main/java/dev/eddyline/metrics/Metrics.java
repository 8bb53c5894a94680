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
  private final Agents agents;
  private final Map<Integer, PartitionMetrics> partitions = new ConcurrentHashMap<>();
  private final Map<Integer, Gauge> canaries = new ConcurrentHashMap<>();
  private final Counter outdated;
  private final Counter unknownTransitions;

  /** Metrics in this registry, with agents by name. */
  public Metrics(MeterRegistry registry) {
    this(registry, true);
  }

  /** Metrics in this registry, with agents by name or all as one. */
  public Metrics(MeterRegistry registry, boolean agentNames) {
    this.registry = Objects.requireNonNull(registry, "registry");
    agents = new Agents(agentNames);
    outdated = Metric.OUTDATED.counter(registry);
    unknownTransitions = Metric.TRANSITIONS_UNKNOWN.counter(registry);
    Metric.TASKS_NOW.gauge(registry, this, Metrics::tasksNow);
    Metric.TASKS_ATTEMPTED.gauge(registry, this, it -> it.attempted(false), "under_3");
    Metric.TASKS_ATTEMPTED.gauge(registry, this, it -> it.attempted(true), "3_and_more");
    for (int age = 0; age < OpenGates.WORDS.size(); age++) {
      int place = age;
      Metric.GATES_OPEN.gauge(registry, this, it -> it.gates(place), OpenGates.WORDS.get(age));
    }
    Metric.GATES_OLDEST.gauge(registry, this, Metrics::oldestGate);
  }

  /** The registry of the metrics. */
  public MeterRegistry registry() {
    return registry;
  }

  Agents agents() {
    return agents;
  }

  /** Creates the metrics of an assigned partition, in place of earlier ones. */
  public PartitionMetrics partition(int partition) {
    PartitionMetrics taken = new PartitionMetrics(partition, this);
    partitions.put(partition, taken);
    return taken;
  }

  void left(PartitionMetrics left) {
    partitions.remove(left.partition(), left);
  }

  /** Counts an ignored signal from an earlier epoch of its root. */
  public void outdated() {
    outdated.increment();
  }

  /** Counts an evaluation by its outcome. */
  public void evaluation(ProgressEvaluation answer, EvaluationOutcome answered) {
    if (answered == EvaluationOutcome.TAKEN) {
      String evaluator =
          answer.getEvaluator().equals(EvaluatedLoop.RULE_EVALUATOR) ? "rules" : "model";
      Metric.EVALUATIONS
          .counter(registry, evaluator, answer.getVerdict().name().toLowerCase(Locale.ROOT))
          .increment();
    } else {
      Metric.EVALUATIONS_DROPPED
          .counter(registry, answered.name().toLowerCase(Locale.ROOT))
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
  public void stray(String topic) {
    Metric.STRAYS.counter(registry, topic).increment();
  }

  /** Counts a dead-lettered record of this topic. */
  public void deadLetter(String topic, DeadLetterReason reason) {
    Metric.DEAD_LETTERS.counter(registry, topic, reason.word()).increment();
  }

  /** Registers the dead-letter counters of this topic at 0. */
  public void expectDeadLetters(String topic) {
    for (DeadLetterReason reason : DeadLetterReason.values()) {
      Metric.DEAD_LETTERS.counter(registry, topic, reason.word());
    }
  }

  /**
   * The counter of a reference topic's records with this outcome: {@code taken} or {@code refused}.
   */
  public Counter references(String topic, String outcome) {
    return Metric.REFERENCES.counter(registry, topic, outcome);
  }

  /** The counter of a reference topic's failures of this kind: {@code read} or {@code tell}. */
  public Counter referenceFailures(String topic, String of) {
    return Metric.REFERENCES_FAILURES.counter(registry, topic, of);
  }

  /** The counter of canary events that could not be published or read. */
  public Counter canaryFailures() {
    return Metric.CANARY_FAILURES.counter(registry);
  }

  /** Registers the gauge of a partition's canary age, seconds. */
  public void canary(int partition, DoubleSupplier age) {
    canaries.computeIfAbsent(
        partition,
        it ->
            Metric.CANARY_AGE.gauge(
                registry, age, DoubleSupplier::getAsDouble, Integer.toString(it)));
  }

  /** Removes the canary gauge of a revoked partition. */
  public void canaryLeft(int partition) {
    Gauge gauge = canaries.remove(partition);
    if (gauge != null) {
      registry.remove(gauge);
    }
  }

  /** Distinct tasks with an event in the last 10 minutes, in this instance's partitions. */
  public int tasksNow() {
    return here().stream().mapToInt(PartitionMetrics::tasksNow).sum();
  }

  /** Distinct active tasks by partition. */
  public Map<Integer, Integer> tasksNowByPartition() {
    Map<Integer, Integer> tasks = new TreeMap<>();
    partitions.forEach((partition, here) -> tasks.put(partition, here.tasksNow()));
    return tasks;
  }

  /** Open gates of this instance's partitions. */
  public long openGates() {
    long open = 0;
    for (int age = 0; age < OpenGates.WORDS.size(); age++) {
      open += gates(age);
    }
    return open;
  }

  /** Registers a gauge with these values of the labels. */
  public void show(Metric metric, DoubleSupplier value, String... labels) {
    metric.gauge(registry, value, DoubleSupplier::getAsDouble, labels);
  }

  /** Tasks that were attempted in the last hour, newest first, up to a maximum. */
  public Map<String, TaskAttempts> attempts(int most) {
    Map<String, TaskAttempts> tasks = new LinkedHashMap<>();
    here().stream()
        .flatMap(partition -> partition.attempts().tasks().entrySet().stream())
        .sorted(Comparator.comparingLong(task -> -task.getValue().lastAttempt()))
        .limit(most)
        .forEach(task -> tasks.put(task.getKey(), task.getValue()));
    return tasks;
  }

  /** Number of tasks with 3 or more attempts in the last hour. */
  public long attemptedOften() {
    return attempted(true);
  }

  private Collection<PartitionMetrics> here() {
    return partitions.values();
  }

  private long gates(int age) {
    return here().stream().mapToLong(partition -> partition.gates().count(age)).sum();
  }

  private double oldestGate() {
    return here().stream().mapToDouble(it -> it.gates().oldestSeconds()).max().orElse(0);
  }

  private long attempted(boolean often) {
    return here().stream().mapToLong(partition -> partition.attempts().count(often)).sum();
  }
}

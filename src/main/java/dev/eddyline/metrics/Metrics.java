package dev.eddyline.metrics;

import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.task.Answered;
import dev.eddyline.task.EvaluatedLoop;
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
 * What a process counts and measures, by the names of {@link Metric}. Counters begin at 0 with the
 * process; gauges tell how it stands now. Safe for use by many threads.
 */
public final class Metrics {

  /** Under this name Kafka Streams hands it to the handlers that it makes. */
  public static final String PROPERTY = "eddyline.metrics";

  private final MeterRegistry registry;
  private final Agents agents;
  private final Map<Integer, PartitionMetrics> partitions = new ConcurrentHashMap<>();
  private final Map<Integer, Gauge> canaries = new ConcurrentHashMap<>();
  private final Counter outdated;
  private final Counter unknownTransitions;

  /** Counts in this registry, agents by name. */
  public Metrics(MeterRegistry registry) {
    this(registry, true);
  }

  /** Counts in this registry, agents by name or all as one. */
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

  /** Where all is counted. */
  public MeterRegistry registry() {
    return registry;
  }

  Agents agents() {
    return agents;
  }

  /** A partition that this process takes on; what it said of it before is replaced. */
  public PartitionMetrics partition(int partition) {
    PartitionMetrics taken = new PartitionMetrics(partition, this);
    partitions.put(partition, taken);
    return taken;
  }

  void left(PartitionMetrics left) {
    partitions.remove(left.partition(), left);
  }

  /** A signal of before its root's last reset was ignored. */
  public void outdated() {
    outdated.increment();
  }

  /** An evaluator's answer came to this. */
  public void evaluation(ProgressEvaluation answer, Answered answered) {
    if (answered == Answered.TAKEN) {
      String evaluator = answer.getEvaluator().equals(EvaluatedLoop.RULES) ? "rules" : "model";
      Metric.EVALUATIONS
          .counter(registry, evaluator, answer.getVerdict().name().toLowerCase(Locale.ROOT))
          .increment();
    } else {
      Metric.EVALUATIONS_DROPPED
          .counter(registry, answered.name().toLowerCase(Locale.ROOT))
          .increment();
    }
  }

  /** An event was taken; it may be a move that the graph of its workflow does not have. */
  public void transition(boolean isOffGraph) {
    if (isOffGraph) {
      unknownTransitions.increment();
    }
  }

  /** A record of this topic was forwarded home. */
  public void stray(String topic) {
    Metric.STRAYS.counter(registry, topic).increment();
  }

  /** A record of this topic was set aside. */
  public void deadLetter(String topic, DeadLetterReason reason) {
    Metric.DEAD_LETTERS.counter(registry, topic, reason.word()).increment();
  }

  /** Dead letters of this topic can come: their counters are there from the start. */
  public void expectDeadLetters(String topic) {
    for (DeadLetterReason reason : DeadLetterReason.values()) {
      Metric.DEAD_LETTERS.counter(registry, topic, reason.word());
    }
  }

  /** Counts records of a topic that is read whole of which this became: taken, refused. */
  public Counter references(String topic, String outcome) {
    return Metric.REFERENCES.counter(registry, topic, outcome);
  }

  /** Counts tries with a topic that is read whole that failed: to read, to tell. */
  public Counter referenceFailures(String topic, String of) {
    return Metric.REFERENCES_FAILURES.counter(registry, topic, of);
  }

  /** Counts canary events that could not be published or read. */
  public Counter canaryFailures() {
    return Metric.CANARY_FAILURES.counter(registry);
  }

  /** Shows the age of a partition's canary, in seconds. */
  public void canary(int partition, DoubleSupplier age) {
    canaries.computeIfAbsent(
        partition,
        it ->
            Metric.CANARY_AGE.gauge(
                registry, age, DoubleSupplier::getAsDouble, Integer.toString(it)));
  }

  /** Ends the canary of a partition that is no longer this instance's. */
  public void canaryLeft(int partition) {
    Gauge gauge = canaries.remove(partition);
    if (gauge != null) {
      registry.remove(gauge);
    }
  }

  /** Different tasks with an event in the last 10 minutes, in this instance's partitions. */
  public int tasksNow() {
    return here().stream().mapToInt(PartitionMetrics::tasksNow).sum();
  }

  /** The same by partition. */
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

  /** Shows what a supplier says under these values of the labels. */
  public void show(Metric metric, DoubleSupplier value, String... labels) {
    metric.gauge(registry, value, DoubleSupplier::getAsDouble, labels);
  }

  /** So many of the tasks that were attempted in the last hour (document 004), newest first. */
  public Map<String, TaskAttempts> attempts(int most) {
    Map<String, TaskAttempts> tasks = new LinkedHashMap<>();
    here().stream()
        .flatMap(partition -> partition.attempts().tasks().entrySet().stream())
        .sorted(Comparator.comparingLong(task -> -task.getValue().lastAttempt()))
        .limit(most)
        .forEach(task -> tasks.put(task.getKey(), task.getValue()));
    return tasks;
  }

  /** Tasks with 3 attempts and more in the last hour (document 004, "Metrics"). */
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

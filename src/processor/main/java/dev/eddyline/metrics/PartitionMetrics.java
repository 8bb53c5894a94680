package dev.eddyline.metrics;

import dev.eddyline.engine.CanaryTasks;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.task.InputOutcome;
import dev.eddyline.task.TaskEngine;
import io.micrometer.core.instrument.Counter;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** Counts events and outputs of one partition, on its one thread, without canaries. */
public final class PartitionMetrics implements AutoCloseable {

  private final int partition;
  private final Metrics metrics;
  private final Map<InputOutcome, Counter> events = new EnumMap<>(InputOutcome.class);
  private final Map<String, Counter> agentEvents = new HashMap<>();
  private final Counter otherAgentsEventCounter;
  private final Counter tasksBegun;
  private final Counter evaluationRequests;
  private final Map<String, Counter> requests = new HashMap<>();
  private final OutputMetrics outputs;
  private final ActiveTaskCount activeTaskCount = new ActiveTaskCount();
  private final AttemptCounts attempts = new AttemptCounts();
  private final OpenGateCounts gates = new OpenGateCounts();

  PartitionMetrics(int partition, Metrics metrics) {
    this.partition = partition;
    this.metrics = metrics;
    for (InputOutcome outcome : InputOutcome.values()) {
      String word = outcome.name().toLowerCase(Locale.ROOT);
      events.put(outcome, Metric.EVENTS.counter(metrics.registry(), word));
    }
    otherAgentsEventCounter = Metric.AGENT_EVENTS.counter(metrics.registry(), AgentLabels.OTHER);
    tasksBegun = Metric.TASKS_BEGUN.counter(metrics.registry());
    evaluationRequests = Metric.EVALUATION_REQUESTS.counter(metrics.registry());
    for (String settledBy : List.of("equal", "words", "model")) {
      requests.put(settledBy, Metric.REQUESTS.counter(metrics.registry(), settledBy));
    }
    outputs = new OutputMetrics(metrics.registry(), metrics.agents());
  }

  /**
   * Counts an event on its home partition.
   *
   * @param isNew whether its task was unknown
   * @param recordTime timestamp of its record, epoch milliseconds
   * @param now the clock, epoch milliseconds
   */
  public void countEvent(
      AgentEvent event, InputOutcome outcome, boolean isNew, long recordTime, long now) {
    String task = event.getTaskId();
    if (CanaryTasks.isCanary(task)) {
      return;
    }
    events.get(outcome).increment();
    activeTaskCount.addEvent(task, recordTime, now);
    if (outcome != InputOutcome.TAKEN) {
      return;
    }
    eventCounterOfAgent(event.getAgentId()).increment();
    if (isNew && task.equals(TaskEngine.namedRoot(event))) {
      tasksBegun.increment();
    }
    if (event.getBody() instanceof TaskAttempted) {
      attempts.addAttempt(task, recordTime, now);
    }
  }

  /** Counts a request between agents by the outputs that it caused. */
  public void countAgentRequestByOutputs(List<SpecificRecord> caused) {
    boolean open =
        caused.stream()
            .anyMatch(
                it -> it instanceof Signal sent && sent.getBody() instanceof MeaningRequested);
    String settledBy = open ? "model" : caused.stream().anyMatch(this::isEqual) ? "equal" : "words";
    requests.get(settledBy).increment();
  }

  /** Whether the output is a loop of equal texts, published here or signalled to a remote root. */
  private boolean isEqual(SpecificRecord caused) {
    if (caused instanceof Signal sent && sent.getBody() instanceof SubtaskLoop loop) {
      return !loop.getLoops().isEmpty() && loop.getLoops().get(0).getMatchKind() != null;
    }
    return caused instanceof LoopVerdict verdict && verdict.getMatchKind() != null;
  }

  private Counter eventCounterOfAgent(String agentId) {
    Counter known = agentEvents.get(agentId);
    if (known != null) {
      return known;
    }
    String value = metrics.agents().labelFor(agentId);
    if (value.equals(AgentLabels.OTHER)) {
      return otherAgentsEventCounter;
    }
    return agentEvents.computeIfAbsent(
        agentId, agent -> Metric.AGENT_EVENTS.counter(metrics.registry(), value));
  }

  /**
   * Counts a published record.
   *
   * @param proposal whether it was caused by a proposed event
   * @param recordTime timestamp of the record that caused it, epoch milliseconds
   */
  public void countOutputRecord(SpecificRecord output, boolean proposal, long recordTime) {
    if (output instanceof LoopVerdict verdict) {
      if (!CanaryTasks.isCanary(verdict.getTaskId())) {
        outputs.verdict(verdict, proposal, recordTime);
      }
    } else if (output instanceof GateTrigger gate) {
      outputs.gate(gate);
    } else if (output instanceof LoopReset reset) {
      outputs.reset(reset);
      attempts.reset(reset.getTaskId());
    } else if (output instanceof ProgressEvaluationRequest) {
      evaluationRequests.increment();
    }
  }

  /** Counts a published case of the loop memory. */
  public void countLoopMemoryRecord(LoopMemory memory) {
    Metric.LOOP_MEMORY_RECORDS
        .counter(metrics.registry(), memory.getKind().name().toLowerCase(Locale.ROOT))
        .increment();
  }

  /** Evicts old entries; called periodically, also without events. */
  public void evictInactiveTasks(long now) {
    activeTaskCount.evictInactiveTasks(now);
    attempts.evictTasksWithoutRecentAttempt(now);
  }

  /** The counts of its open gates. */
  public OpenGateCounts gates() {
    return gates;
  }

  int activeTaskCount() {
    return activeTaskCount.count();
  }

  AttemptCounts attempts() {
    return attempts;
  }

  int partition() {
    return partition;
  }

  /** Removes the metrics of a revoked partition. */
  @Override
  public void close() {
    metrics.removePartitionMetrics(this);
  }
}

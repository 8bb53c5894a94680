package dev.eddyline.task.scenario;

import dev.eddyline.engine.InMemoryStores;
import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.Signals;
import dev.eddyline.task.TaskEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * Several partitions, each with an engine and a memory of its own. Signals between them wait until
 * they are delivered, in any order that a test likes; events are a second apart.
 */
public final class PartitionedEngines {

  /** A signal on its way, and where it goes. */
  public record PendingSignal(Signal signal, int partition) {}

  private final List<TaskEngine> engines = new ArrayList<>();
  private final List<InMemoryStores> memories = new ArrayList<>();
  private final List<PendingSignal> pendingSignals = new ArrayList<>();
  private final List<SpecificRecord> published = new ArrayList<>();
  private Instant now = EngineScenario.BEGIN;
  private long number;
  private int ignoredSignalCount;
  private int ignoredLoopCount;

  public PartitionedEngines(int count, Policy policy) {
    for (int partition = 0; partition < count; partition++) {
      engines.add(
          new TaskEngine(
              partition, () -> Policies.ofSinglePolicy(policy), () -> GraphSnapshot.NONE));
      memories.add(new InMemoryStores());
    }
  }

  /** Where a key is at home: its last digit says it; a key without one is at home in the first. */
  public int partitionOfKey(String key) {
    int digit = Character.digit(key.charAt(key.length() - 1), 10);
    return Math.max(0, digit) % engines.size();
  }

  /** What happens in a task. */
  public TaskScript<List<SpecificRecord>> task(String taskId) {
    return TaskScript.of(taskId, this::processEvent);
  }

  /** Time passes. */
  public PartitionedEngines advanceTime(Duration time) {
    now = now.plus(time);
    return this;
  }

  /** The event time of the next event. */
  public Instant now() {
    return now;
  }

  /** Takes an event at its home; answers what it caused there, its signals included. */
  public List<SpecificRecord> processEvent(AgentEvent scripted) {
    AgentEvent event = AvroCopier.deepCopy(scripted);
    event.setEventId("e" + ++number);
    event.setOccurredAt(now);
    int homePartition = partitionOfKey(TaskEngine.home(event));
    long time = now.toEpochMilli();
    Outbox outbox = new Outbox("agent-events", homePartition, number, EngineScenario.BEGIN);
    RecordCoordinates coordinates =
        new RecordCoordinates(
            "agent-events", homePartition, number, time, time, EngineScenario.BEGIN);
    engines.get(homePartition).take(event, coordinates, memories.get(homePartition), outbox);
    memories.get(homePartition).applyWrites();
    now = now.plusSeconds(1);
    return queueSignalsAndReturnOutputs(outbox);
  }

  /** Delivers one of the waiting signals; answers what it caused, its signals included. */
  public List<SpecificRecord> deliver(int index) {
    PendingSignal next = pendingSignals.remove(index);
    Outbox outbox = Signals.outbox(next.signal(), EngineScenario.BEGIN);
    RecordCoordinates coordinates =
        Signals.coordinatesOfCausingEvent(
            next.signal(), now.toEpochMilli(), now.toEpochMilli(), EngineScenario.BEGIN);
    int at = next.partition();
    if (!engines
        .get(at)
        .take(AvroCopier.deepCopy(next.signal()), coordinates, memories.get(at), outbox)) {
      ignoredSignalCount++;
      ignoredLoopCount +=
          next.signal().getBody() instanceof SubtaskLoop loop && !loop.getLoops().isEmpty() ? 1 : 0;
    }
    memories.get(at).applyWrites();
    return queueSignalsAndReturnOutputs(outbox);
  }

  /** Delivers all that waits and all that follows from it, in order. */
  public PartitionedEngines deliver() {
    while (!pendingSignals.isEmpty()) {
      deliver(0);
    }
    return this;
  }

  private List<SpecificRecord> queueSignalsAndReturnOutputs(Outbox outbox) {
    for (SpecificRecord record : outbox.records()) {
      published.add(record);
      if (record instanceof Signal signal) {
        int homePartition = partitionOfKey(Signals.partitioningKey(signal));
        pendingSignals.add(
            new PendingSignal(
                signal, Signals.explicitTargetPartition(signal).orElse(homePartition)));
      }
    }
    return outbox.records();
  }

  /** Signals that wait, oldest first. */
  public List<PendingSignal> pendingSignals() {
    return List.copyOf(pendingSignals);
  }

  /** All that was published so far, signals included. */
  public List<SpecificRecord> published() {
    return List.copyOf(published);
  }

  /** What was published of this type. */
  public <T> List<T> published(Class<T> type) {
    return published.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** The bodies of this type among all signals so far. */
  public <T> List<T> signalled(Class<T> body) {
    return published(Signal.class).stream()
        .map(Signal::getBody)
        .filter(body::isInstance)
        .map(body::cast)
        .toList();
  }

  /** Number of signals that came too late for their root's epoch. */
  public int ignoredSignalCount() {
    return ignoredSignalCount;
  }

  /** Number of these with loops. */
  public int ignoredLoopCount() {
    return ignoredLoopCount;
  }

  /** The memory of a partition. */
  public InMemoryStores memory(int partition) {
    return memories.get(partition);
  }
}

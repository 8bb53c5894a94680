package dev.eddyline.task;

import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Signal;
import dev.eddyline.verify.Copies;
import dev.eddyline.verify.InMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * Several partitions, each with an engine and a memory of its own. Signals between them wait until
 * they are delivered, in any order that a test likes; events are a second apart.
 */
final class Partitions {

  /** A signal on its way, and where it goes. */
  record Waiting(Signal signal, int partition) {}

  private final List<TaskEngine> engines = new ArrayList<>();
  private final List<InMemory> memories = new ArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private final List<SpecificRecord> published = new ArrayList<>();
  private Instant now = Story.BEGIN;
  private long number;
  private int ignored;

  Partitions(int count, Policy policy) {
    for (int partition = 0; partition < count; partition++) {
      engines.add(
          new TaskEngine(partition, () -> Policies.always(policy), () -> GraphSnapshot.NONE));
      memories.add(new InMemory());
    }
  }

  /** Where a key is at home: its last digit says it; a key without one is at home in the first. */
  int home(String key) {
    int digit = Character.digit(key.charAt(key.length() - 1), 10);
    return Math.max(0, digit) % engines.size();
  }

  /** What happens in a task. */
  TaskScript<List<SpecificRecord>> task(String taskId) {
    return TaskScript.of(taskId, this::take);
  }

  /** Time passes. */
  Partitions after(Duration time) {
    now = now.plus(time);
    return this;
  }

  /** The event time of the next event. */
  Instant now() {
    return now;
  }

  /** Takes an event at its home; answers what it caused there, its signals included. */
  List<SpecificRecord> take(AgentEvent scripted) {
    AgentEvent event = Copies.of(scripted);
    event.setEventId("e" + ++number);
    event.setOccurredAt(now);
    int home = home(TaskEngine.home(event));
    long time = now.toEpochMilli();
    Outbox outbox = new Outbox("agent-events", home, number, Story.BEGIN);
    Place place = new Place("agent-events", home, number, time, time, Story.BEGIN);
    engines.get(home).take(event, place, memories.get(home), outbox);
    now = now.plusSeconds(1);
    return sent(outbox);
  }

  /** Delivers one of the waiting signals; answers what it caused, its signals included. */
  List<SpecificRecord> deliver(int index) {
    Waiting next = waiting.remove(index);
    Outbox outbox = Signals.outbox(next.signal(), Story.BEGIN);
    Place place = Signals.place(next.signal(), now.toEpochMilli(), now.toEpochMilli(), Story.BEGIN);
    int at = next.partition();
    if (!engines.get(at).take(Copies.of(next.signal()), place, memories.get(at), outbox)) {
      ignored++;
    }
    return sent(outbox);
  }

  /** Delivers all that waits and all that follows from it, in order. */
  Partitions deliver() {
    while (!waiting.isEmpty()) {
      deliver(0);
    }
    return this;
  }

  private List<SpecificRecord> sent(Outbox outbox) {
    for (SpecificRecord record : outbox.records()) {
      published.add(record);
      if (record instanceof Signal signal) {
        int home = home(Signals.home(signal));
        waiting.add(new Waiting(signal, Signals.partition(signal).orElse(home)));
      }
    }
    return outbox.records();
  }

  /** Signals that wait, oldest first. */
  List<Waiting> waiting() {
    return List.copyOf(waiting);
  }

  /** All that was published so far, signals included. */
  List<SpecificRecord> published() {
    return List.copyOf(published);
  }

  /** What was published of this type. */
  <T> List<T> published(Class<T> type) {
    return published.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** The bodies of this type among all signals so far. */
  <T> List<T> signalled(Class<T> body) {
    return published(Signal.class).stream()
        .map(Signal::getBody)
        .filter(body::isInstance)
        .map(body::cast)
        .toList();
  }

  /** Number of signals that came too late for their root's epoch. */
  int ignored() {
    return ignored;
  }

  /** The memory of a partition. */
  InMemory memory(int partition) {
    return memories.get(partition);
  }
}

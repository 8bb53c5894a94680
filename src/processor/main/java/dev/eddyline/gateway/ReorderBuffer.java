package dev.eddyline.gateway;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.MappedEvents;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Events that wait for their order. When an event of a task is due, it leaves together with all
 * events of the task that happened before it, in the order of their event times. A sender's clock
 * may be ahead: what happened after the receipt of a due event does not leave with it.
 */
final class ReorderBuffer {

  /** Most memory of a partition's waiting events; then the oldest ones leave early, in order. */
  static final long MAX_BYTES = 64L << 20;

  private final KeyValueStore<String, MappedEvents> store;

  /** Entries in the order of arrival. */
  private final TreeMap<Long, Entry> entries = new TreeMap<>();

  private final Map<String, Set<Long>> numbersByTask = new HashMap<>();
  private long next;
  private int events;
  private long bytes;
  private int early;

  private record Entry(String task, MappedEvents mapped, long bytes) {

    private Entry(String task, MappedEvents mapped) {
      this(task, mapped, EventSize.bytes(mapped.getEvents()));
    }
  }

  /** The waiting events of a store. */
  ReorderBuffer(KeyValueStore<String, MappedEvents> store) {
    this.store = store;
    try (KeyValueIterator<String, MappedEvents> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<String, MappedEvents> stored = all.next();
        long number = Long.parseLong(stored.key);
        index(number, new Entry(stored.value.getEvents().get(0).getTaskId(), stored.value));
        next = number + 1;
      }
    }
  }

  /** Number of waiting events. */
  int size() {
    return events;
  }

  /** Number of events that left early since the last call, as the buffer was full. */
  int drainEarlyCount() {
    int count = early;
    early = 0;
    return count;
  }

  /** Adds events of a task; without events nothing is added. */
  void add(String task, MappedEvents mapped) {
    if (!mapped.getEvents().isEmpty()) {
      long number = next++;
      store.put(key(number), mapped);
      index(number, new Entry(task, mapped));
    }
  }

  private void index(long number, Entry entry) {
    entries.put(number, entry);
    numbersByTask.computeIfAbsent(entry.task(), none -> new LinkedHashSet<>()).add(number);
    events += entry.mapped().getEvents().size();
    bytes += entry.bytes();
  }

  /** Removes the events that were received until a time, with all earlier ones of their tasks. */
  List<AgentEvent> removeDue(long receivedUntil) {
    Map<String, Instant> dueByTask = new HashMap<>();
    Set<Long> due = new HashSet<>();
    long excess = bytes - MAX_BYTES;
    for (Map.Entry<Long, Entry> each : entries.entrySet()) {
      Entry entry = each.getValue();
      Instant receivedAt = entry.mapped().getReceivedAt();
      boolean isDue = receivedAt.toEpochMilli() <= receivedUntil;
      if (isDue || excess > 0) {
        due.add(each.getKey());
        excess -= entry.bytes();
        early += isDue ? 0 : entry.mapped().getEvents().size();
        for (AgentEvent event : entry.mapped().getEvents()) {
          Instant occurredAt = event.getOccurredAt();
          dueByTask.merge(
              entry.task(),
              occurredAt.isAfter(receivedAt) ? receivedAt : occurredAt,
              ReorderBuffer::later);
        }
      }
    }
    List<AgentEvent> ordered = new ArrayList<>();
    dueByTask.forEach((task, until) -> ordered.addAll(remove(task, until, due)));
    return ordered;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** Removes the events of due entries, and those that happened until a time. */
  private List<AgentEvent> remove(String task, Instant until, Set<Long> due) {
    List<AgentEvent> removed = new ArrayList<>();
    for (long number : List.copyOf(numbersByTask.get(task))) {
      Entry entry = entries.get(number);
      List<AgentEvent> rest = new ArrayList<>();
      for (AgentEvent event : entry.mapped().getEvents()) {
        boolean isLater = !due.contains(number) && event.getOccurredAt().isAfter(until);
        (isLater ? rest : removed).add(event);
      }
      events -= entry.mapped().getEvents().size() - rest.size();
      if (rest.isEmpty()) {
        bytes -= entry.bytes();
        entries.remove(number);
        store.delete(key(number));
        numbersByTask.get(task).remove(number);
      } else if (rest.size() < entry.mapped().getEvents().size()) {
        MappedEvents mapped =
            new MappedEvents(entry.mapped().getReceivedAt(), entry.mapped().getSource(), rest);
        Entry shorter = new Entry(task, mapped);
        bytes += shorter.bytes() - entry.bytes();
        entries.put(number, shorter);
        store.put(key(number), mapped);
      }
    }
    if (numbersByTask.get(task).isEmpty()) {
      numbersByTask.remove(task);
    }
    EventOrder.sort(removed);
    return removed;
  }

  private static String key(long number) {
    return "%019d".formatted(number);
  }
}

package dev.eddyline.gateway;

import dev.eddyline.agents.FreeTexts;
import dev.eddyline.schema.AgentEvent;
import java.util.ArrayList;
import java.util.List;

/** The approximate memory of events: their texts and a constant. */
final class EventSize {

  /** Memory of an event without texts, in bytes. */
  private static final long EMPTY_BYTES = 500;

  /** Most bytes of a list that is published as one record, with a margin to its topic's limit. */
  private static final long MAX_LIST_BYTES = 4L << 20;

  private EventSize() {}

  /** Bytes of these events, about. */
  static long bytes(List<AgentEvent> events) {
    return events.stream().mapToLong(event -> EMPTY_BYTES + 2L * FreeTexts.length(event)).sum();
  }

  /** The events in their order, in lists of at most some bytes; each event is much shorter. */
  static List<List<AgentEvent>> split(List<AgentEvent> events) {
    List<List<AgentEvent>> lists = new ArrayList<>();
    long free = 0;
    for (AgentEvent event : events) {
      long size = bytes(List.of(event));
      if (lists.isEmpty() || size > free) {
        lists.add(new ArrayList<>());
        free = MAX_LIST_BYTES;
      }
      lists.get(lists.size() - 1).add(event);
      free -= size;
    }
    return lists;
  }
}

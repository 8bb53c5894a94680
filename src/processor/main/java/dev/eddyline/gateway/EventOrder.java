package dev.eddyline.gateway;

import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of a task's events: by event time. At the same millisecond the result of an earlier
 * call precedes the next call, and a result never precedes its own call.
 */
final class EventOrder {

  private static final String CALLED = ":called";
  private static final String RETURNED = ":returned";

  private EventOrder() {}

  /** Sorts events of one task. The result does not depend on their order of arrival. */
  static void sort(List<AgentEvent> events) {
    Map<String, Instant> calls = new HashMap<>();
    for (AgentEvent event : events) {
      if (event.getEventId().endsWith(CALLED)) {
        calls.put(base(event, CALLED), event.getOccurredAt());
      }
    }
    events.sort(
        Comparator.comparing(AgentEvent::getOccurredAt)
            .thenComparing(event -> rank(event, calls))
            .thenComparing(AgentEvent::getEventId));
  }

  private static int rank(AgentEvent event, Map<String, Instant> calls) {
    if (!event.getEventId().endsWith(RETURNED)) {
      return 1;
    }
    boolean isOwnCallAtSameTime = event.getOccurredAt().equals(calls.get(base(event, RETURNED)));
    return isOwnCallAtSameTime ? 2 : 0;
  }

  private static String base(AgentEvent event, String suffix) {
    String id = event.getEventId();
    return id.substring(0, id.length() - suffix.length());
  }
}

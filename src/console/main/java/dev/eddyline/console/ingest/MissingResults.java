package dev.eddyline.console.ingest;

import dev.eddyline.metrics.LruMap;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.text.Hash;
import java.util.List;
import java.util.Map;

/**
 * Finds sessions whose tool calls come without any result. It tracks the most recent sessions.
 * Thread-safe.
 */
final class MissingResults {

  /** More calls than agents start at a time before their first result. */
  static final int MAX_CALLS = 10;

  static final int MAX_SESSIONS = 1_000;

  private static final int HAS_RESULT = -1;

  /** Calls of each session without a result, by the hash of tool and session. */
  private final Map<Long, Integer> callsBySession = new LruMap<>(MAX_SESSIONS);

  /**
   * Adds the events of a hook.
   *
   * @return whether its session has too many calls, and no result
   */
  synchronized boolean add(String tool, List<AgentEvent> events) {
    boolean isMissing = false;
    for (AgentEvent event : events) {
      long session = Hash.of(tool, event.getSessionId());
      Object body = event.getBody();
      if (body instanceof ToolReturned || body instanceof CollaborationAnswered) {
        callsBySession.put(session, HAS_RESULT);
      } else if (body instanceof ToolCalled || body instanceof CollaborationRequested) {
        int calls =
            callsBySession.merge(
                session, 1, (before, one) -> before == HAS_RESULT ? before : before + one);
        isMissing |= calls > MAX_CALLS;
      }
    }
    return isMissing;
  }
}

package dev.eddyline.console;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.EventKind;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Callers that wait for the verdict on an event, and the newest verdicts, so that a duplicate event
 * gets the same reply. Thread-safe.
 */
final class Replies {

  /** Maximum of concurrent waits of all callers. */
  private static final int MOST_WAITING = 4_000;

  /** Maximum of concurrent waits of one caller. */
  static final int MOST_OF_CALLER = 1_000;

  /** Maximum of cached verdicts. */
  private static final int MOST_RECENT = 2_000;

  private record Key(String taskId, String eventId) {}

  /** The reply that all senders of the same event wait for. */
  private static final class Shared {
    private final CompletableFuture<Told> verdict = new CompletableFuture<>();
    private int waits;
    private boolean isProposed;
  }

  private final Map<Key, Shared> waiting = new HashMap<>();
  private final Map<String, Integer> waitsByCaller = new HashMap<>();
  private final Map<Key, Told> recent =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Told> eldest) {
          return size() > MOST_RECENT;
        }
      };
  private int waits;

  /**
   * A wait, which the caller must end.
   *
   * @param verdict completes with the verdict
   * @param end ends the wait
   */
  record Wait(CompletableFuture<Told> verdict, Runnable end) {}

  /** Completes the waits for a published verdict. */
  void take(LoopVerdict verdict, Told output) {
    Key key = new Key(verdict.getTaskId(), verdict.getEventId());
    Shared shared;
    synchronized (this) {
      shared = waiting.get(key);
      if (shared == null || !shared.isProposed) {
        // a reply to a proposed event is not cached: the next one may differ
        recent.put(key, output);
      }
    }
    if (shared != null) {
      shared.verdict.complete(output);
    }
  }

  /** Waits for the verdict on an event; empty where too many wait. Call before publishing it. */
  synchronized Optional<Wait> await(String caller, AgentEvent event) {
    Key key = new Key(event.getTaskId(), event.getEventId());
    boolean isProposed = EventKind.isProposed(event.getBody());
    Told before = isProposed ? null : recent.get(key);
    if (before != null) {
      return Optional.of(new Wait(CompletableFuture.completedFuture(before), () -> {}));
    }
    int ofCaller = waitsByCaller.getOrDefault(caller, 0);
    if (waits >= MOST_WAITING || ofCaller >= MOST_OF_CALLER) {
      return Optional.empty();
    }
    waits++;
    waitsByCaller.put(caller, ofCaller + 1);
    Shared shared = waiting.computeIfAbsent(key, none -> new Shared());
    shared.waits++;
    shared.isProposed |= isProposed;
    return Optional.of(new Wait(shared.verdict.copy(), () -> end(caller, key, shared)));
  }

  private synchronized void end(String caller, Key key, Shared shared) {
    waits--;
    waitsByCaller.computeIfPresent(caller, (name, all) -> all == 1 ? null : all - 1);
    shared.waits--;
    if (shared.waits == 0) {
      waiting.remove(key, shared);
    }
  }
}

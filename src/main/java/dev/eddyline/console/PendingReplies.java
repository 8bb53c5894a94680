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
final class PendingReplies {

  /** Maximum of concurrent waits of all callers. */
  private static final int MAX_CONCURRENT_WAITS = 4_000;

  /** Maximum of concurrent waits of one caller. */
  static final int MAX_CONCURRENT_WAITS_PER_CALLER = 1_000;

  /** Maximum of cached verdicts. */
  private static final int MAX_CACHED_VERDICTS = 2_000;

  private record ReplyKey(String taskId, String eventId) {}

  /** The reply that all senders of the same event wait for. */
  private static final class SharedReply {
    private final CompletableFuture<OutputEntry> verdict = new CompletableFuture<>();
    private int waits;
    private boolean isProposed;
  }

  private final Map<ReplyKey, SharedReply> waiting = new HashMap<>();
  private final Map<String, Integer> waitsByCaller = new HashMap<>();
  private final Map<ReplyKey, OutputEntry> recent =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ReplyKey, OutputEntry> eldest) {
          return size() > MAX_CACHED_VERDICTS;
        }
      };
  private int waits;

  /**
   * A wait, which the caller must end.
   *
   * @param verdict completes with the verdict
   * @param end ends the wait
   */
  record ReplyWait(CompletableFuture<OutputEntry> verdict, Runnable end) {}

  /** Completes the waits for a published verdict. */
  void completeWaitsForVerdict(LoopVerdict verdict, OutputEntry output) {
    ReplyKey key = new ReplyKey(verdict.getTaskId(), verdict.getEventId());
    SharedReply shared;
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
  synchronized Optional<ReplyWait> await(String caller, AgentEvent event) {
    ReplyKey key = new ReplyKey(event.getTaskId(), event.getEventId());
    boolean isProposed = EventKind.isProposed(event.getBody());
    OutputEntry earlierVerdict = isProposed ? null : recent.get(key);
    if (earlierVerdict != null) {
      return Optional.of(
          new ReplyWait(CompletableFuture.completedFuture(earlierVerdict), () -> {}));
    }
    int ofCaller = waitsByCaller.getOrDefault(caller, 0);
    if (waits >= MAX_CONCURRENT_WAITS || ofCaller >= MAX_CONCURRENT_WAITS_PER_CALLER) {
      return Optional.empty();
    }
    waits++;
    waitsByCaller.put(caller, ofCaller + 1);
    SharedReply shared = waiting.computeIfAbsent(key, none -> new SharedReply());
    shared.waits++;
    shared.isProposed |= isProposed;
    return Optional.of(new ReplyWait(shared.verdict.copy(), () -> endWait(caller, key, shared)));
  }

  private synchronized void endWait(String caller, ReplyKey key, SharedReply shared) {
    waits--;
    waitsByCaller.computeIfPresent(caller, (name, all) -> all == 1 ? null : all - 1);
    shared.waits--;
    if (shared.waits == 0) {
      waiting.remove(key, shared);
    }
  }
}

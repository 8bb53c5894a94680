package dev.eddyline.console.view;

import dev.eddyline.gate.VerdictIds;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.EventKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Callers that wait for the verdict on an event, and the newest verdicts, so that a duplicate event
 * gets the same reply: that to the same sender, or to one without a token. Thread-safe.
 */
public final class PendingReplies {

  /** Maximum of concurrent waits of all callers. */
  private static final int MAX_CONCURRENT_WAITS = 4_000;

  /** Maximum of concurrent waits of one caller. */
  static final int MAX_CONCURRENT_WAITS_PER_CALLER = 1_000;

  /** Maximum of cached verdicts. */
  private static final int MAX_CACHED_VERDICTS = 2_000;

  private final Map<String, Set<ReplyWait>> waitsByVerdictId = new HashMap<>();
  private final Map<String, Integer> waitsByCaller = new HashMap<>();
  private final Map<String, OutputEntry> recentByVerdictId =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, OutputEntry> eldest) {
          return size() > MAX_CACHED_VERDICTS;
        }
      };
  private int waits;

  /** A wait, which the caller must end. */
  public final class ReplyWait {

    private final String caller;
    private final List<String> verdictIds;
    private final boolean isProposed;
    private final CompletableFuture<OutputEntry> verdict = new CompletableFuture<>();

    private ReplyWait(String caller, List<String> verdictIds, boolean isProposed) {
      this.caller = caller;
      this.verdictIds = verdictIds;
      this.isProposed = isProposed;
    }

    /** Completes with the verdict. */
    public CompletableFuture<OutputEntry> verdict() {
      return verdict;
    }

    /** Ends the wait; a second time has no effect. */
    public void end() {
      endWait(this);
    }
  }

  /** Completes the waits for a published verdict. */
  void completeWaitsForVerdict(LoopVerdict verdict, OutputEntry output) {
    String id = verdict.getVerdictId();
    List<ReplyWait> waiting;
    synchronized (this) {
      waiting = List.copyOf(waitsByVerdictId.getOrDefault(id, Set.of()));
      if (waiting.stream().noneMatch(wait -> wait.isProposed)) {
        // a reply to a proposed event is not cached: the next one may differ
        recentByVerdictId.put(id, output);
      }
    }
    waiting.forEach(wait -> wait.verdict.complete(output));
  }

  /** Waits for the verdict on an event; empty where too many wait. Call before publishing it. */
  public synchronized Optional<ReplyWait> await(String caller, AgentEvent event) {
    List<String> verdictIds = VerdictIds.ofReply(event);
    boolean isProposed = EventKind.isProposed(event.getBody());
    Optional<OutputEntry> earlierVerdict =
        isProposed
            ? Optional.empty()
            : Stream.concat(verdictIds.stream(), VerdictIds.ofReplyWithoutToken(event).stream())
                .map(recentByVerdictId::get)
                .filter(Objects::nonNull)
                .findFirst();
    if (earlierVerdict.isPresent()) {
      ReplyWait over = new ReplyWait(caller, List.of(), false);
      over.verdict.complete(earlierVerdict.get());
      return Optional.of(over);
    }
    int ofCaller = waitsByCaller.getOrDefault(caller, 0);
    if (waits >= MAX_CONCURRENT_WAITS || ofCaller >= MAX_CONCURRENT_WAITS_PER_CALLER) {
      return Optional.empty();
    }
    waits++;
    waitsByCaller.put(caller, ofCaller + 1);
    ReplyWait wait = new ReplyWait(caller, verdictIds, isProposed);
    for (String id : verdictIds) {
      waitsByVerdictId.computeIfAbsent(id, none -> new HashSet<>(1)).add(wait);
    }
    return Optional.of(wait);
  }

  private synchronized void endWait(ReplyWait wait) {
    boolean isEnded = false;
    for (String id : wait.verdictIds) {
      Set<ReplyWait> waiting = waitsByVerdictId.get(id);
      if (waiting != null && waiting.remove(wait)) {
        isEnded = true;
        if (waiting.isEmpty()) {
          waitsByVerdictId.remove(id);
        }
      }
    }
    if (isEnded) {
      waits--;
      waitsByCaller.computeIfPresent(wait.caller, (name, all) -> all == 1 ? null : all - 1);
    }
  }
}

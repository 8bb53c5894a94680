package dev.eddyline.detect;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.KeptNear;
import dev.eddyline.schema.NearCall;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.WaitingCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one tool, running, each failing alike, whose arguments are compared by meaning.
 *
 * @param run the newest of them, oldest first
 * @param waiting what waits for its meaning, the one asked longest ago first
 */
record NearCalls(List<NearCall> run, List<WaitingCalls> waiting) {

  /** Calls that are compared at once. */
  static final int MAX_CALLS = 8;

  /** What may wait in a task. */
  private static final int MAX_WAITING = 4;

  /** No call yet. */
  static final NearCalls NONE = new NearCalls(List.of(), List.of());

  NearCalls {
    run = List.copyOf(run);
    waiting = List.copyOf(waiting);
  }

  /** The calls as a task's state keeps them. */
  static NearCalls of(@Nullable KeptNear kept) {
    return kept == null ? NONE : new NearCalls(kept.getCalls(), kept.getWaiting());
  }

  /** The calls to be kept; null where there is nothing. */
  @Nullable KeptNear kept() {
    return run.isEmpty() && waiting.isEmpty() ? null : new KeptNear(run, waiting);
  }

  /** What waits alone. */
  NearCalls anew() {
    return run.isEmpty() ? this : new NearCalls(List.of(), waiting);
  }

  NearCalls withRun(List<NearCall> now) {
    return new NearCalls(now, waiting);
  }

  /** Whether one more may wait; where it may not, words alone count. */
  boolean mayWait() {
    return waiting.size() < MAX_WAITING;
  }

  NearCalls with(WaitingCalls asked) {
    List<WaitingCalls> all = new ArrayList<>(waiting);
    all.add(asked);
    return new NearCalls(run, all);
  }

  @SuppressWarnings("ReferenceEquality") // the very same object
  NearCalls without(WaitingCalls settled) {
    return new NearCalls(run, waiting.stream().filter(it -> it != settled).toList());
  }

  /** What waits because of this event. */
  Optional<WaitingCalls> waiting(String eventId) {
    return waiting.stream().filter(it -> it.getEventId().equals(eventId)).findFirst();
  }

  /**
   * A call that failed.
   *
   * @param alike whether its arguments are like those of the one before by their words
   */
  static NearCall call(ToolAction action, OpenCall call, boolean alike) {
    return new NearCall(
        action.call(),
        action.tool(),
        action.agentId(),
        action.evidence(""),
        action.costBefore(),
        call.text(),
        alike);
  }

  /** The call as an action, without its result. */
  static ToolAction action(NearCall call) {
    SeenEvent seen = call.getSeen();
    Cost cost = call.getCostBefore();
    return new ToolAction(
        call.getCall(),
        call.getTool(),
        true,
        null,
        call.getAgentId(),
        seen.getEventId(),
        seen.getAt(),
        seen.getPartition(),
        seen.getOffset(),
        cost.getTokens(),
        cost.getCostUsd());
  }
}

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
 * Consecutive calls of one tool that fail the same way, whose arguments are compared by meaning.
 *
 * @param run the newest of them, oldest first
 * @param waiting questions to the sentence model without an answer, oldest first
 */
record NearCalls(List<NearCall> run, List<WaitingCalls> waiting) {

  /** Maximum calls of a comparison. */
  static final int MAX_CALLS = 8;

  /** Maximum pending questions of a task. */
  private static final int MAX_WAITING = 4;

  /** No call yet. */
  static final NearCalls NONE = new NearCalls(List.of(), List.of());

  NearCalls {
    run = List.copyOf(run);
    waiting = List.copyOf(waiting);
  }

  /** Decodes the calls of a task's state. */
  static NearCalls of(@Nullable KeptNear kept) {
    return kept == null ? NONE : new NearCalls(kept.getCalls(), kept.getWaiting());
  }

  /** The stored form; null if empty. */
  @Nullable KeptNear kept() {
    return run.isEmpty() && waiting.isEmpty() ? null : new KeptNear(run, waiting);
  }

  /** A copy without the run, with pending questions only. */
  NearCalls anew() {
    return run.isEmpty() ? this : new NearCalls(List.of(), waiting);
  }

  NearCalls withRun(List<NearCall> now) {
    return new NearCalls(now, waiting);
  }

  /** Whether another question may be asked; otherwise only words are compared. */
  boolean mayWait() {
    return waiting.size() < MAX_WAITING;
  }

  NearCalls with(WaitingCalls asked) {
    List<WaitingCalls> all = new ArrayList<>(waiting);
    all.add(asked);
    return new NearCalls(run, all);
  }

  @SuppressWarnings("ReferenceEquality") // identity
  NearCalls without(WaitingCalls settled) {
    return new NearCalls(run, waiting.stream().filter(it -> it != settled).toList());
  }

  /** The pending question of this event. */
  Optional<WaitingCalls> waiting(String eventId) {
    return waiting.stream().filter(it -> it.getEventId().equals(eventId)).findFirst();
  }

  /**
   * A call that failed.
   *
   * @param alike whether its arguments share enough words with those of the call before
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

  /** Converts the call to an action without its result. */
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

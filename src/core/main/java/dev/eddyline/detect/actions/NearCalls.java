package dev.eddyline.detect.actions;

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
 * @param pendingQuestions questions to the sentence model without an answer, oldest first
 */
record NearCalls(List<NearCall> run, List<WaitingCalls> pendingQuestions) {

  /** Maximum calls of a comparison. */
  static final int MAX_CALLS = 8;

  /** Maximum pending questions of a task. */
  private static final int MAX_PENDING_QUESTIONS = 4;

  /** No call yet. */
  static final NearCalls NONE = new NearCalls(List.of(), List.of());

  NearCalls {
    run = List.copyOf(run);
    pendingQuestions = List.copyOf(pendingQuestions);
  }

  /** Decodes the calls of a task's state. */
  static NearCalls fromState(@Nullable KeptNear storedNearCalls) {
    return storedNearCalls == null
        ? NONE
        : new NearCalls(storedNearCalls.getCalls(), storedNearCalls.getWaiting());
  }

  /** The stored form; null if empty. */
  @Nullable KeptNear toState() {
    return run.isEmpty() && pendingQuestions.isEmpty() ? null : new KeptNear(run, pendingQuestions);
  }

  /** A copy without the run, with pending questions only. */
  NearCalls withoutRun() {
    return run.isEmpty() ? this : new NearCalls(List.of(), pendingQuestions);
  }

  NearCalls withRun(List<NearCall> now) {
    return new NearCalls(now, pendingQuestions);
  }

  /** Whether another question may be asked; otherwise only words are compared. */
  boolean canAddPendingQuestion() {
    return pendingQuestions.size() < MAX_PENDING_QUESTIONS;
  }

  NearCalls withPendingQuestion(WaitingCalls question) {
    List<WaitingCalls> all = new ArrayList<>(pendingQuestions);
    all.add(question);
    return new NearCalls(run, all);
  }

  @SuppressWarnings("ReferenceEquality") // identity
  NearCalls withoutPendingQuestion(WaitingCalls resolved) {
    return new NearCalls(run, pendingQuestions.stream().filter(it -> it != resolved).toList());
  }

  /** The pending question of this event. */
  Optional<WaitingCalls> pendingQuestions(String eventId) {
    return pendingQuestions.stream().filter(it -> it.getEventId().equals(eventId)).findFirst();
  }

  /**
   * A call that failed.
   *
   * @param alike whether its arguments share enough words with those of the call before
   */
  static NearCall toNearCall(ToolAction action, PendingCall call, boolean alike) {
    return new NearCall(
        action.call(),
        action.tool(),
        action.agentId(),
        action.evidence(""),
        action.costBefore(),
        call.sentenceModelInput(),
        alike);
  }

  /** Converts the call to an action without its result. */
  static ToolAction toAction(NearCall call) {
    SeenEvent seenEvent = call.getSeen();
    Cost cost = call.getCostBefore();
    return new ToolAction(
        call.getCall(),
        call.getTool(),
        true,
        null,
        null,
        call.getAgentId(),
        seenEvent.getEventId(),
        seenEvent.getAt(),
        seenEvent.getPartition(),
        seenEvent.getOffset(),
        cost.getTokens(),
        cost.getCostUsd());
  }
}

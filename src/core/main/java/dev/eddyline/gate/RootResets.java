package dev.eddyline.gate;

import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.PersonDecision;
import dev.eddyline.schema.Rejection;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Truncation;
import java.time.Instant;
import java.util.Optional;

/** Resets a root's counter and closes its gate, on completion or on a person's decision. */
public final class RootResets {

  /** Reason of a reset or a closed gate. */
  public static final String COMPLETED = "Task completed successfully";

  /** Reason of a reset or a closed gate. */
  public static final String DECIDED = "Human intervention";

  /** Reason of a closed gate whose task is erased. */
  public static final String ERASED_RESET_REASON = "Task forgotten";

  /** Longest guidance that is repeated to the tasks of the root, in characters. */
  private static final int MAX_GUIDANCE_CHARS = 4_000;

  private RootResets() {}

  /**
   * Closes the gate of an erased task, without the name of its agent. Readers of gates learn from
   * this record that the task is erased.
   */
  public static void onTaskErased(DecisionContext context, Outbox outbox) {
    context
        .root()
        .openGate()
        .ifPresent(
            gate -> {
              GateTrigger closed =
                  GateRecords.buildGateClosedTrigger(
                      gate, context, null, ERASED_RESET_REASON, outbox);
              closed.setAgentId("");
              outbox.add(closed);
            });
  }

  /** Publishes the erasure of a task without an open gate, as the closing of no gate. */
  public static void onTaskWithoutGateErased(VerdictSubject subject, Policy policy, Outbox outbox) {
    outbox.add(GateRecords.buildErasureTrigger(subject, policy, ERASED_RESET_REASON, outbox));
  }

  /** Whether a gate's change publishes the erasure of its root task. */
  public static boolean isErasure(GateTrigger change) {
    return change.getState() == GateState.CLOSED && change.getReason().equals(ERASED_RESET_REASON);
  }

  /** Whether it publishes an erasure, and closes no gate. */
  public static boolean isErasureWithoutGate(GateTrigger change) {
    return isErasure(change) && change.getLoopId() == null;
  }

  /** Closes the gate, if any, and resets the counter of a successfully completed task. */
  public static void onRootTaskCompleted(DecisionContext context, Outbox outbox) {
    context
        .root()
        .openGate()
        .ifPresent(
            gate -> {
              context.root().block(null);
              outbox.add(
                  GateRecords.buildGateClosedTrigger(gate, context, null, COMPLETED, outbox));
            });
    if (!context.root().rejected()) {
      context.root().setDecided(null);
    }
    context.remedyRecorder().onRootTaskCompleted(context, outbox);
    reset(context, COMPLETED, false, outbox);
  }

  /**
   * Applies a person's decision: closes the gate. A rejection ends the task; any other decision
   * resets it.
   *
   * @return true if the root's histories must be cleared
   */
  public static boolean onHumanDecision(
      DecisionContext context, ReceivedDecision received, Outbox outbox) {
    HumanIntervened decision = received.body();
    RootState root = context.root();
    VerdictSubject subject = context.subject();
    Optional<OpenGate> gate = root.openGate();
    boolean rejected = decision.getDecision() == Decision.REJECT;
    String guidance =
        Truncation.shorten(
            context.policy().redaction().apply(decision.getGuidance()), MAX_GUIDANCE_CHARS);
    root.block(rejected ? new Rejection(subject.eventId(), subject.at(), guidance) : null);
    root.setDecided(
        new PersonDecision(
            subject.eventId(),
            decision.getDecision(),
            guidance,
            subject.at(),
            gate.map(OpenGate::getOpenedAt).orElse(null)));
    root.recordHumanDecision(gate.orElse(null), decision.getDecision() == Decision.FALSE_POSITIVE);
    gate.ifPresent(
        closed ->
            outbox.add(
                GateRecords.buildGateClosedTrigger(closed, context, received, DECIDED, outbox)));
    context.remedyRecorder().onHumanDecision(context, gate.orElse(null), decision, outbox);
    if (!rejected) {
      reset(context, DECIDED, true, outbox);
    }
    return !rejected;
  }

  /** Resets the counter after a user message, if the policy says so; a gate remains open. */
  public static void onUserMessage(DecisionContext context, Outbox outbox) {
    context.remedyRecorder().onUserMessage(context);
    reset(context, DECIDED, false, outbox);
  }

  private static void reset(
      DecisionContext context, String reason, boolean clearsHistories, Outbox outbox) {
    int previous = context.root().loopCount();
    VerdictSubject subject = context.subject();
    long epoch = context.root().reset(subject.at(), clearsHistories);
    outbox.add(
        LoopReset.newBuilder()
            .setResetId(Hash.id("reset", subject.taskId(), subject.eventKey()))
            .setEventId(subject.eventId())
            .setTaskId(subject.taskId())
            .setRootTaskId(subject.rootTaskId())
            .setReason(reason)
            .setPreviousCount(previous)
            .setEpoch(epoch)
            .setSource(outbox.source())
            .setOccurredAt(Instant.ofEpochMilli(subject.at()))
            .setDecidedAt(outbox.decidedAt())
            .build());
  }
}

package dev.eddyline.gate;

import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Target;
import dev.eddyline.text.Hash;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the records of gates that are opened, updated or closed. A person decides at a gate,
 * whatever the target of the loop's action.
 */
final class GateRecords {

  private GateRecords() {}

  /** A new gate for the loop that reached its threshold. */
  static OpenGate open(DecisionContext context, FoundLoop loop, Advice advice, int attemptCount) {
    VerdictSubject subject = context.subject();
    String loopId = context.loopId(loop);
    return new OpenGate(
        Hash.id("gate", subject.rootTaskId(), loopId, subject.eventKey()),
        subject.taskId(),
        subject.workflow(),
        loop.getLoopType(),
        loopId,
        reason(loop, attemptCount),
        context.root().loopCount(),
        loop.getAttempts(),
        subject.at(),
        context.root().previousGateIdOfLoop(loopId),
        advice.action(),
        advice.target(),
        subject.agentId(),
        List.of(),
        context.remedyRecorder().toLoopMemoryEntry(context, loop, advice));
  }

  /** Why the gate opens; an unavailable dependency or a spent budget is not called a loop. */
  private static String reason(FoundLoop loop, int attemptCount) {
    return switch (loop.getLoopType()) {
      case EXTERNAL_FAULT ->
          "Dependency unavailable %d times in a row: %s"
              .formatted(attemptCount, Briefing.newestEvidenceText(loop));
      case BUDGET_EXCEEDED -> loop.getReason();
      default ->
          "Loop detected after " + attemptCount + (attemptCount == 1 ? " attempt" : " attempts");
    };
  }

  /** Updates the gate after another loop of its root; its counters never decrease. */
  static OpenGate update(OpenGate gate, DecisionContext context, FoundLoop loop) {
    gate.setAgentId(context.subject().agentId());
    gate.setLoopCount(Math.max(gate.getLoopCount(), context.root().loopCount()));
    gate.setAttempts(Math.max(gate.getAttempts(), loop.getAttempts()));
    return gate;
  }

  /** The trigger that is published when a loop opens or updates a gate. */
  static GateTrigger buildTriggerForLoop(
      GateState state,
      OpenGate gate,
      DecisionContext context,
      FoundLoop loop,
      Advice advice,
      Outbox outbox) {
    return newTriggerForEvent(state, gate, context, outbox)
        .setLoopType(loop.getLoopType())
        .setRule(loop.getRule())
        .setLoopId(context.loopId(loop))
        .setText(advice.textForPerson(loop, context))
        .setEvidence(loop.getEvidence())
        .setCost(VerdictBuilder.loopCost(context, loop))
        .setGoal(context.root().goal().orElse(null))
        .setTenant(context.subject().tenant())
        .setSimilar(context.remedyRecorder().findRemediesOfSimilarLoops(context, loop))
        .build();
  }

  /**
   * The trigger that is published when a gate is closed. Without a decision, the task completed.
   */
  static GateTrigger buildGateClosedTrigger(
      OpenGate gate,
      DecisionContext context,
      @Nullable ReceivedDecision received,
      String reason,
      Outbox outbox) {
    HumanIntervened decision = received == null ? null : received.body();
    return newTriggerForEvent(GateState.CLOSED, gate, context, outbox)
        .setReason(reason)
        .setAction(context.root().rejected() ? Action.ABORT : Action.CONTINUE)
        .setTarget(null)
        .setDecision(decision == null ? null : decision.getDecision())
        .setDecidedBy(decision == null ? null : decision.getBy())
        .setDecisionVerified(received == null ? null : received.verified())
        .setGuidance(
            decision == null ? null : context.policy().redaction().apply(decision.getGuidance()))
        .build();
  }

  /** The trigger that publishes the erasure of a task that has no gate. */
  static GateTrigger buildErasureTrigger(
      VerdictSubject subject, Policy policy, String reason, Outbox outbox) {
    Instant at = Instant.ofEpochMilli(subject.at());
    return GateTrigger.newBuilder()
        .setGateId(Hash.id("erased", subject.taskId(), subject.eventId()))
        .setTriggerId(outbox.id("erased", subject.taskId(), subject.eventId()))
        .setState(GateState.CLOSED)
        .setTaskId(subject.taskId())
        .setRootTaskId(subject.rootTaskId())
        .setAgentId("")
        .setLoopType(LoopType.UNKNOWN)
        .setReason(reason)
        .setLoopCount(0)
        .setAttempts(0)
        .setAction(Action.CONTINUE)
        .setEvidence(List.of())
        .setCost(new Cost(0L, 0.0, 0L))
        .setOpenedAt(at)
        .setPolicy(policy.name())
        .setPolicyVersion(policy.version())
        .setSource(outbox.source())
        .setOccurredAt(at)
        .setDecidedAt(outbox.decidedAt())
        .build();
  }

  /**
   * The fields that every trigger of a gate has. The gate does not store the loop's evidence and
   * cost.
   */
  static GateTrigger.Builder newTriggerWithGateFields(
      GateState state, OpenGate gate, String root, Policy policy) {
    String label = policy.gate().label();
    return GateTrigger.newBuilder()
        .setGateId(gate.getGateId())
        .setState(state)
        .setTaskId(gate.getTaskId())
        .setRootTaskId(root)
        .setAgentId(gate.getAgentId())
        .setWorkflow(gate.getWorkflow())
        .setLoopType(gate.getLoopType())
        .setLoopId(gate.getLoopId())
        .setReason(gate.getReason())
        .setLoopCount(gate.getLoopCount())
        .setAttempts(gate.getAttempts())
        .setAction(gate.getAction())
        .setTarget(Target.USER)
        .setEvidence(List.of())
        .setCost(new Cost(0L, 0.0, 0L))
        .setLabel(label.isEmpty() ? null : label)
        .setRecurrenceOf(gate.getRecurrenceOf())
        .setOpenedAt(Instant.ofEpochMilli(gate.getOpenedAt()))
        .setPolicy(policy.name())
        .setPolicyVersion(policy.version());
  }

  private static GateTrigger.Builder newTriggerForEvent(
      GateState state, OpenGate gate, DecisionContext context, Outbox outbox) {
    VerdictSubject subject = context.subject();
    return newTriggerWithGateFields(state, gate, subject.rootTaskId(), context.policy())
        .setTriggerId(outbox.id("trigger", gate.getGateId(), subject.eventKey()))
        .setSource(outbox.source())
        .setOccurredAt(Instant.ofEpochMilli(subject.at()))
        .setDecidedAt(outbox.decidedAt());
  }
}

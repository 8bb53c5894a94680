package dev.eddyline.gate;

import dev.eddyline.detect.Hash;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Tells again of gates that nobody decides. Nothing else follows from a reminder. */
public final class Reminder {

  private Reminder() {}

  /**
   * The reminder that is due for what holds a root, if one is, which then counts as told.
   *
   * @param root the root task
   * @param hold what holds it: of a rejection nobody is reminded
   * @param policies the policies in force
   * @param newest where the partition stands
   * @param now clock time
   */
  public static Optional<GateTrigger> due(
      String root, RootHold hold, Policies policies, Source newest, Instant now) {
    if (!(hold.getHold() instanceof OpenGate gate)) {
      return Optional.empty();
    }
    Policy policy = policies.of(gate.getWorkflow());
    Optional<Duration> every = policy.gate().remindEvery();
    if (every.isEmpty() || now.toEpochMilli() - hold.getToldAt() < every.get().toMillis()) {
      return Optional.empty();
    }
    hold.setToldAt(now.toEpochMilli());
    Instant openedAt = Instant.ofEpochMilli(gate.getOpenedAt());
    String label = policy.gate().label();
    return Optional.of(
        GateTrigger.newBuilder()
            .setGateId(gate.getGateId())
            .setTriggerId(Hash.id("reminder", gate.getGateId(), Long.toString(now.toEpochMilli())))
            .setState(GateState.REMINDED)
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
            .setTarget(gate.getTarget())
            .setText("This gate waits for a person's decision since " + openedAt + ".")
            .setEvidence(List.of())
            .setCost(new Cost(0L, 0.0, 0L))
            .setLabel(label.isEmpty() ? null : label)
            .setRecurrenceOf(gate.getRecurrenceOf())
            .setOpenedAt(openedAt)
            .setPolicy(policy.name())
            .setPolicyVersion(policy.version())
            .setSource(newest)
            .setOccurredAt(openedAt)
            .setDecidedAt(now)
            .build());
  }
}

package dev.eddyline.gate;

import dev.eddyline.detect.Hash;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Source;
import java.time.Duration;
import java.time.Instant;
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
    return Optional.of(
        Gates.of(GateState.REMINDED, gate, root, policy)
            .setTriggerId(Hash.id("reminder", gate.getGateId(), Long.toString(now.toEpochMilli())))
            .setText("This gate waits for a person's decision since " + openedAt + ".")
            .setSource(newest)
            .setOccurredAt(openedAt)
            .setDecidedAt(now)
            .build());
  }
}

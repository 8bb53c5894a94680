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

/** Publishes reminders of gates that are still open. A reminder has no other effect. */
public final class Reminder {

  private Reminder() {}

  /**
   * Creates the reminder of an open gate if it is due, and records the time of publication.
   *
   * @param root the root task
   * @param hold the root's block; a rejection has no reminder
   * @param policies the policies in force
   * @param newest current position of the partition
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

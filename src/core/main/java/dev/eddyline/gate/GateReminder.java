package dev.eddyline.gate;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Source;
import dev.eddyline.text.Hash;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Publishes reminders of gates that are still open. A reminder has no other effect. */
public final class GateReminder {

  private GateReminder() {}

  /**
   * Creates the reminder of an open gate if it is due, and records the time of publication.
   *
   * @param root the root task
   * @param block the root's block; a rejection has no reminder
   * @param policies the policies in force
   * @param position current position of the partition
   * @param now clock time
   */
  public static Optional<GateTrigger> createReminderIfDue(
      String root, RootHold block, Policies policies, Source position, Instant now) {
    if (!(block.getHold() instanceof OpenGate gate)) {
      return Optional.empty();
    }
    Policy policy = policies.policyForWorkflow(gate.getWorkflow());
    Optional<Duration> every = policy.gate().remindEvery();
    if (every.isEmpty() || now.toEpochMilli() - block.getToldAt() < every.get().toMillis()) {
      return Optional.empty();
    }
    block.setToldAt(now.toEpochMilli());
    Instant openedAt = Instant.ofEpochMilli(gate.getOpenedAt());
    return Optional.of(
        GateRecords.newTriggerWithGateFields(GateState.REMINDED, gate, root, policy)
            .setTriggerId(Hash.id("reminder", gate.getGateId(), Long.toString(now.toEpochMilli())))
            .setText("This gate waits for a person's decision since " + openedAt + ".")
            .setSource(position)
            .setOccurredAt(openedAt)
            .setDecidedAt(now)
            .build());
  }
}

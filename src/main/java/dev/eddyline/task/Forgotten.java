package dev.eddyline.task;

import dev.eddyline.gate.Case;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.Resets;
import dev.eddyline.gate.RootStanding;
import dev.eddyline.gate.Subject;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;

/** Tasks that a person has erased. */
final class Forgotten {

  private Forgotten() {}

  /** Erases all that is kept here under a key; an open gate is closed, for nobody can decide it. */
  static void take(Forgetting order, Policies policies, Memory memory, Outbox outbox) {
    RootHold hold = memory.hold(order.getTaskId());
    if (hold != null && hold.getHold() instanceof OpenGate gate) {
      Subject subject =
          new Subject(
              order.getEventId(),
              order.getTaskId(),
              order.getTaskId(),
              gate.getAgentId(),
              null,
              gate.getWorkflow(),
              order.getEventTime().toEpochMilli());
      Resets.forgotten(
          new Case(
              subject,
              policies.of(gate.getWorkflow()),
              new Cost(0L, 0.0, 0L),
              new RootStanding(null, hold)),
          outbox);
    }
    memory.forget(order.getTaskId());
  }
}

package dev.eddyline.task;

import dev.eddyline.gate.Case;
import dev.eddyline.gate.Learning;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.Resets;
import dev.eddyline.gate.RootStanding;
import dev.eddyline.gate.Subject;
import dev.eddyline.memory.LessonBook;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;

/** Erases tasks on a person's order. */
final class Forgotten {

  private Forgotten() {}

  /**
   * Erases all state that is stored here under a key. An open gate is closed. Loops of the task
   * that other roots store for the loop memory are erased too.
   */
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
    memory.changeAll(Learning.PLACE, lessons -> LessonBook.without(order.getTaskId(), lessons));
    memory.changeHolds(
        kept ->
            kept.getHold() instanceof OpenGate gate
                ? without(order.getTaskId(), kept, gate)
                : null);
  }

  /**
   * Removes the erased subtask's loop from its root's gate. A decision at this gate is not recorded
   * as a remedy.
   */
  private static RootHold without(String task, RootHold hold, OpenGate gate) {
    if (gate.getLooped() == null || !task.equals(gate.getLooped().getTaskId())) {
      return null;
    }
    gate.setLooped(null);
    return hold;
  }
}

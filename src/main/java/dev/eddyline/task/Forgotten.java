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

/** Tasks that a person has erased. */
final class Forgotten {

  private Forgotten() {}

  /**
   * Erases all that is kept here under a key; an open gate is closed, for nobody can decide it.
   * Roots of other keys may yet learn from the task's loops: that is erased too, wherever it is.
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

  /** The gate of a root that a subtask's loop opened: who decides it teaches nothing any more. */
  private static RootHold without(String task, RootHold hold, OpenGate gate) {
    if (gate.getLooped() == null || !task.equals(gate.getLooped().getTaskId())) {
      return null;
    }
    gate.setLooped(null);
    return hold;
  }
}

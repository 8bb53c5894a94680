package dev.eddyline.task;

import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RemedyRecorder;
import dev.eddyline.gate.RootResets;
import dev.eddyline.gate.RootState;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.memory.PendingRemedies;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;

/** Erases tasks on a person's order. */
final class TaskEraser {

  private TaskEraser() {}

  /**
   * Erases all state that is stored here under a key. An open gate is closed. Loops of the task
   * that other roots store for the loop memory are erased too.
   */
  static void eraseTask(Forgetting order, Policies policies, TaskStateStore memory, Outbox outbox) {
    RootHold block = memory.rootBlock(order.getTaskId());
    if (block != null && block.getHold() instanceof OpenGate gate) {
      VerdictSubject subject =
          new VerdictSubject(
              order.getEventId(),
              order.getTaskId(),
              order.getTaskId(),
              gate.getAgentId(),
              null,
              gate.getWorkflow(),
              null,
              order.getEventTime().toEpochMilli(),
              0);
      RootResets.onTaskErased(
          new DecisionContext(
              subject,
              policies.policyForWorkflow(gate.getWorkflow()),
              new Cost(0L, 0.0, 0L),
              new RootState(null, block)),
          outbox);
    }
    memory.eraseTask(order.getTaskId());
    memory.updateAllHistories(
        RemedyRecorder.PENDING_REMEDIES_STORE,
        pending -> PendingRemedies.withoutErasedTask(order.getTaskId(), pending));
    memory.updateAllRootBlocks(
        stored ->
            stored.getHold() instanceof OpenGate gate
                ? withoutLoopOfErasedTask(order.getTaskId(), stored, gate)
                : null);
  }

  /**
   * Removes the erased subtask's loop from its root's gate. A decision at this gate is not recorded
   * as a remedy.
   */
  private static RootHold withoutLoopOfErasedTask(String task, RootHold block, OpenGate gate) {
    if (gate.getLooped() == null || !task.equals(gate.getLooped().getTaskId())) {
      return null;
    }
    gate.setLooped(null);
    return block;
  }
}

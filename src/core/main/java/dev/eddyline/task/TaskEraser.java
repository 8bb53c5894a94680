package dev.eddyline.task;

import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RemedyRecorder;
import dev.eddyline.gate.RootResets;
import dev.eddyline.gate.RootState;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.memory.PendingRemedies;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import org.jspecify.annotations.Nullable;

/** Erases tasks on a person's order. */
final class TaskEraser {

  private TaskEraser() {}

  /**
   * Erases all state that is stored here under a key. The erasure is published on gate-triggers,
   * and closes an open gate. Loops of the task that other roots store for the loop memory are
   * erased too.
   */
  static void eraseTask(Forgetting order, Policies policies, TaskStateStore memory, Outbox outbox) {
    RootHold block = memory.rootBlock(order.getTaskId());
    if (block != null && block.getHold() instanceof OpenGate gate) {
      Policy policy = policies.policyForWorkflow(gate.getWorkflow());
      RootResets.onTaskErased(
          new DecisionContext(
              subject(order, gate.getWorkflow()),
              policy,
              new Cost(0L, 0.0, 0L),
              new RootState(null, block)),
          outbox);
    } else if (order.getPublishesErasure()) {
      RootResets.onTaskWithoutGateErased(
          subject(order, null), policies.policyForWorkflow(null), outbox);
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

  private static VerdictSubject subject(Forgetting order, @Nullable String workflow) {
    return new VerdictSubject(
        order.getEventId(),
        null,
        order.getTaskId(),
        order.getTaskId(),
        "",
        null,
        workflow,
        null,
        null,
        order.getEventTime().toEpochMilli(),
        0);
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

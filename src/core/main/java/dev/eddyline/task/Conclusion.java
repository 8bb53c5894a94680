package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.failures.SubtaskFailures;
import dev.eddyline.detect.requests.Delegations;
import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.LoopDecider;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RootResets;
import dev.eddyline.policy.Mode;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DelegatedGoal;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.SubtaskEnd;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.state.TaskState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What follows from a task's loops, progress and completion. It happens where the root's counter
 * is: here, or on the root's partition by a signal.
 */
final class Conclusion {

  private Conclusion() {}

  /** Counts and answers the detected loops, and answers a request for a reply. */
  static void conclude(
      AgentEvent event,
      DetectionResults detected,
      DecisionContext context,
      TaskState state,
      RecordCoordinates place,
      Outbox outbox) {
    Optional<String> replyReason = detected.reasonForReplyWithoutLoop(event.getReplyRequested());
    Optional<FailureSignature> failure =
        context.isRoot()
            ? Optional.empty()
            : SubtaskFailures.ofEvent(
                event,
                detected.failures(),
                state.getSigns(),
                context.policy().limits(Detectors.IDENTICAL_FAILURE));
    Optional<DelegatedGoal> goal =
        comparesGoals(event, context, state)
            ? Delegations.goalOfStart(
                event, context.subject().rootTaskId(), context.policy().redaction())
            : Optional.empty();
    boolean concernsRoot =
        LoopDecider.hasLoopToPublish(detected.loops()) || failure.isPresent() || goal.isPresent();
    if (context.isRoot() || !concernsRoot) {
      StateHistories.onActionRequested(
          state, LoopDecider.decideOnLoops(context, detected.loops(), replyReason, outbox));
      return;
    }
    outbox.add(
        new Signal(
            newSubtaskLoop(event, detected.loops(), context, state, place, outbox)
                .setReplyRequested(replyReason.isPresent() && context.policy().mode() == Mode.LIVE)
                .setOffGraph(
                    context
                        .offGraphTransition()
                        .map(
                            move ->
                                Signals.convertOffGraphTransition(move, replyReason.isPresent()))
                        .orElse(null))
                .setFailure(failure.orElse(null))
                .setGoal(goal.orElse(null))
                .setNoLoopReason(
                    replyReason.filter(reason -> !reason.equals(TaskEngine.NO_LOOP)).orElse(null))
                .build()));
    Subtask.recordSignalledLoops(context, detected.loops(), state);
    state.setCounted(state.getCounted() || failure.isPresent() || goal.isPresent());
    if (context.policy().mode() == Mode.SHADOW) {
      replyReason.ifPresent(reason -> LoopDecider.publishReplyWithoutLoop(context, reason, outbox));
    }
  }

  private static SubtaskLoop.Builder newSubtaskLoop(
      AgentEvent event,
      List<FoundLoop> loops,
      DecisionContext context,
      TaskState state,
      RecordCoordinates place,
      Outbox outbox) {
    return Signals.newSubtaskLoop(
            context.subject(),
            Tasks.step(event, state),
            state.getComplexity(),
            loops,
            context.taskCost(),
            context.root().epoch(),
            place.recordTime(),
            outbox)
        .setDecisionEventId(Signals.decisionEventId(context))
        .setStartedAt(Instant.ofEpochMilli(state.getStartedAt()))
        .setStartedPartition(state.getStartedPartition())
        .setStartedOffset(state.getStartedOffset());
  }

  /** Signals to the root that a subtask with a goal ended, whatever its outcome. */
  static void signalEnd(
      AgentEvent event,
      DecisionContext context,
      TaskState state,
      RecordCoordinates place,
      Outbox outbox) {
    if (event.getBody() instanceof TaskCompleted
        && state.getEvaluation() != null
        && state.getEvaluation().getGoal() != null
        && comparesGoals(event, context, state)) {
      boolean isSuccess = EventKind.isSuccess(event.getBody());
      boolean progress =
          state.getSigns().getProgress() > 0 || isSuccess && state.getSigns().getNews() > 0;
      outbox.add(
          new Signal(
              newSubtaskLoop(event, List.of(), context, state, place, outbox)
                  .setEnded(new SubtaskEnd(isSuccess, progress))
                  .build()));
    }
  }

  /** Whether the event's task is a subtask whose root compares its goal with others. */
  private static boolean comparesGoals(AgentEvent event, DecisionContext context, TaskState state) {
    return !context.isRoot()
        && context.policy().limits(Detectors.DELEGATION_LOOP).enabled()
        && !context.policy().isMuted(event, state.getStep(), context.subject().at());
  }

  /**
   * Progress of a root clears its counter; progress of a subtask removes its loops and failures
   * from its root.
   */
  static void applyProgress(DecisionContext context, TaskState state, Outbox outbox) {
    if (context.isRoot()) {
      if (context.policy().gate().progressForgives()) {
        context.root().removeCountedLoops(context.policy().mode());
      }
    } else if (state.getCounted()) {
      outbox.add(
          Signals.newSubtaskProgressSignal(context.subject(), context.root().epoch(), outbox));
      state.setCounted(false);
    }
  }

  /** Clears a task that reached its goal. */
  static void completeTask(DecisionContext context, TaskState state, Outbox outbox) {
    Tasks.clear(state, context.subject().eventKey());
    if (context.isRoot()) {
      RootResets.onRootTaskCompleted(context, outbox);
    } else {
      applyProgress(context, state, outbox);
    }
  }
}

package dev.eddyline.task;

import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RootState;
import dev.eddyline.gate.RootStates;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.EvaluationState;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.Transition;
import dev.eddyline.state.Costs;
import dev.eddyline.state.StoredRoot;
import dev.eddyline.state.TaskState;
import dev.eddyline.text.Hash;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** Loads, stores, expires and clears task states. */
final class Tasks {

  private Tasks() {}

  /**
   * The stored state of a task, or a new one if the task is unknown or expired.
   *
   * @param at event time of the event, epoch milliseconds
   * @param stamp text that distinguishes a new state from earlier ones
   * @param policyOf the policy for the stored state, which sets the expiry of a task without
   *     subtasks
   */
  static TaskState load(
      TaskStateStore memory,
      String taskId,
      long at,
      long storageTime,
      String stamp,
      Function<TaskState, Policy> policyOf) {
    TaskState kept = memory.taskState(taskId);
    if (kept != null) {
      Long signAt = signAt(kept);
      long newest = signAt == null ? kept.getNewestAt() : Math.max(signAt, kept.getNewestAt());
      long limit = remembered(kept, policyOf).toMillis();
      if (at - newest <= limit && storageTime - kept.getStoredAt() <= limit) {
        return kept;
      }
    }
    return begin(memory.rootBlock(taskId), at, storageTime, stamp);
  }

  /** Time without an event or a subtask's signal after which this state expires. */
  static Duration remembered(TaskState kept, Function<TaskState, Policy> policyOf) {
    return signAt(kept) == null
        ? policyOf.apply(kept).forgetAfter()
        : RootSignalHandler.ROOT_RETENTION;
  }

  private static Long signAt(TaskState kept) {
    return kept.getStoredRoot() == null ? null : kept.getStoredRoot().getNewestSignalAt();
  }

  private static TaskState begin(RootHold hold, long at, long storageTime, String stamp) {
    StoredRoot held = hold == null ? null : RootStates.initialState(hold);
    TaskState state = new TaskState();
    state.setNewestAt(at);
    state.setStoredAt(storageTime);
    state.setStamp(Hash.of(stamp));
    state.setStartedAt(at);
    state.setStoredRoot(held);
    state.setDecided(RootStates.rejectionOf(hold));
    return state;
  }

  /** The root state of the task. */
  static RootState rootState(TaskState state, String taskId, TaskStateStore memory) {
    StoredRoot kept = state.getStoredRoot();
    boolean held = kept != null && kept.isBlocked();
    return new RootState(
        kept, held ? () -> memory.rootBlock(taskId) : null, () -> goal(state), state.getDecided());
  }

  private static Optional<String> goal(TaskState state) {
    return Optional.ofNullable(state.getEvaluation()).map(EvaluationState::getGoal);
  }

  /** Stores the task's state and, if they changed, its root state and block. */
  static void save(TaskState state, RootState root, String taskId, TaskStateStore memory) {
    root.changedState().ifPresent(state::setStoredRoot);
    if (root.hasDecidedChanged()) {
      state.setDecided(root.decided());
    }
    if (root.hasBlockChanged()) {
      memory.rootBlock(taskId, root.block());
    }
    memory.taskState(taskId, state);
  }

  /**
   * Stores the leader context of the last verdict until the next reset; shadow verdicts are
   * skipped.
   */
  static void keepLeaderContext(TaskState state, Outbox outbox) {
    for (SpecificRecord record : outbox.records()) {
      if (record instanceof LoopReset) {
        state.setLeaderContext(null);
      } else if (record instanceof LoopVerdict verdict
          && verdict.getLeaderContext() != null
          && !verdict.getShadow()) {
        state.setLeaderContext(verdict.getLeaderContext());
      }
    }
  }

  /** The step of an event: the one it names or, without one, the task's current step; or null. */
  static String step(AgentEvent event, TaskState state) {
    Object body = event.getBody();
    String named = null;
    if (body instanceof StepStarted started) {
      named = started.getStep();
    } else if (body instanceof Transition transition) {
      named = transition.getTo();
    } else if (body instanceof ResponseProduced response) {
      named = response.getStep();
    } else if (body instanceof FailureReported failure) {
      named = failure.getStep();
    }
    return named == null ? state.getStep() : named;
  }

  /** The complexity that the event or the task's start declares, or null. */
  static String complexity(AgentEvent event, TaskState state) {
    return event.getBody() instanceof TaskStarted started && started.getComplexity() != null
        ? started.getComplexity()
        : state.getComplexity();
  }

  /** Stores the envelope's fields: event id, root, workflow, tenant, time and cost. */
  static void record(
      TaskState state,
      AgentEvent event,
      String rootId,
      long at,
      RecordCoordinates coordinates,
      RecentEvents recent) {
    recent.saveIds(state);
    if (state.getStartedOffset() < 0) {
      state.setStartedPartition(coordinates.partition());
      state.setStartedOffset(coordinates.offset());
    }
    if (event.getRootTaskId() != null) {
      state.setRootTaskId(rootId);
    }
    if (event.getWorkflow() != null) {
      state.setWorkflow(event.getWorkflow());
    }
    state.setTenantIfAbsent(event.getTenant());
    if (event.getBody() instanceof StepStarted || event.getBody() instanceof Transition) {
      state.setStep(step(event, state));
    }
    state.setComplexity(complexity(event, state));
    touch(state, at, coordinates.storageTime());
    state.setStartedAt(Math.min(state.getStartedAt(), at));
    Cost more = Costs.plus(state.getCost(), event);
    more.setDurationMs(state.getNewestAt() - state.getStartedAt());
    state.setCost(more);
    if (ToolTexts.isUnknown(event.getBody())) {
      state.setUnknownContents(state.getUnknownContents() + 1);
    }
  }

  /** Updates the times that determine the task's expiry. */
  static void touch(TaskState state, long at, long storageTime) {
    state.setNewestAt(Math.max(state.getNewestAt(), at));
    state.setStoredAt(storageTime);
  }

  /**
   * Clears all histories; those in other stores become invalid with the new stamp. Pending calls
   * are retained to match their results, and so is the task's kind.
   */
  static void clear(TaskState state, String stamp) {
    EvaluationRequester.cancelOpenRequest(state);
    StateHistories.onCounterReset(state);
    OutcomeTracker.onCounterReset(state);
    state.setWaitingUntil(null);
    state.setPausedAt(null);
    state.setStamp(Hash.of(stamp));
  }
}

package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.RootState;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.PersonDecision;
import dev.eddyline.state.TaskState;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * An event with its task. The task's state is that before the event until a step of the pipeline
 * changes it.
 *
 * @param event the event
 * @param home the task that is its key
 * @param at its event time, epoch milliseconds
 * @param place its coordinates
 * @param stores the stores
 * @param state the state of the task, owned by the caller
 * @param policy the policy for its step and complexity
 * @param rootId the root of the task
 * @param root the state of the root, as far as this partition knows it
 * @param subtask the task, if it is not its own root
 * @param costBefore the cost of the task
 * @param silenceMillis time without an event of the task just before it
 * @param decisionToReport a person's decision that replies to it report
 */
record LoadedEvent(
    AgentEvent event,
    String home,
    long at,
    RecordCoordinates place,
    TaskStateStore stores,
    TaskState state,
    Policy policy,
    String rootId,
    RootState root,
    Optional<Subtask> subtask,
    Cost costBefore,
    long silenceMillis,
    Optional<PersonDecision> decisionToReport) {

  /** Loads the task of an event. */
  static LoadedEvent load(
      AgentEvent event, RecordCoordinates place, TaskStateStore stores, Policies policies) {
    String home = TaskEngine.home(event);
    long at = place.eventTime(event.getOccurredAt());
    TaskState state =
        Tasks.load(
            stores,
            home,
            at,
            place.storageTime(),
            VerdictSubject.eventKey(event),
            stored -> policies.policyForWorkflow(workflow(event, stored)));
    Policy policy =
        policies
            .policyForWorkflow(workflow(event, state))
            .policyForStepAndComplexity(Tasks.step(event, state), Tasks.complexity(event, state));
    String rootId =
        rootId(
            event,
            state,
            () -> stores.rootBlock(home) != null,
            root -> isBlocked(Subtask.loadSubtask(root, state, at, place, stores)));
    Optional<Subtask> subtask =
        rootId.equals(home)
            ? Optional.empty()
            : Optional.of(Subtask.loadSubtask(rootId, state, at, place, stores));
    RootState root =
        subtask
            .map(Subtask::rootStateKnownHere)
            .orElseGet(() -> Tasks.rootState(state, home, stores));
    root.removeExpiredLoops(policy, Math.max(at, state.getNewestAt()));
    subtask.ifPresent(below -> below.adoptRootEpoch(VerdictSubject.eventKey(event)));
    return new LoadedEvent(
        event,
        home,
        at,
        place,
        stores,
        state,
        policy,
        rootId,
        root,
        subtask,
        state.getCost(),
        Math.max(0, at - state.getNewestAt()),
        ReportedDecisions.findDecisionToReport(event, at, root.decided(), state, policy));
  }

  /** Whether an agent's event names another root than the one whose open gate blocks its task. */
  boolean namesOtherRootAtOpenGate() {
    String named = event.getRootTaskId();
    return named != null && !named.equals(rootId) && root.openGate().isPresent();
  }

  /** The workflow that the event names or, without one, the stored one of its task. */
  static String workflow(AgentEvent event, TaskState state) {
    return event.getWorkflow() == null ? state.getWorkflow() : event.getWorkflow();
  }

  /**
   * The root of an event: the one it names or, without one, the stored root of its task. An agent
   * can move neither a blocked root below another, nor a task away from its blocked root.
   *
   * @param isBlockedRoot whether the task has a gate or a rejection of its own
   * @param isBlocked whether a root is blocked, as far as this partition knows
   */
  private static String rootId(
      AgentEvent event,
      TaskState state,
      BooleanSupplier isBlockedRoot,
      Predicate<String> isBlocked) {
    String stored = state.getRootTaskId();
    boolean isDecision = event.getBody() instanceof HumanIntervened;
    boolean isUnnamed = event.getRootTaskId() == null && stored != null && !isDecision;
    String root = isUnnamed ? stored : TaskEngine.namedRoot(event);
    // the stores are read only where an agent names, or has named, another task
    if (isDecision || event.getIngestToken() == null) {
      return root;
    }
    String task = event.getTaskId();
    boolean isBelowAnother = !root.equals(task) || stored != null && !stored.equals(task);
    if (isBelowAnother && isBlockedRoot.getAsBoolean()) {
      return task;
    }
    boolean leavesRoot = stored != null && !stored.equals(root) && !stored.equals(task);
    return leavesRoot && isBlocked.test(stored) ? stored : root;
  }

  private static boolean isBlocked(Subtask subtask) {
    RootState root = subtask.rootStateKnownHere();
    return root.rejected() || root.openGate().isPresent();
  }

  /** The context of decisions about the event, with the cost and step of the state as it is now. */
  DecisionContext decisionContext(Supplier<Policies> policies) {
    VerdictSubject subject =
        VerdictSubject.of(
            event,
            rootId,
            workflow(event, state),
            state.getTenant() == null ? event.getTenant() : state.getTenant(),
            Tasks.step(event, state),
            at,
            state.getUnknownContents());
    return new DecisionContext(
            subject,
            policy,
            state.getCost(),
            root,
            RemedyRecorderFactory.forRoot(rootId, stores, policies))
        .withRecordTime(place.recordTime(), stores.firstStart(), EventKind.asksForReply(event))
        .withDecisionToReport(decisionToReport);
  }

  /** Whether a detector of sessions is on for the event. */
  boolean isSessionDetectorEnabled() {
    return Detectors.SESSION_SCOPED.stream().anyMatch(rule -> policy.limits(rule).enabled())
        && !policy.isMuted(event, state.getStep(), at);
  }
}

package dev.eddyline.task;

import dev.eddyline.gate.Cause;
import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.LoopDecider;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RootState;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.EvaluationQuestion;
import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.Signal;
import dev.eddyline.state.TaskState;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Processes the answers of evaluators, however late. The verdict names the evaluated failure. An
 * answer without an open request has no effect.
 */
public final class EvaluationHandler {

  private final Supplier<Policies> policies;

  /**
   * A handler that uses these policies.
   *
   * @param policies the policies in force when an answer is processed
   */
  public EvaluationHandler(Supplier<Policies> policies) {
    this.policies = Objects.requireNonNull(policies, "policies");
  }

  /** An empty outbox for an answer at these coordinates. */
  public static Outbox outbox(RecordCoordinates coordinates) {
    return new Outbox(
            coordinates.topic(),
            coordinates.partition(),
            coordinates.offset(),
            coordinates.decidedAt())
        .outboxFor(Cause.EVALUATION);
  }

  /** Processes an answer on its task's partition. Only an accepted answer changes the state. */
  public EvaluationOutcome handleEvaluatorAnswer(
      ProgressEvaluation answer,
      RecordCoordinates coordinates,
      TaskStateStore memory,
      Outbox outbox) {
    String task = answer.getTaskId();
    Optional<TaskState> stored =
        RootView.stateUnlessExpired(
            Optional.ofNullable(memory.taskState(task)), policies.get(), coordinates.storageTime());
    EvaluationQuestion question = stored.map(EvaluationRequester::question).orElse(null);
    if (question == null || !question.getRequestId().equals(answer.getRequestId())) {
      return EvaluationOutcome.UNKNOWN;
    }
    if (question.getAnswered()) {
      return EvaluationOutcome.REPEATED;
    }
    TaskState state = stored.get();
    Policy policy =
        policies
            .get()
            .policyForWorkflow(state.getWorkflow())
            .policyForStepAndComplexity(question.getStep(), state.getComplexity());
    String rootId = state.getRootTaskId() == null ? task : state.getRootTaskId();
    boolean isRoot = rootId.equals(task);
    RootState root;
    if (isRoot) {
      root = Tasks.rootState(state, task, memory);
    } else {
      Subtask subtask = Subtask.loadSubtask(rootId, state, question.getAt(), coordinates, memory);
      subtask.adoptRootEpoch(answer.getRequestId());
      root = subtask.rootStateKnownHere();
    }
    boolean outdated =
        EvaluationRequester.question(state) == null
            || root.epoch() != question.getEpoch()
            || state.getSigns().getProgress() > question.getProgress();
    if (outdated || !policy.evaluation().enabled()) {
      return closeRequestWithoutEffect(policy.evaluation().enabled(), state, root, task, memory);
    }
    root.removeExpiredLoops(policy, state.getNewestAt());
    VerdictSubject subject =
        new VerdictSubject(
            question.getSeen().getEventId(),
            null,
            task,
            rootId,
            question.getAgentId(),
            question.getSessionId(),
            state.getWorkflow(),
            state.getTenant(),
            question.getStep(),
            question.getAt(),
            state.getUnknownContents());
    DecisionContext context =
        new DecisionContext(
                subject,
                policy,
                state.getCost(),
                root,
                RemedyRecorderFactory.forRoot(rootId, memory, policies))
            .withRecordTime(coordinates.recordTime(), memory.firstStart(), false);
    boolean isExternal = answer.getVerdict() == EvaluationVerdict.EXTERNAL;
    question.setExternal(isExternal ? question.getExternal() + 1 : 0);
    EvaluationRequester.closeRequest(state, question);
    Optional<FoundLoop> loop = EvaluatedLoop.loopFromEvaluation(answer, question, state, policy);
    loop.ifPresent(
        found ->
            countLoopOrSignalRoot(found, question, context, state, isRoot, coordinates, outbox));
    if (isRoot) {
      RootSignalHandler.sendRootUpdatesIfChanged(rootId, root, subject.at(), outbox);
    }
    Tasks.keepLeaderContext(state, outbox);
    Tasks.save(state, root, task, memory);
    return EvaluationOutcome.TAKEN;
  }

  /** Closes the open request without an effect, so that the task can be evaluated again. */
  private static EvaluationOutcome closeRequestWithoutEffect(
      boolean enabled, TaskState state, RootState root, String task, TaskStateStore memory) {
    EvaluationQuestion open = EvaluationRequester.question(state);
    if (open != null) {
      EvaluationRequester.closeRequest(state, open);
      Tasks.save(state, root, task, memory);
    }
    return enabled ? EvaluationOutcome.OUTDATED : EvaluationOutcome.OFF;
  }

  /** Counts the loop where the counter is: on this partition or on the root's. */
  private static void countLoopOrSignalRoot(
      FoundLoop found,
      EvaluationQuestion question,
      DecisionContext context,
      TaskState state,
      boolean isRoot,
      RecordCoordinates coordinates,
      Outbox outbox) {
    List<FoundLoop> loops = List.of(found);
    Policy policy = context.policy();
    if (isRoot) {
      StateHistories.onActionRequested(
          state, LoopDecider.decideOnLoops(context, loops, Optional.empty(), outbox));
    } else {
      outbox.add(
          new Signal(
              Signals.newSubtaskLoop(
                      context.subject(),
                      question.getStep(),
                      state.getComplexity(),
                      loops,
                      context.taskCost(),
                      context.root().epoch(),
                      coordinates.recordTime(),
                      outbox)
                  .build()));
      Subtask.recordSignalledLoops(context, loops, state);
    }
    WaitTracker.backOff(state, loops, context.subject().at(), policy);
    if (LoopDecider.hasCountingLoop(loops)) {
      StateHistories.onLoopDetected(state, question.getSeen(), state.getCost(), policy);
    }
  }
}

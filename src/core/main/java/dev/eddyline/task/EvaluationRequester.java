package dev.eddyline.task;

import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.policy.EvaluationLimits;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.EvaluationQuestion;
import dev.eddyline.schema.EvaluationState;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.JudgedFailure;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.ProgressSnapshot;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.state.TaskState;
import dev.eddyline.text.Hash;
import java.time.Instant;
import java.util.List;

/**
 * Requests evaluations of failures that no detector has a result for: a failure that differs from
 * the previous one, without progress since. A task has at most one open request.
 */
final class EvaluationRequester {

  /** Minimum number of distinct failures for a request. */
  static final int MIN_DISTINCT_FAILURES = 2;

  private EvaluationRequester() {}

  /** Cancels the open request, since its histories are cleared. */
  static void cancelOpenRequest(TaskState state) {
    EvaluationState evaluation = state.getEvaluation();
    if (evaluation != null) {
      state.setEvaluation(new EvaluationState(evaluation.getGoal(), evaluation.getKind(), null));
    }
  }

  /**
   * Stores the task's goal, and requests an evaluation if no detector has a result for the event.
   */
  static void storeGoalOrRequestEvaluation(
      AgentEvent event,
      DetectionResults detected,
      DecisionContext context,
      TaskState state,
      Outbox outbox) {
    EvaluationLimits limits = context.policy().evaluation();
    if (event.getBody() instanceof TaskStarted started) {
      Redaction redaction = context.policy().redaction();
      String kind = started.getKind() == null ? null : redaction.apply(started.getKind());
      state.setEvaluation(
          new EvaluationState(redaction.apply(started.getGoal()), kind, question(state)));
    } else if (limits.enabled()
        && detected.unsettled()
        && !context.isHistoricalEvent()
        && failureTextOfBody(event.getBody()) != null
        && isDue(question(state), context.subject().at(), limits)) {
      ask(event, detected.failures(), context, state, outbox);
    }
  }

  /** Stores that this request of the task is answered. */
  static void closeRequest(TaskState state, EvaluationQuestion request) {
    EvaluationState evaluation = state.getEvaluation();
    request.setAnswered(true);
    state.setEvaluation(new EvaluationState(evaluation.getGoal(), evaluation.getKind(), request));
  }

  /** The last request about the task, or null. */
  static EvaluationQuestion question(TaskState state) {
    return state.getEvaluation() == null ? null : state.getEvaluation().getQuestion();
  }

  /** The text of a failure, or null if the event is not a failure. */
  private static String failureTextOfBody(Object body) {
    if (body instanceof FailureReported failure) {
      return failure.getMessage();
    }
    return body instanceof ToolReturned returned && returned.getIsError()
        ? ToolTexts.describe(returned)
        : null;
  }

  private static boolean isDue(EvaluationQuestion last, long at, EvaluationLimits limits) {
    if (last == null) {
      return true;
    }
    long passed = at - last.getAt();
    return passed >= limits.every().toMillis()
        && (last.getAnswered() || passed >= limits.waitFor().toMillis());
  }

  private static void ask(
      AgentEvent event,
      List<FailureSignature> failures,
      DecisionContext context,
      TaskState state,
      Outbox outbox) {
    if (failures.size() < MIN_DISTINCT_FAILURES
        || !newest(failures.get(failures.size() - 1)).getEventId().equals(event.getEventId())) {
      return;
    }
    FailureSignature previous = failures.get(failures.size() - 2);
    FailureSignature now = failures.get(failures.size() - 1);
    Signs signs = state.getSigns();
    if (signs.getProgress() > previous.getProgress()) {
      return;
    }
    ProgressEvaluationRequest request =
        request(event, context, state, failures.subList(0, failures.size() - 1), now, outbox);
    outbox.add(request);
    EvaluationState evaluation = state.getEvaluation();
    state.setEvaluation(
        new EvaluationState(
            evaluation == null ? null : evaluation.getGoal(),
            evaluation == null ? null : evaluation.getKind(),
            question(request, failures, context, state)));
  }

  private static SeenEvent newest(FailureSignature failure) {
    return failure.getSeen().get(failure.getSeen().size() - 1);
  }

  private static ProgressEvaluationRequest request(
      AgentEvent event,
      DecisionContext context,
      TaskState state,
      List<FailureSignature> earlier,
      FailureSignature now,
      Outbox outbox) {
    VerdictSubject subject = context.subject();
    Redaction redaction = context.policy().redaction();
    EvaluationState evaluation = state.getEvaluation();
    EvaluationQuestion last = question(state);
    return ProgressEvaluationRequest.newBuilder()
        .setRequestId(Hash.id("evaluation", subject.taskId(), subject.eventKey()))
        .setEventId(subject.eventId())
        .setTaskId(subject.taskId())
        .setRootTaskId(subject.rootTaskId())
        .setAgentId(subject.agentId())
        .setSessionId(subject.sessionId())
        .setWorkflow(subject.workflow())
        .setStep(Tasks.step(event, state))
        .setGoal(evaluation == null ? null : evaluation.getGoal())
        .setKind(evaluation == null ? null : evaluation.getKind())
        .setFailures(
            earlier.stream()
                .map(it -> toJudgedFailure(it, it.getSeen().get(0).getWhat(), redaction))
                .toList())
        .setFailure(
            toJudgedFailure(now, redaction.apply(failureTextOfBody(event.getBody())), redaction))
        .setProgressBefore(last == null ? null : last.getSnapshot())
        .setProgressNow(snapshot(state.getSigns()))
        .setEpoch(context.root().epoch())
        .setPolicy(context.policy().name())
        .setPolicyVersion(context.policy().version())
        .setSource(outbox.source())
        .setAskedAt(Instant.ofEpochMilli(subject.at()))
        .setDecidedAt(outbox.decidedAt())
        .build();
  }

  private static JudgedFailure toJudgedFailure(
      FailureSignature failure, String what, Redaction redaction) {
    SeenEvent newest = newest(failure);
    String type = failure.getErrorType();
    String location = failure.getLocation();
    return new JudgedFailure(
        newest.getEventId(),
        Instant.ofEpochMilli(newest.getAt()),
        what,
        type == null ? null : redaction.apply(type),
        location == null ? null : redaction.apply(location),
        failure.getAttempts());
  }

  private static ProgressSnapshot snapshot(Signs signs) {
    return new ProgressSnapshot(
        signs.getTests(),
        signs.getTotal(),
        signs.getFailing(),
        signs.getFailingShare(),
        signs.getCoverage(),
        signs.getFiles(),
        signs.getDependencies(),
        signs.getLines(),
        signs.getSubtasks());
  }

  private static EvaluationQuestion question(
      ProgressEvaluationRequest request,
      List<FailureSignature> failures,
      DecisionContext context,
      TaskState state) {
    EvaluationQuestion last = question(state);
    VerdictSubject subject = context.subject();
    boolean withoutProgress = last != null && last.getProgress() == state.getSigns().getProgress();
    return new EvaluationQuestion(
        request.getRequestId(),
        false,
        subject.at(),
        request.getEpoch(),
        state.getSigns().getProgress(),
        request.getProgressNow(),
        failures.size(),
        withoutProgress ? last.getExternal() : 0,
        failures.get(0).getSeen().get(0),
        newest(failures.get(failures.size() - 1)),
        failures.get(0).getCostBefore(),
        subject.agentId(),
        subject.sessionId(),
        request.getStep());
  }
}

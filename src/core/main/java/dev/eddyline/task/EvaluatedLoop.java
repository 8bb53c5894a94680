package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.progress.TaskKind;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.EvaluationQuestion;
import dev.eddyline.schema.EvaluationState;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.state.TaskState;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Builds the loop that an evaluator reports; the evaluator's reason becomes evidence. */
public final class EvaluatedLoop {

  /** The pattern of a loop that an evaluator found. */
  public static final String PATTERN = "evaluated";

  /** The evaluator name of the bundled detectors. */
  public static final String RULE_EVALUATOR_NAME = "rules";

  /** A valid evaluator name. Longer names or several words could contain arbitrary text. */
  private static final Pattern MODEL_NAME_PATTERN = Pattern.compile("[\\w./:@+-]{1,80}");

  private EvaluatedLoop() {}

  /**
   * The loop that the evaluated failure closed. Empty if there is none, or if the policy or the
   * task's kind disables the detector for such loops.
   */
  static Optional<FoundLoop> loopFromEvaluation(
      ProgressEvaluation answer, EvaluationQuestion question, TaskState state, Policy policy) {
    return switch (answer.getVerdict()) {
      case REGRESSIVE ->
          Optional.of(answer)
              .filter(it -> policy.limits(Detectors.REGRESSIVE_PROGRESS).enabled())
              .map(
                  it ->
                      newLoopBuilder(
                              LoopType.REGRESSIVE_PROGRESS,
                              "Moving away from goal",
                              it,
                              question,
                              policy)
                          .build());
      case NO_PROGRESS ->
          Optional.of(answer)
              .filter(it -> policy.limits(Detectors.NO_MEASURABLE_PROGRESS).enabled())
              .filter(it -> !isExempt(state))
              .map(
                  it ->
                      newLoopBuilder(
                              LoopType.NO_MEASURABLE_PROGRESS, "No progress", it, question, policy)
                          .build());
      case EXTERNAL ->
          Optional.of(answer)
              .filter(it -> policy.limits(Detectors.EXTERNAL_FAULT).enabled())
              .map(it -> externalFaultFromEvaluation(it, question, policy));
      case REASONING, UNKNOWN -> Optional.empty();
    };
  }

  /** Whether the task's kind has no measurable progress, as the state or the evaluation says. */
  private static boolean isExempt(TaskState state) {
    EvaluationState evaluation = state.getEvaluation();
    return TaskKind.isUnmeasurable(state)
        || evaluation != null && TaskKind.isUnmeasurable(evaluation.getKind());
  }

  /**
   * Consecutive faults are counted by the evaluator's answers, since failures between them are
   * evaluated too.
   */
  private static FoundLoop externalFaultFromEvaluation(
      ProgressEvaluation answer, EvaluationQuestion question, Policy policy) {
    int faults = question.getExternal();
    return newLoopBuilder(
            LoopType.EXTERNAL_FAULT,
            "External cause, no fault of the agent",
            answer,
            question,
            policy)
        .setWeight(0)
        .setIdentity("external evaluated")
        .setOccurrences(faults)
        .setAttempts(faults)
        .setMeasured(faults)
        .setLimit(policy.limits(Detectors.EXTERNAL_FAULT).after())
        .build();
  }

  private static FoundLoop.Builder newLoopBuilder(
      LoopType type,
      String description,
      ProgressEvaluation answer,
      EvaluationQuestion question,
      Policy policy) {
    SeenEvent first = question.getFirst();
    int failures = question.getFailures();
    return Loops.newLoopBuilder(
            type,
            evidence(answer, question, policy),
            first,
            question.getCostBefore(),
            question.getAgentId())
        .setPattern(PATTERN)
        .setIdentity("task")
        .setOccurrences(failures)
        .setAttempts(failures)
        .setMeasured(failures)
        .setLimit(EvaluationRequester.MIN_DISTINCT_FAILURES)
        .setReason(reason(description, answer, policy));
  }

  /**
   * The first failure, the evaluator's reason (quoted, truncated and redacted) and the newest
   * failure.
   */
  private static List<SeenEvent> evidence(
      ProgressEvaluation answer, EvaluationQuestion question, Policy policy) {
    SeenEvent newest = question.getSeen();
    String why = policy.redaction().apply(answer.getReason()).replace('"', '\'');
    if (why.isEmpty()) {
      return List.of(question.getFirst(), newest);
    }
    SeenEvent judged =
        new SeenEvent(
            newest.getEventId(),
            newest.getAt(),
            newest.getPartition(),
            newest.getOffset(),
            "the evaluator says: \"" + why + "\"");
    return List.of(question.getFirst(), judged, newest);
  }

  /**
   * The kind of loop and the evaluator's name. Agents read it as Eddyline's text, so it contains no
   * text that a model wrote.
   */
  private static String reason(String description, ProgressEvaluation answer, Policy policy) {
    String name = policy.redaction().apply(answer.getEvaluator());
    return "%s (judged by %s)"
        .formatted(description, MODEL_NAME_PATTERN.matcher(name).matches() ? name : "an evaluator");
  }
}

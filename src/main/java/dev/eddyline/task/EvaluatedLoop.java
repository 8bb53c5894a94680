package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.Loops;
import dev.eddyline.detect.NoMeasurableProgress;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.EvaluationQuestion;
import dev.eddyline.schema.EvaluationState;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.TaskState;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The loop that an evaluator's answer tells of; its reason is evidence. */
public final class EvaluatedLoop {

  /** The pattern of a loop that an evaluator found, and no rule. */
  public static final String PATTERN = "evaluated";

  /** What the bundled rules call themselves in an answer. */
  public static final String RULES = "rules";

  /** What names a model; a longer name, or one of several words, could say anything. */
  private static final Pattern NAME = Pattern.compile("[\\w./:@+-]{1,80}");

  private EvaluatedLoop() {}

  /**
   * The loop, as the failure that was asked about closed it; empty where there is none, or where
   * the policy or the task's kind forbids it to the rule that tells of such loops.
   */
  static Optional<FoundLoop> of(
      ProgressEvaluation answer, EvaluationQuestion question, TaskState state, Policy policy) {
    return switch (answer.getVerdict()) {
      case REGRESSIVE ->
          Optional.of(answer)
              .filter(it -> policy.limits(Detectors.REGRESSIVE_PROGRESS).enabled())
              .map(
                  it ->
                      closed(
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
                      closed(LoopType.NO_MEASURABLE_PROGRESS, "No progress", it, question, policy)
                          .build());
      case EXTERNAL ->
          Optional.of(answer)
              .filter(it -> policy.limits(Detectors.EXTERNAL_FAULT).enabled())
              .map(it -> external(it, question, policy));
      case REASONING, UNKNOWN -> Optional.empty();
    };
  }

  /** Document 002, section 2, "Non-Loop Progress Scenarios": whoever knows the task's kind. */
  private static boolean isExempt(TaskState state) {
    EvaluationState told = state.getEvaluation();
    return NoMeasurableProgress.isExempt(state)
        || told != null && NoMeasurableProgress.isExempt(told.getKind());
  }

  /** Faults in a row are counted by answers: what comes between two of them is asked too. */
  private static FoundLoop external(
      ProgressEvaluation answer, EvaluationQuestion question, Policy policy) {
    int faults = question.getExternal();
    return closed(
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

  private static FoundLoop.Builder closed(
      LoopType type,
      String what,
      ProgressEvaluation answer,
      EvaluationQuestion question,
      Policy policy) {
    SeenEvent first = question.getFirst();
    int failures = question.getFailures();
    return Loops.closed(
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
        .setLimit(Questions.FEWEST)
        .setReason(reason(what, answer, policy));
  }

  /** The first failure, what the evaluator says, quoted, cut and redacted, and the newest one. */
  private static List<SeenEvent> evidence(
      ProgressEvaluation answer, EvaluationQuestion question, Policy policy) {
    SeenEvent seen = question.getSeen();
    String why = policy.redaction().apply(answer.getReason()).replace('"', '\'');
    if (why.isEmpty()) {
      return List.of(question.getFirst(), seen);
    }
    SeenEvent judged =
        new SeenEvent(
            seen.getEventId(),
            seen.getAt(),
            seen.getPartition(),
            seen.getOffset(),
            "the evaluator says: \"" + why + "\"");
    return List.of(question.getFirst(), judged, seen);
  }

  /**
   * What the loop is and who judges so. It is told to an agent as Eddyline's own words, and so
   * nothing stands in it that a model wrote of what events say.
   */
  private static String reason(String what, ProgressEvaluation answer, Policy policy) {
    String name = policy.redaction().apply(answer.getEvaluator());
    return "%s (judged by %s)"
        .formatted(what, NAME.matcher(name).matches() ? name : "an evaluator");
  }
}

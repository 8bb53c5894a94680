package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.Loops;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.EvaluationQuestion;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.SeenEvent;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The loop that an evaluator's answer tells of, with the reason that it gives. */
public final class EvaluatedLoop {

  /** The pattern of a loop that an evaluator found, and no rule. */
  public static final String PATTERN = "evaluated";

  /** What the bundled rules call themselves in an answer. */
  public static final String RULES = "rules";

  private EvaluatedLoop() {}

  /** The loop, as the failure that was asked about closed it; empty where there is none. */
  static Optional<FoundLoop> of(
      ProgressEvaluation answer, EvaluationQuestion question, Policy policy) {
    return switch (answer.getVerdict()) {
      case REGRESSIVE ->
          Optional.of(
              closed(
                      LoopType.REGRESSIVE_PROGRESS,
                      "Moving away from goal",
                      answer,
                      question,
                      policy)
                  .build());
      case NO_PROGRESS ->
          Optional.of(
              closed(LoopType.NO_MEASURABLE_PROGRESS, "No progress", answer, question, policy)
                  .build());
      case EXTERNAL -> Optional.of(external(answer, question, policy));
      case REASONING, UNKNOWN -> Optional.empty();
    };
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
            List.of(first, question.getSeen()),
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

  /** What the loop is, why and who judges so, on one line, cut and redacted. */
  private static String reason(String what, ProgressEvaluation answer, Policy policy) {
    String why = policy.redaction().apply(answer.getReason());
    int end = why.length();
    while (end > 0 && ". ".indexOf(why.charAt(end - 1)) >= 0) {
      end--;
    }
    String because = why.substring(0, end);
    boolean says = because.toLowerCase(Locale.ROOT).startsWith(what.toLowerCase(Locale.ROOT));
    String told = because.isEmpty() ? what : says ? because : what + ": " + because;
    return "%s (judged by %s)".formatted(told, policy.redaction().apply(answer.getEvaluator()));
  }
}

package dev.eddyline.judgement;

import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import java.time.Instant;
import java.util.Objects;

/**
 * An evaluator's judgement of a request.
 *
 * @param verdict the verdict; never UNKNOWN
 * @param reason the reason, in one sentence
 * @param evaluator the name of a model, or {@code rules}
 */
public record Judgement(EvaluationVerdict verdict, String reason, String evaluator) {

  public Judgement {
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(evaluator, "evaluator");
    if (verdict == EvaluationVerdict.UNKNOWN) {
      throw new IllegalArgumentException("verdict must not be UNKNOWN");
    }
  }

  /** Converts to the answer to a request, at this clock time. */
  public ProgressEvaluation toEvaluation(ProgressEvaluationRequest request, Instant now) {
    return new ProgressEvaluation(
        request.getRequestId(), request.getTaskId(), verdict, reason, evaluator, now);
  }
}

package dev.eddyline.judgement;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.faults.ExternalFault;
import dev.eddyline.detect.progress.TaskKind;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.JudgedFailure;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.ProgressSnapshot;
import dev.eddyline.task.EvaluatedLoop;
import dev.eddyline.text.Masking;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Judges by rules, without a model: external causes, trends of failing tests and of errors, and the
 * number of different failures. Undecided cases count as reasoning, which is not a loop.
 */
public final class RuleEvaluator implements Evaluator {

  /** Different failures without progress that no longer count as reasoning. */
  static final int MIN_FAILURES_NOT_REASONING = 5;

  /** Consecutive rises that count as regression. */
  static final int RISES = 3;

  /** Phrases for an unavailable remote service; checked after the stricter fault rules. */
  private static final List<String> UNAVAILABLE =
      List.of(
          "timed out",
          "timeout",
          "unavailable",
          "unreachable",
          "connection reset",
          "connection closed",
          "connection refused",
          "try again later",
          "overloaded",
          "too many requests",
          "bad gateway");

  private static final ExternalFault.Limits FAULTS =
      Detectors.EXTERNAL_FAULT.limits(
          new Section("", JsonNodeFactory.instance.objectNode(), new ArrayList<>()),
          Masking.shipped());

  @Override
  public Judgement judge(ProgressEvaluationRequest request) {
    List<JudgedFailure> failures = new ArrayList<>(request.getFailures());
    failures.add(request.getFailure());
    Optional<Judgement> settled = external(failures);
    if (settled.isEmpty()) {
      settled = trend(Trend.ofTests(failures), "failing tests");
    }
    if (settled.isEmpty()) {
      settled = trend(Trend.ofErrors(failures), "errors");
    }
    return settled.orElseGet(() -> byNumber(request, failures));
  }

  private static Judgement judgement(EvaluationVerdict verdict, String reason) {
    return new Judgement(verdict, reason, EvaluatedLoop.RULE_EVALUATOR_NAME);
  }

  /**
   * External if the newest failure is an external fault, or one of many unavailability failures.
   */
  private static Optional<Judgement> external(List<JudgedFailure> failures) {
    JudgedFailure newest = failures.get(failures.size() - 1);
    if (isFault(newest)) {
      return Optional.of(
          judgement(EvaluationVerdict.EXTERNAL, "External failure, not the agent's fault"));
    }
    long remote = failures.stream().filter(it -> isFault(it) || isUnavailable(it)).count();
    boolean most = isUnavailable(newest) && remote >= 2 && 2 * remote >= failures.size();
    return most
        ? Optional.of(
            judgement(
                EvaluationVerdict.EXTERNAL,
                "%d of %d failures tell that something remote does not answer"
                    .formatted(remote, failures.size())))
        : Optional.empty();
  }

  private static boolean isFault(JudgedFailure failure) {
    return FAULTS
        .kind(
            new FailureReported(
                failure.getMessage(), failure.getErrorType(), failure.getLocation(), null, null))
        .isPresent();
  }

  /** Whether a failure suggests an unavailable service; a test timeout is the agent's own. */
  private static boolean isUnavailable(JudgedFailure failure) {
    String message = failure.getMessage().toLowerCase(Locale.ROOT);
    return !message.contains("test") && UNAVAILABLE.stream().anyMatch(message::contains);
  }

  private static Optional<Judgement> trend(Trend trend, String what) {
    if (trend.rises() >= RISES) {
      return Optional.of(
          judgement(
              EvaluationVerdict.REGRESSIVE,
              "Moving away from goal: %s rose %d times running, from %d to %d"
                  .formatted(what, trend.rises(), trend.from(), trend.to())));
    }
    return trend.falls()
        ? Optional.of(
            judgement(
                EvaluationVerdict.REASONING,
                "Fewer %s than before: %d".formatted(what, trend.to())))
        : Optional.empty();
  }

  private static Judgement byNumber(
      ProgressEvaluationRequest request, List<JudgedFailure> failures) {
    ProgressSnapshot before = request.getProgressBefore();
    ProgressSnapshot now = request.getProgressNow();
    boolean isBlank =
        now.equals(new ProgressSnapshot(false, null, null, null, null, 0L, 0L, 0L, 0L));
    if (before != null && !before.equals(now)) {
      String better = now.getHasTests() ? ProgressTracker.BY_TESTS : ProgressTracker.BY_WORK;
      return judgement(EvaluationVerdict.REASONING, better);
    }
    boolean measurable = !TaskKind.isUnmeasurable(request.getKind());
    if (measurable
        && failures.size() >= MIN_FAILURES_NOT_REASONING
        && (before != null || isBlank)) {
      return judgement(
          EvaluationVerdict.NO_PROGRESS,
          "No progress: %d different failures, and nothing got better".formatted(failures.size()));
    }
    return judgement(EvaluationVerdict.REASONING, "Nothing speaks for a loop so far");
  }
}

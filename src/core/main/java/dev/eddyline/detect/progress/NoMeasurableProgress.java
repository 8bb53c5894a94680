package dev.eddyline.detect.progress;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.detect.failures.Failures;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.IdleHistory;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Optional;

/**
 * Detects a series of attempts, failures and responses without a test or a completion marker.
 *
 * <p>It watches only tasks that reported progress, or all tasks if the policy says so. Kinds of
 * work without measurable progress are exempt.
 */
public final class NoMeasurableProgress
    implements Detector<IdleHistory, NoMeasurableProgress.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          LoopTraits.hinted(
              LoopType.NO_MEASURABLE_PROGRESS,
              Escalation.AT_THRESHOLD,
              "%s. Create tests that show how far you are, then go on."));

  private static final HistoryPlace.InState<IdleHistory> PLACE =
      HistoryPlace.inState(StateParts.IDLE, NoMeasurableProgress::isEmpty, empty());

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param attempts consecutive attempts, failures and responses that make a loop
   * @param armed whether it also watches tasks that never reported progress
   * @param responses whether responses count like attempts and failures
   * @param newResultForgives whether a new tool result resets the count
   */
  public record Limits(
      boolean enabled, int attempts, boolean armed, boolean responses, boolean newResultForgives)
      implements Detector.Limits {}

  private static boolean isEmpty(IdleHistory history) {
    return history.getCount() == 0
        && !history.getArmed()
        && !history.getExempt()
        && history.getAdded() == 0
        && history.getCompleted() == 0
        && history.getNews() == 0;
  }

  /** The history before the first event. */
  static IdleHistory empty() {
    return new IdleHistory(false, false, 0L, 0L, 0L, 0, null, new Cost(0L, 0.0, 0L));
  }

  /** The history after a counter reset: keeps the task's properties, clears its counts. */
  @Override
  public IdleHistory onCounterReset(IdleHistory history) {
    return new IdleHistory(
        history.getArmed(),
        history.getExempt(),
        history.getAdded(),
        history.getCompleted(),
        0L,
        0,
        null,
        history.getCostBefore());
  }

  @Override
  public String key() {
    return "no_measurable_progress";
  }

  @Override
  public String purpose() {
    return "detects work without tests or completed subtasks";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<IdleHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about(
                "consecutive attempts, failures and responses, without a test or a completion"
                    + " marker, that make a loop")
            .integer("attempts", 5, 2, Section.MANY),
        section
            .about("whether tasks that never reported progress are watched too")
            .bool("armed", false),
        section.about("whether responses count like attempts and failures").bool("responses", true),
        section
            .about("whether a new tool result resets the count")
            .bool("newResultForgives", false));
  }

  @Override
  public boolean receivesEventsWhileWaiting() {
    return true;
  }

  @Override
  public boolean supports(EnrichedEvent enriched) {
    Object body = enriched.event().getBody();
    return enriched.externalFaultKind().isEmpty()
        && (enriched.testCounts().isPresent()
            || isAttempt(body)
            || body instanceof ProgressReported
            || body instanceof TaskStarted);
  }

  @Override
  public boolean needsHistory(EnrichedEvent enriched, Limits limits) {
    return limits.enabled();
  }

  @Override
  public DetectionResult<IdleHistory> detect(
      EnrichedEvent enriched, IdleHistory history, Limits limits) {
    Object body = enriched.event().getBody();
    if (!needsHistory(enriched, limits)) {
      return DetectionResult.noLoop(history);
    }
    if (body instanceof TaskStarted started) {
      return DetectionResult.noLoop(withTaskKind(history, started.getKind()));
    }
    if (isProgressMarker(enriched, history)) {
      return DetectionResult.noLoop(restartAtProgressMarker(enriched, history));
    }
    if (body instanceof ProgressReported) {
      return DetectionResult.noLoop(withArmedAndExempt(history, true, history.getExempt()));
    }
    boolean watched = (history.getArmed() || limits.armed()) && !history.getExempt();
    if (!watched || !isCounted(body, limits) || enriched.isAgentWaiting()) {
      return DetectionResult.noLoop(history);
    }
    IdleHistory after = countAttempt(enriched, history, limits);
    return after.getCount() < limits.attempts()
        ? DetectionResult.noLoop(after)
        : DetectionResult.withLoop(
            loop(after, enriched.evidence(evidenceText(body)), limits, enriched), after);
  }

  @Override
  public Optional<String> count(EnrichedEvent enriched, IdleHistory history, Limits limits) {
    return limits.enabled()
            && history.getCount() > 0
            && isCounted(enriched.event().getBody(), limits)
        ? Optional.of("%d of %d".formatted(history.getCount(), limits.attempts()))
        : Optional.empty();
  }

  private static boolean isCounted(Object body, Limits limits) {
    return isAttempt(body) && (limits.responses() || !(body instanceof ResponseProduced));
  }

  /** An attempt, a response or a failure. */
  private static boolean isAttempt(Object body) {
    return body instanceof TaskAttempted
        || body instanceof ResponseProduced
        || Failures.isFailure(body);
  }

  /** Whether the event reports tests, added work or newly completed work. */
  private static boolean isProgressMarker(EnrichedEvent enriched, IdleHistory history) {
    Object body = enriched.event().getBody();
    if (body instanceof ProgressReported report) {
      boolean tests =
          report.getTestsTotal() == null
              ? report.getTestsFailed() != null
              : report.getTestsTotal() > 0;
      boolean covered = report.getCoveragePercent() != null && report.getCoveragePercent() > 0;
      return tests
          || covered
          || ProgressTracker.totalAddedWork(enriched.progress()) > history.getAdded();
    }
    long completed = completedWorkHash(body);
    return enriched.testCounts().isPresent()
        || completed != 0 && completed != history.getCompleted();
  }

  /** Hash of an attempt's completed work; 0 for none. */
  private static long completedWorkHash(Object body) {
    return body instanceof TaskAttempted attempt
            && attempt.getCompletedWork() != null
            && !attempt.getCompletedWork().isEmpty()
        ? Hash.ofSet(attempt.getCompletedWork())
        : 0;
  }

  private static IdleHistory restartAtProgressMarker(EnrichedEvent enriched, IdleHistory history) {
    Object body = enriched.event().getBody();
    long completed = completedWorkHash(body);
    return new IdleHistory(
        history.getArmed() || body instanceof ProgressReported,
        history.getExempt(),
        Math.max(history.getAdded(), ProgressTracker.totalAddedWork(enriched.progress())),
        completed == 0 ? history.getCompleted() : completed,
        enriched.progress().getNews(),
        0,
        null,
        history.getCostBefore());
  }

  private static IdleHistory withTaskKind(IdleHistory history, String kind) {
    boolean exempt = kind == null ? history.getExempt() : TaskKind.isUnmeasurable(kind);
    return withArmedAndExempt(history, history.getArmed(), exempt);
  }

  private static IdleHistory withArmedAndExempt(
      IdleHistory history, boolean armed, boolean exempt) {
    return new IdleHistory(
        armed,
        exempt,
        history.getAdded(),
        history.getCompleted(),
        history.getNews(),
        history.getCount(),
        history.getFirst(),
        history.getCostBefore());
  }

  private static IdleHistory countAttempt(
      EnrichedEvent enriched, IdleHistory history, Limits limits) {
    long newResults = enriched.progress().getNews();
    boolean continuesCount =
        history.getFirst() != null
            && !(limits.newResultForgives() && newResults > history.getNews());
    return new IdleHistory(
        history.getArmed(),
        history.getExempt(),
        history.getAdded(),
        history.getCompleted(),
        newResults,
        continuesCount ? history.getCount() + 1 : 1,
        continuesCount
            ? history.getFirst()
            : enriched.storedEvidence(evidenceText(enriched.event().getBody())),
        continuesCount ? history.getCostBefore() : enriched.costBefore());
  }

  private static String evidenceText(Object body) {
    if (body instanceof FailureReported failure) {
      return failure.getMessage();
    }
    if (body instanceof ResponseProduced response) {
      return response.getText();
    }
    return body instanceof ToolReturned returned
        ? ToolTexts.describe(returned)
        : ((TaskAttempted) body).getStatus().toString();
  }

  private static FoundLoop loop(
      IdleHistory history, SeenEvent newest, Limits limits, EnrichedEvent enriched) {
    return Loops.newLoopBuilder(
            LoopType.NO_MEASURABLE_PROGRESS,
            List.of(history.getFirst(), newest),
            history.getFirst(),
            history.getCostBefore(),
            enriched)
        .setIdentity("task")
        .setOccurrences(history.getCount())
        .setAttempts(history.getCount())
        .setMeasured(history.getCount())
        .setLimit(limits.attempts())
        .setReason(
            "No test and no completion marker in %d attempts%s"
                .formatted(
                    history.getCount(),
                    limits.responses() ? ", failures or responses" : " or failures"))
        .build();
  }
}

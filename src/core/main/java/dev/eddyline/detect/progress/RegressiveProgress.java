package dev.eddyline.detect.progress;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.TrendHistory;
import dev.eddyline.schema.TrendValue;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Masking;
import dev.eddyline.text.TestCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Detects that more and more tests fail: the share of failing tests (or their number, if no total
 * is known) rises three times in a row.
 *
 * <p>An agent that runs only failing tests sees their share rise, but not their number. So counts
 * in texts rise only if the number does too; for progress reports the share is enough.
 */
public final class RegressiveProgress implements Detector<TrendHistory, RegressiveProgress.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          LoopTraits.hinted(
              LoopType.REGRESSIVE_PROGRESS,
              Escalation.AT_THRESHOLD,
              "%s. Roll back to where fewer tests failed, or take a different approach."));

  /** Consecutive rises that make a loop. */
  private static final int RISES = 3;

  private static final Set<Class<?>> EVENT_TYPES =
      Set.of(FailureReported.class, ToolReturned.class, ProgressReported.class);

  private static final HistoryPlace<TrendHistory> PLACE =
      HistoryPlace.inState(StateParts.TREND, trend -> trend.getRow().isEmpty(), empty());

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param window how far back a row of values may have begun
   */
  public record Limits(boolean enabled, Duration window) implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(window, "window");
    }
  }

  /** The history before the first test counts. */
  static TrendHistory empty() {
    return new TrendHistory(false, 0, List.of(), 0L, new Cost(0L, 0.0, 0L));
  }

  @Override
  public String key() {
    return "regressive_progress";
  }

  @Override
  public String purpose() {
    return "detects that more and more tests fail";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<TrendHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about("how far back a row of rising values may have begun")
            .windowDuration("window", Duration.ofHours(24)));
  }

  @Override
  public boolean receivesEventsWhileWaiting() {
    return true;
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return EVENT_TYPES;
  }

  @Override
  public boolean supports(EnrichedEvent enriched) {
    return enriched.externalFaultKind().isEmpty()
        && (enriched.testCounts().isPresent()
            || enriched.event().getBody() instanceof ProgressReported);
  }

  @Override
  public boolean needsHistory(EnrichedEvent enriched, Limits limits) {
    return limits.enabled();
  }

  @Override
  public DetectionResult<TrendHistory> detect(
      EnrichedEvent enriched, TrendHistory history, Limits limits) {
    Object body = enriched.event().getBody();
    boolean report = body instanceof ProgressReported;
    Optional<TestCounts> eventCounts =
        report ? ProgressTracker.testCounts((ProgressReported) body) : enriched.testCounts();
    if (!needsHistory(enriched, limits) || eventCounts.isEmpty()) {
      return DetectionResult.noLoop(history);
    }
    Double share = ProgressTracker.failingTestShare(enriched.progress(), eventCounts.get());
    long failing = eventCounts.get().failing();
    TrendValue value =
        new TrendValue(
            share == null ? failing : share,
            failing,
            enriched.storedEvidence(describeCounts(eventCounts.get())));
    List<TrendValue> row = history.getRow();
    boolean continuesRow =
        !row.isEmpty()
            && history.getShare() == (share != null)
            && isWithin(limits.window(), row.get(0), enriched.eventTimeMillis());
    if (!continuesRow) {
      return DetectionResult.noLoop(startRiseSeries(value, share != null, enriched));
    }
    TrendValue last = BoundedLists.last(row);
    if (enriched.progress().getProgress() > history.getProgress()) {
      boolean wouldBeLoop = value.getValue() > last.getValue() && history.getRises() + 1 >= RISES;
      TrendHistory restarted = startRiseSeries(value, share != null, enriched);
      return wouldBeLoop
          ? DetectionResult.forgiven(ProgressTracker.reason(enriched.progress()), restarted)
          : DetectionResult.noLoop(restarted);
    }
    if (value.getValue() < last.getValue()) {
      return DetectionResult.noLoop(startRiseSeries(value, share != null, enriched));
    }
    if (value.getValue() == last.getValue() || !report && failing <= last.getFailing()) {
      return DetectionResult.noLoop(history);
    }
    TrendHistory risen = addRise(history, value);
    return risen.getRises() < RISES
        ? DetectionResult.noLoop(risen)
        : DetectionResult.withLoop(loop(risen, enriched), risen);
  }

  private static boolean isWithin(Duration window, TrendValue first, long at) {
    return Math.abs(at - first.getSeen().getAt()) <= window.toMillis();
  }

  private static TrendHistory startRiseSeries(
      TrendValue value, boolean share, EnrichedEvent enriched) {
    return new TrendHistory(
        share, 0, List.of(value), enriched.progress().getProgress(), enriched.costBefore());
  }

  private static TrendHistory addRise(TrendHistory history, TrendValue value) {
    List<TrendValue> row = new ArrayList<>(history.getRow());
    if (row.size() > RISES) {
      row.remove(1);
    }
    row.add(value);
    return new TrendHistory(
        history.getShare(),
        history.getRises() + 1,
        row,
        history.getProgress(),
        history.getCostBefore());
  }

  private static String describeCounts(TestCounts counts) {
    return counts.total() == null
        ? counts.failing() + (counts.failing() == 1 ? " test failing" : " tests failing")
        : "%d of %d tests failing".formatted(counts.failing(), counts.total());
  }

  private static FoundLoop loop(TrendHistory risen, EnrichedEvent enriched) {
    List<TrendValue> row = risen.getRow();
    TrendValue first = row.get(0);
    TrendValue newest = BoundedLists.last(row);
    int values = risen.getRises() + 1;
    return Loops.newLoopBuilder(
            LoopType.REGRESSIVE_PROGRESS,
            row.stream().map(TrendValue::getSeen).toList(),
            first.getSeen(),
            risen.getCostBefore(),
            enriched)
        .setIdentity("task")
        .setOccurrences(values)
        .setAttempts(values)
        .setMeasured(newest.getValue())
        .setLimit(first.getValue())
        .setReason(
            "Moving away from goal: failing tests rose %d times running, from %s to %s"
                .formatted(risen.getRises(), first.getSeen().getWhat(), newest.getSeen().getWhat()))
        .build();
  }
}

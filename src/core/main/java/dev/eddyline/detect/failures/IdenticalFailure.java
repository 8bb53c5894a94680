package dev.eddyline.detect.failures;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.Polls;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.api.SeenEvents;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Detects a failure that equals one of the task's recent distinct failures. */
public final class IdenticalFailure implements Detector<FailureHistory, IdenticalFailure.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(LoopTraits.hinted(LoopType.IDENTICAL_FAILURE, Escalation.AT_THRESHOLD, null));

  /** Attempts that make a loop. */
  private static final int MIN_ATTEMPTS = 2;

  private static final Set<Class<?>> EVENT_TYPES =
      Set.of(FailureReported.class, ToolReturned.class);

  /** The distinct failures of a task. */
  public static final HistoryPlace.InStore<FailureHistory> HISTORY =
      new HistoryPlace.InStore<>(
          "failures",
          FailureHistory.class,
          stamp -> new FailureHistory(stamp, List.of(), List.of()),
          FailureHistory::getStamp);

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param match weakest match that counts as equal: EXACT, NORMALIZED or TEMPLATE
   * @param lines what another line or column of source code means
   * @param maskSizes whether sizes with a unit and counts of tokens are volatile
   * @param templateWeight loops that a TEMPLATE match adds to the counter, 0 or 1
   * @param window how long a failure is remembered
   * @param distinct maximum distinct failures that are remembered
   * @param newResultForgives whether a new tool result in between restarts the count of a tool's
   *     error
   * @param polls when equal errors of a tool are retries of an agent that waits
   * @param masking what is volatile in a message
   */
  public record Limits(
      boolean enabled,
      MatchKind match,
      LineComparison lines,
      boolean maskSizes,
      int templateWeight,
      Duration window,
      int distinct,
      boolean newResultForgives,
      Polls polls,
      Masking masking)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(match, "match");
      Objects.requireNonNull(lines, "lines");
      Objects.requireNonNull(window, "window");
      Objects.requireNonNull(polls, "polls");
      Objects.requireNonNull(masking, "masking");
    }
  }

  @Override
  public String key() {
    return "identical_failure";
  }

  @Override
  public String purpose() {
    return "detects failures that repeat unchanged";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<FailureHistory> history() {
    return HISTORY;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about(
                "how two failures are compared: word for word, without volatile parts, or also without names")
            .oneOf(
                "match",
                MatchKind.NORMALIZED,
                List.of(MatchKind.EXACT, MatchKind.NORMALIZED, MatchKind.TEMPLATE)),
        section
            .about(
                "what another line or column of source code is: another failure; another failure that is only reported; or a volatile part")
            .oneOf("lines", LineComparison.COMPARED, Section.all(LineComparison.class)),
        section
            .about("whether sizes with a unit, and counts of tokens, are volatile parts")
            .bool("maskSizes", false),
        section
            .about("loops that a match by template adds to the counter; with 0 it is only reported")
            .integer("templateWeight", 0, 0, 1),
        section.about("retention of a failure").windowDuration("window", Duration.ofHours(24)),
        section.about("distinct failures stored per task").integer("distinct", 10, 1, 50),
        section
            .about(
                "whether a new tool result in between restarts the count of a tool's equal error")
            .bool("newResultForgives", false),
        Polls.in(section),
        masking);
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return EVENT_TYPES;
  }

  @Override
  public boolean supports(EnrichedEvent enriched) {
    return enriched.externalFaultKind().isEmpty() && Failures.isFailure(enriched.event().getBody());
  }

  @Override
  public DetectionResult<FailureHistory> detect(
      EnrichedEvent enriched, FailureHistory history, Limits limits) {
    Optional<FailureSignature> failure =
        limits.enabled() ? Failures.ofEvent(enriched, limits) : Optional.empty();
    if (failure.isEmpty()) {
      return DetectionResult.noLoop(history);
    }
    FailureSignature now = failure.get();
    boolean isReported = now.getReported() > 0;
    List<FailureSignature> known =
        withinWindow(history.getFailures(), enriched.eventTimeMillis(), limits.window());
    FailureMatch match = FailureMatch.closest(now, known, limits);
    if (match == null) {
      known.add(now);
      return DetectionResult.noLoop(history(history, known, limits));
    }
    FailureSignature repeated = Failures.repeated(match.earlier(), now);
    boolean counts = match.counts(limits);
    if (counts) {
      known.remove(match.earlier());
    }
    Optional<String> forgiven =
        ProgressTracker.progressReasonSince(
            match.earlier().getProgress(),
            match.earlier().getNews(),
            enriched.progress(),
            limits.newResultForgives() && !isReported);
    if (forgiven.isPresent()) {
      known.add(now);
      return DetectionResult.forgiven(forgiven.get(), history(history, known, limits));
    }
    known.add(counts ? repeated : now);
    if (!isReported && areFewPolls(match.earlier(), repeated, enriched, limits)) {
      return DetectionResult.noLoop(history(history, known, limits));
    }
    return DetectionResult.withLoop(
        loop(match, repeated, enriched, limits), history(history, known, limits));
  }

  /** The first of equal failures; the next one closes a loop, unless the agent polls. */
  @Override
  public Optional<String> count(EnrichedEvent enriched, FailureHistory history, Limits limits) {
    return limits.enabled()
            && Failures.ofEvent(enriched, limits).isPresent()
            && BoundedLists.last(history.getFailures()).getAttempts() < MIN_ATTEMPTS
        ? Optional.of("1 of " + MIN_ATTEMPTS)
        : Optional.empty();
  }

  /** Whether equal errors of a tool are polls, and too few for a loop. */
  private static boolean areFewPolls(
      FailureSignature earlier, FailureSignature repeated, EnrichedEvent enriched, Limits limits) {
    int factor =
        limits
            .polls()
            .factor(
                repeated.getLastAt() - repeated.getFirstAt(),
                repeated.getAttempts() - 1,
                repeated.getLastAt() - earlier.getLastAt(),
                enriched.pause());
    return repeated.getAttempts() < MIN_ATTEMPTS * factor;
  }

  private static FailureHistory history(
      FailureHistory before, List<FailureSignature> known, Limits limits) {
    return new FailureHistory(
        before.getStamp(), BoundedLists.newest(known, limits.distinct()), before.getOfSubtasks());
  }

  /** The failures within the window at this event time, epoch milliseconds. */
  private static List<FailureSignature> withinWindow(
      List<FailureSignature> failures, long at, Duration window) {
    List<FailureSignature> recent = new ArrayList<>(failures.size() + 1);
    for (FailureSignature failure : failures) {
      if (at - failure.getLastAt() <= window.toMillis()) {
        recent.add(failure);
      }
    }
    return recent;
  }

  private static FoundLoop loop(
      FailureMatch match, FailureSignature failure, EnrichedEvent enriched, Limits limits) {
    String first = failure.getSeen().get(0).getWhat();
    List<SeenEvent> earlier =
        failure.getSeen().subList(0, failure.getSeen().size() - 1).stream()
            .map(event -> event.getWhat().isEmpty() ? SeenEvents.withText(event, first) : event)
            .toList();
    SeenEvent newest = enriched.evidence(Failures.message(enriched.event().getBody()));
    FoundLoop.Builder loop =
        match.newLoopBuilder(
            failure,
            SeenEvents.appendDistinctEvent(earlier, newest),
            failure.getCostBefore(),
            limits);
    Loops.setOutcome(loop, enriched);
    return loop.setRepeated(enriched.texts().newestCall().stream().toList()).build();
  }
}

package dev.eddyline.detect.faults;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.detect.failures.Failures;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FaultHistory;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Detects that an external service is unavailable: not a loop of the agent, but reported each time.
 *
 * <p>Faults of any kind form one row, since an outage shows in several ways. A row ends with
 * another failure, with progress, or when the tool with the newest fault succeeds.
 */
public final class ExternalFault implements Detector<FaultHistory, ExternalFault.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(new LoopTraits(LoopType.EXTERNAL_FAULT, Action.WAIT_AND_RETRY, Escalation.NEVER));

  private static final Set<Class<?>> EVENT_TYPES =
      Set.of(FailureReported.class, ToolReturned.class);

  private static final HistoryPlace<FaultHistory> PLACE =
      HistoryPlace.inState(StateParts.FAULT, row -> row.getCount() == 0, empty());

  /**
   * Limits of the rule.
   *
   * @param enabled whether the rule is on; otherwise a fault is a failure like any other
   * @param rules what counts as an external fault
   * @param after faults in a row that open a gate
   * @param backoff wait after the first fault; doubles with each further one
   * @param longestBackoff maximum wait, ≥ backoff
   * @param window time after which a fault starts a new row
   */
  public record Limits(
      boolean enabled,
      FaultRules rules,
      int after,
      Duration backoff,
      Duration longestBackoff,
      Duration window)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(rules, "rules");
      Objects.requireNonNull(backoff, "backoff");
      Objects.requireNonNull(longestBackoff, "longestBackoff");
      Objects.requireNonNull(window, "window");
    }

    /** The kind of external fault of an event; empty if it is none. */
    public Optional<FaultKind> kind(Object body) {
      return enabled ? rules.kind(body) : Optional.empty();
    }

    /** The same for a result that failed, although its runtime does not report an error. */
    public Optional<FaultKind> kindOfFailedResult(ToolReturned returned) {
      return enabled ? rules.kindOfMessage(ToolTexts.output(returned)) : Optional.empty();
    }

    /** How long to wait after so many faults in a row. */
    public Duration backoff(int faults) {
      Duration wait = backoff;
      for (int fault = 1; fault < faults && wait.compareTo(longestBackoff) < 0; fault++) {
        wait = wait.multipliedBy(2);
      }
      return wait.compareTo(longestBackoff) < 0 ? wait : longestBackoff;
    }
  }

  /** The history before the first fault. */
  static FaultHistory empty() {
    return new FaultHistory(0, null, 0L, 0L, null, new Cost(0L, 0.0, 0L));
  }

  @Override
  public String key() {
    return "external_fault";
  }

  @Override
  public String purpose() {
    return "separates failures of external services from loops of the agent";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<FaultHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    Limits limits =
        new Limits(
            section.enabled(),
            FaultRules.read(
                section.about(
                    "what counts as an external fault: type, match (an expression) and errorType of"
                        + " each, the first that matches decides; null: the shipped list")),
            section.about("faults in a row that open a gate").integer("after", 5, 2, Section.MANY),
            section
                .about("wait after the first fault; it doubles with each further one in the row")
                .duration("backoff", Duration.ofSeconds(30)),
            section.about("maximum wait").duration("longestBackoff", Duration.ofMinutes(15)),
            section
                .about("time after which a fault starts a new row")
                .windowDuration("window", Duration.ofHours(24)));
    if (limits.backoff().compareTo(limits.longestBackoff()) > 0) {
      section.addProblem("backoff", "must be ≤ longestBackoff");
    }
    return limits;
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
  public boolean needsHistory(EnrichedEvent enriched, Limits limits) {
    return limits.enabled();
  }

  @Override
  public DetectionResult<FaultHistory> detect(
      EnrichedEvent enriched, FaultHistory history, Limits limits) {
    Object body = enriched.event().getBody();
    if (!needsHistory(enriched, limits)) {
      return DetectionResult.noLoop(history);
    }
    if (enriched.externalFaultKind().isEmpty()) {
      return DetectionResult.noLoop(endsFaultSeries(body, history) ? empty() : history);
    }
    String message =
        body instanceof FailureReported failure
            ? failure.getMessage()
            : ToolTexts.output((ToolReturned) body);
    SeenEvent evidence = enriched.evidence(message);
    boolean continuesRow =
        history.getCount() > 0
            && enriched.progress().getProgress() == history.getProgress()
            && Math.abs(enriched.eventTimeMillis() - history.getLastAt())
                <= limits.window().toMillis();
    FaultHistory row =
        new FaultHistory(
            continuesRow ? history.getCount() + 1 : 1,
            body instanceof ToolReturned returned ? returned.getTool() : null,
            enriched.eventTimeMillis(),
            enriched.progress().getProgress(),
            continuesRow ? history.getFirst() : enriched.storedEvidence(message),
            continuesRow ? history.getCostBefore() : enriched.costBefore());
    return DetectionResult.withLoop(
        loop(enriched.externalFaultKind().get(), row, evidence, limits, enriched), row);
  }

  /** Whether an event that is not an external fault ends the row. */
  private static boolean endsFaultSeries(Object body, FaultHistory history) {
    return history.getCount() > 0
        && (Failures.isFailure(body)
            || body instanceof ToolReturned succeeded
                && succeeded.getTool().equals(history.getTool()));
  }

  private static FoundLoop loop(
      String kind, FaultHistory row, SeenEvent newest, Limits limits, EnrichedEvent enriched) {
    boolean first = row.getCount() == 1;
    return Loops.newLoopBuilder(
            LoopType.EXTERNAL_FAULT,
            first ? List.of(newest) : List.of(row.getFirst(), newest),
            row.getFirst(),
            row.getCostBefore(),
            enriched)
        .setWeight(0)
        .setIdentity("external " + kind)
        .setOccurrences(row.getCount())
        .setAttempts(row.getCount())
        .setMeasured(row.getCount())
        .setLimit(limits.after())
        .setReason("External fault (%s), no fault of the agent".formatted(kind.replace('_', ' ')))
        .build();
  }
}

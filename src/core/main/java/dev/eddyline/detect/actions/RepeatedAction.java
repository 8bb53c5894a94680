package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.MeaningBasedDetector;
import dev.eddyline.detect.api.Polls;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.OpenRequest;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Detects repeated tool calls.
 *
 * <p>A call counts when its result is known, since a call with a new result (paging, a changing
 * status) is not a repetition. If results are missing, the policy decides: the call proves nothing,
 * or it counts at once, as if its result were the one before. A new result that arrives later
 * restarts the history. A disabled detector still stores results, because other detectors need to
 * know whether a result is new.
 */
public final class RepeatedAction
    implements MeaningBasedDetector<ActionHistory, RepeatedActionLimits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          LoopTraits.hinted(
              LoopType.REPEATED_ACTION,
              Escalation.AT_THRESHOLD,
              "%s. Calling it again will not change that: use what it said, or do something else."));

  static final String KEY = "repeated_action";

  /** How similar arguments are recognized. */
  public enum NearBy {
    /** By the words that they share. */
    WORDS,
    /** By shared words, and by the sentence model if words do not decide. */
    MEANING
  }

  /** By what a call brings nothing new. */
  public enum JudgedBy {
    /** By its result, which an earlier one of the same call equals. */
    RESULT,
    /** By its outcome: not new, not running, not failed in a new way. */
    OUTCOME
  }

  /** What a missing result means. */
  public enum MissingOutcome {
    /** A call without a result proves nothing. */
    NOT_PROVEN,
    /** A call without a result counts like one with the same result. */
    COUNTS
  }

  private static final Set<Class<?>> EVENT_TYPES =
      Set.of(ToolCalled.class, ToolReturned.class, UserMessage.class);

  private static final HistoryPlace<ActionHistory> PLACE = ActionHistory.PLACE;

  /** The history before the first tool call. */
  public static ActionHistory empty() {
    return ActionHistory.ofPendingCalls(List.of());
  }

  /** The restarted history: keeps pending calls and pending questions to the sentence model. */
  static ActionHistory restartedHistory(ActionHistory history) {
    return ActionHistory.ofPendingCalls(history.pending())
        .withNearCalls(history.nearCalls().withoutRun());
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String purpose() {
    return "detects repeated tool calls without a new result";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<ActionHistory> history() {
    return PLACE;
  }

  @Override
  public RepeatedActionLimits limits(Section section, Masking masking) {
    Polls.ignored(section);
    int within =
        section
            .about(
                "number of newest calls among which equal ones are counted, with other calls in between (pattern interleaved)")
            .integer("interleavedWithin", 20, 2, ActionHistoryEditor.MAX_RECENT);
    int interleaved =
        section
            .about(
                "equal calls with the same result among those that make a loop (pattern interleaved)")
            .integer("interleaved", Math.min(5, within), 2, ActionHistoryEditor.MAX_RECENT);
    if (interleaved > within) {
      section.addProblem("interleaved", "must be ≤ " + within + ", was " + interleaved);
    }
    return new RepeatedActionLimits(
        section.enabled(),
        section
            .about("the patterns to detect")
            .someOf(
                "patterns",
                EnumSet.allOf(ActionPattern.PatternKind.class),
                Section.all(ActionPattern.PatternKind.class)),
        section
            .about("consecutive equal calls with the same result that make a loop (pattern exact)")
            .integer("calls", 4, 2, Section.MANY),
        section
            .about("consecutive equal failing calls that make a loop (pattern exact)")
            .integer("failingCalls", 3, 2, Section.MANY),
        section
            .about(
                "consecutive occurrences of a sequence of calls that make a loop (pattern cycle)")
            .integer("cycleOccurrences", 3, 2, 100),
        section
            .about("calls in the longest sequence to detect (pattern cycle)")
            .integer("maxPeriod", 10, 2, 10),
        interleaved,
        within,
        section
            .about(
                "consecutive calls of one tool, each failing the same way with similar arguments, that make a loop")
            .integer("near", 4, 2, Section.MANY),
        section
            .about(
                "consecutive calls of one tool, with different arguments and the same result, that make a loop")
            .integer("stagnant", 6, 2, Section.MANY),
        section
            .about("share of words in common from which two results are the same; 1 is equal")
            .decimal("similarity", 0.95, 0.5, 1),
        section
            .about(
                "how a call without a result counts: not at all, or like one with the same result")
            .oneOf("missingOutcome", MissingOutcome.NOT_PROVEN, Section.all(MissingOutcome.class)),
        section
            .about(
                "by what a call brings nothing new: by its result, which an earlier one of the same call equals, or by its outcome")
            .oneOf("judgedBy", JudgedBy.RESULT, Section.all(JudgedBy.class)),
        section.about("how far back a call counts").windowDuration("window", Duration.ofHours(24)),
        Waits.in(section),
        section
            .about(
                "how similar arguments are recognized (pattern near): by shared words, or by meaning if words do not decide. Meaning applies up to 500 bytes and up to 8 consecutive calls")
            .oneOf("nearBy", NearBy.WORDS, Section.all(NearBy.class)),
        masking);
  }

  /** It keeps the open calls. */
  @Override
  public boolean receivesTransportRetries() {
    return true;
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
  public DetectionResult<ActionHistory> detect(
      EnrichedEvent enriched, ActionHistory history, RepeatedActionLimits limits) {
    Object body = enriched.event().getBody();
    ToolEventHandler steps = new ToolEventHandler(enriched, limits);
    if (body instanceof ToolCalled call) {
      return steps.onToolCalled(call, history);
    }
    if (body instanceof ToolReturned returned) {
      return ActionHistoryEditor.findPendingCall(history, Hash.of(returned.getCallId()))
          .map(call -> steps.onToolReturned(returned, call, history))
          .orElseGet(() -> DetectionResult.noLoop(steps.storeUnmatchedResult(returned, history)));
    }
    return DetectionResult.noLoop(restartedHistory(history));
  }

  @Override
  public Object restoreEventBody(OpenRequest openRequest) {
    return new ToolReturned("", "", "", true);
  }

  @Override
  public boolean isAnswerPending(MeaningFound found, ActionHistory history) {
    return history.nearCalls().pendingQuestions(found.getEventId()).isPresent();
  }

  @Override
  public DetectionResult<ActionHistory> onMeaningFound(
      MeaningFound found,
      EnrichedEvent enriched,
      ActionHistory history,
      RepeatedActionLimits limits,
      boolean expiresOnProgress) {
    return ArgumentMeaningQuestions.handleModelAnswer(
        found, enriched, history, limits, expiresOnProgress);
  }

  /** Pending calls stay, to match their results. */
  @Override
  public ActionHistory onCounterReset(ActionHistory history) {
    return ActionHistory.ofPendingCalls(history.pending());
  }
}

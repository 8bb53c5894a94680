package dev.eddyline.detect;

import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.OpenRequest;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Section;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * Tool calls go round (specification, section 2).
 *
 * <p>A call counts when its result is known, since a call with a really new result (paging, a
 * status that moves) is no repetition. Where results are missing, the policy decides: not proven,
 * or counted when the call is made, as if the result were the one before; a result that then comes
 * and is new makes the history begin anew with it. Switched off, the rule still remembers what the
 * tools gave: others ask whether a result is new.
 */
public final class RepeatedAction implements RuleByMeaning<ActionHistory, RepeatedActionLimits> {

  static final String KEY = "repeated_action";

  /** How arguments that differ little are told. */
  public enum NearBy {
    /** By the words that they share. */
    WORDS,
    /** By those, and by what a sentence model makes of the rest. */
    MEANING
  }

  /** What a missing result means. */
  public enum MissingOutcome {
    /** A call without a result proves nothing. */
    NOT_PROVEN,
    /** A call without a result counts like one with the same result. */
    COUNTS
  }

  private static final HistoryPlace<ActionHistory> PLACE =
      new HistoryPlace.InState<>(ActionStore::of, ActionStore::keep, RepeatedAction::empty);

  /** What a task remembers before its first tool call. */
  public static ActionHistory empty() {
    return ActionHistory.begin(List.of());
  }

  /**
   * The history begun anew. A call that is still under way is no history: its result must be known
   * for what it is; neither is what waits for its meaning.
   */
  static ActionHistory anew(ActionHistory history) {
    return ActionHistory.begin(history.pending()).withNear(history.near().anew());
  }

  /** Makes a task's state keep what is left after a reset of what it keeps. */
  public static void clear(TaskState state) {
    ActionStore.keep(state, ActionHistory.begin(ActionStore.of(state).pending()));
  }

  /** The call that a result answers, when it is remembered. */
  public static Optional<OpenCall> callOf(Object body, TaskState state) {
    return body instanceof ToolReturned returned
        ? ActionTrail.pending(ActionStore.of(state), Hash.of(returned.getCallId()))
        : Optional.empty();
  }

  /**
   * Whether an event brings a really new result of a tool: no error, and none of the remembered
   * results of the same call is like it. A result whose call is not known is new when none of the
   * remembered ones of the same tool is like it.
   *
   * @param answered the call that it answers, when that is remembered
   * @param result the sketch of the result, when it is one
   */
  public static boolean isNews(
      Object body,
      Optional<OpenCall> answered,
      Optional<Sketch> result,
      TaskState state,
      RepeatedActionLimits limits) {
    if (!(body instanceof ToolReturned returned) || returned.getIsError() || result.isEmpty()) {
      return false;
    }
    ActionHistory history = ActionStore.of(state);
    String tool = ToolAction.name(returned.getTool());
    if (answered.isEmpty()) {
      for (LoneResult lone : history.lone()) {
        if (lone.isLike(tool, result.get(), limits)) {
          return false;
        }
      }
    }
    List<ToolAction> recent = history.recent();
    for (int place = recent.size() - 1; place >= 0; place--) {
      ToolAction action = recent.get(place);
      boolean compared =
          answered.isPresent()
              ? action.call() == answered.get().call()
              : action.tool().equals(tool);
      if (compared && gave(action, result.get(), limits)) {
        return false;
      }
    }
    return true;
  }

  private static boolean gave(ToolAction action, Sketch result, RepeatedActionLimits limits) {
    return action.result() != null
        && !action.failed()
        && action.result().isLike(result, limits.similarity());
  }

  /** What a task's agents did lately with tools, oldest first. */
  public static List<ToolAction> recent(TaskState state) {
    return ActionStore.history(state.getActions()).recent();
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String origin() {
    return "the best agents' own guards";
  }

  @Override
  public HistoryPlace<ActionHistory> history() {
    return PLACE;
  }

  @Override
  public RepeatedActionLimits limits(Section section, Masking masking) {
    int within =
        section
            .about(
                "among how many of the newest calls equal ones are counted, other work between (pattern interleaved)")
            .integer("interleavedWithin", 20, 2, ActionTrail.MAX_RECENT);
    int interleaved =
        section
            .about(
                "equal calls with the same result among those that make a loop (pattern interleaved)")
            .integer("interleaved", Math.min(5, within), 2, within);
    return new RepeatedActionLimits(
        section.enabled(),
        section
            .about("the patterns that are looked for")
            .someOf(
                "patterns",
                EnumSet.allOf(ActionPattern.Kind.class),
                Section.all(ActionPattern.Kind.class)),
        section
            .about("equal calls running, with the same result, that make a loop (pattern exact)")
            .integer("calls", 4, 2, Section.MANY),
        section
            .about("equal calls running, each failing, that make a loop (pattern exact)")
            .integer("failingCalls", 3, 2, Section.MANY),
        section
            .about("times that the same sequence of calls must stand back to back (pattern cycle)")
            .integer("cycleOccurrences", 3, 2, 100),
        section
            .about("calls in the longest sequence that is looked for (pattern cycle)")
            .integer("maxPeriod", 10, 2, 10),
        interleaved,
        within,
        section
            .about(
                "calls of one tool running, each failing alike with arguments that differ little, that make a loop")
            .integer("near", 4, 2, Section.MANY),
        section
            .about(
                "calls of one tool running, with other arguments and the same result, that make a loop")
            .integer("stagnant", 6, 2, Section.MANY),
        section
            .about("share of words in common from which two results are the same; 1 is all")
            .decimal("similarity", 0.95, 0.5, 1),
        section
            .about(
                "what a call without a result is: no proof of a loop, or one with the same result")
            .oneOf("missingOutcome", MissingOutcome.NOT_PROVEN, Section.all(MissingOutcome.class)),
        section.about("how far back a call counts").kept("window", Duration.ofHours(24)),
        section
            .about(
                "how arguments that differ little are told (pattern near): by the words that they share, or by these and, where they leave it open, by meaning; that up to 500 bytes, and up to 8 calls running")
            .oneOf("nearBy", NearBy.WORDS, Section.all(NearBy.class)),
        masking);
  }

  @Override
  public boolean seesWaiting() {
    return true;
  }

  @Override
  public boolean concerns(Observation seen) {
    Object body = seen.event().getBody();
    return body instanceof ToolCalled
        || body instanceof ToolReturned
        || body instanceof UserMessage;
  }

  @Override
  public Finding<ActionHistory> detect(
      Observation seen, ActionHistory history, RepeatedActionLimits limits) {
    Object body = seen.event().getBody();
    ActionSteps steps = new ActionSteps(seen, limits);
    if (body instanceof ToolCalled call) {
      return steps.called(call, history);
    }
    if (body instanceof ToolReturned returned) {
      return ActionTrail.pending(history, Hash.of(returned.getCallId()))
          .map(call -> steps.returned(returned, call, history))
          .orElseGet(() -> Finding.none(steps.alone(returned, history)));
    }
    return Finding.none(anew(history));
  }

  @Override
  public Object body(OpenRequest asked) {
    return new ToolReturned("", "", "", true);
  }

  @Override
  public boolean waits(MeaningFound found, ActionHistory history) {
    return history.near().waiting(found.getEventId()).isPresent();
  }

  @Override
  public Finding<ActionHistory> found(
      MeaningFound found,
      Observation seen,
      ActionHistory history,
      RepeatedActionLimits limits,
      boolean lapses) {
    return NearMeanings.found(found, seen, history, limits, lapses);
  }
}

package dev.eddyline.detect;

import dev.eddyline.schema.ActionHistory;
import dev.eddyline.schema.ActionRun;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.PendingCall;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The same tool call with the same result, again and again.
 *
 * <p>A call counts when its result is known, since a call with a really new result (paging, a
 * status that moves) is no repetition. Where results are missing, the policy decides: not proven,
 * or counted when the call is made; a result that then comes and is new starts the run anew.
 */
public final class RepeatedAction implements Detector<ActionHistory, RepeatedAction.Limits> {

  /** Calls without a result that are remembered. */
  private static final int MAX_PENDING = 16;

  /** What a missing result means. */
  public enum MissingOutcome {
    /** A call without a result proves nothing. */
    NOT_PROVEN,
    /** A call without a result counts like one with the same result. */
    COUNTS
  }

  private static final HistoryPlace<ActionHistory> PLACE =
      new HistoryPlace.InState<>(
          TaskState::getActions, TaskState::setActions, RepeatedAction::empty);

  /**
   * What is configurable.
   *
   * @param enabled whether the rule is on
   * @param calls equal calls running that make a loop
   * @param failingCalls equal failing calls running that make a loop
   * @param missingOutcome what a missing result means
   * @param window how far back a call still counts
   * @param masking what is volatile in a result
   */
  public record Limits(
      boolean enabled,
      int calls,
      int failingCalls,
      MissingOutcome missingOutcome,
      Duration window,
      Masking masking)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(missingOutcome, "missingOutcome");
      Objects.requireNonNull(window, "window");
      Objects.requireNonNull(masking, "masking");
    }
  }

  /** What a task remembers before its first tool call. */
  public static ActionHistory empty() {
    return new ActionHistory(List.of(), null);
  }

  /** The call that a result answers, when it is remembered. */
  public static Optional<PendingCall> callOf(Object body, ActionHistory history) {
    if (body instanceof ToolReturned returned) {
      long id = Hash.of(returned.getCallId());
      return history.getPending().stream().filter(open -> open.getCallId() == id).findFirst();
    }
    return Optional.empty();
  }

  /**
   * Whether an event brings a really new result of a tool: no error, and none of the remembered
   * results of the same call is like it.
   *
   * @param answered the call that it answers, when that is remembered
   */
  public static boolean isNews(
      Object body, Optional<PendingCall> answered, ActionHistory history, Masking masking) {
    if (!(body instanceof ToolReturned returned) || returned.getIsError()) {
      return false;
    }
    ActionRun run = history.getRun();
    return answered.isEmpty()
        || run == null
        || run.getCall() != answered.get().getCall()
        || run.getResult() != Hash.of(masking.mask(returned.getOutput()));
  }

  @Override
  public String key() {
    return "repeated_action";
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
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.bool("enabled", section.isNamed()),
        section.integer("calls", 4, 2, Section.MANY),
        section.integer("failingCalls", 3, 2, Section.MANY),
        section.oneOf(
            "missingOutcome", MissingOutcome.NOT_PROVEN, Section.all(MissingOutcome.class)),
        section.kept("window", Duration.ofHours(24)),
        masking);
  }

  @Override
  public boolean concerns(Observation seen) {
    Object body = seen.event().getBody();
    return body instanceof ToolCalled
        || body instanceof ToolReturned
        || body instanceof UserMessage;
  }

  @Override
  public Finding<ActionHistory> detect(Observation seen, ActionHistory history, Limits limits) {
    Object body = seen.event().getBody();
    if (body instanceof ToolCalled call) {
      return called(call, seen, history, limits);
    }
    if (body instanceof ToolReturned returned) {
      return returned(returned, seen, history, limits);
    }
    return Finding.none(new ActionHistory(history.getPending(), null));
  }

  private static Finding<ActionHistory> called(
      ToolCalled call, Observation seen, ActionHistory history, Limits limits) {
    long key = ToolCallKey.of(call);
    List<PendingCall> pending = new ArrayList<>(history.getPending());
    boolean retry = call.getRetryOf() != null;
    boolean replaces =
        retry && pending.removeIf(open -> open.getCallId() == Hash.of(call.getRetryOf()));
    pending.add(new PendingCall(Hash.of(call.getCallId()), key, retry && !replaces));
    if (pending.size() > MAX_PENDING) {
      pending.remove(0);
    }
    ActionRun run = history.getRun();
    if (limits.missingOutcome() == MissingOutcome.NOT_PROVEN || retry || seen.waiting()) {
      return Finding.none(new ActionHistory(pending, run));
    }
    String what = call.getTool() + " " + call.getArguments();
    ActionRun next =
        isSame(run, key, seen, limits)
            ? ActionRuns.longer(run, seen, run.getResult(), run.getFailed())
            : ActionRuns.begin(key, ActionRuns.UNKNOWN, false, call.getTool(), what, seen);
    return found(next, seen, new ActionHistory(pending, next), limits);
  }

  private static Finding<ActionHistory> returned(
      ToolReturned returned, Observation seen, ActionHistory history, Limits limits) {
    PendingCall answered = callOf(returned, history).orElse(null);
    if (answered == null) {
      return Finding.none(history);
    }
    List<PendingCall> pending = new ArrayList<>(history.getPending());
    pending.remove(answered);
    ActionRun run = history.getRun();
    boolean counted = limits.missingOutcome() == MissingOutcome.COUNTS;
    boolean same = isSame(run, answered.getCall(), seen, limits);
    if (answered.getRetry() || seen.waiting() || counted && !same) {
      return Finding.none(new ActionHistory(pending, run));
    }
    long result = Hash.of(limits.masking().mask(returned.getOutput()));
    boolean failed = returned.getIsError();
    boolean repeats = same && run.getResult() == result && run.getFailed() == failed;
    String what = returned.getTool() + ": " + returned.getOutput();
    ActionRun next;
    if (counted && (repeats || run.getResult() == ActionRuns.UNKNOWN)) {
      next = ActionRuns.with(run, result, failed);
    } else if (repeats) {
      next = ActionRuns.longer(run, seen, result, failed);
    } else {
      next = ActionRuns.begin(answered.getCall(), result, failed, returned.getTool(), what, seen);
    }
    ActionHistory after = new ActionHistory(pending, next);
    boolean trippedWhenCalled = counted && run.getCount() >= limit(run, limits);
    return trippedWhenCalled ? Finding.none(after) : found(next, seen, after, limits);
  }

  private static boolean isSame(ActionRun run, long call, Observation seen, Limits limits) {
    return run != null
        && run.getCall() == call
        && Math.abs(seen.at() - run.getFirstAt()) <= limits.window().toMillis();
  }

  private static Finding<ActionHistory> found(
      ActionRun run, Observation seen, ActionHistory history, Limits limits) {
    int limit = limit(run, limits);
    Optional<FoundLoop> loop =
        limits.enabled() && run.getCount() >= limit
            ? Optional.of(ActionRuns.loop(run, limit, seen))
            : Optional.empty();
    return new Finding<>(loop, history);
  }

  private static int limit(ActionRun run, Limits limits) {
    return run.getFailed() ? limits.failingCalls() : limits.calls();
  }
}

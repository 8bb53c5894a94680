package dev.eddyline.detect;

import dev.eddyline.schema.ActionHistory;
import dev.eddyline.schema.ActionRun;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.PendingCall;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

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

  private static final int MAX_AGENTS = 8;
  private static final long UNKNOWN = 0;

  /** What a missing result means. */
  public enum MissingOutcome {
    /** A call without a result proves nothing. */
    NOT_PROVEN,
    /** A call without a result counts like one with the same result. */
    COUNTS
  }

  /**
   * What is configurable.
   *
   * @param enabled whether the rule is on
   * @param calls equal calls running that make a loop
   * @param failingCalls equal failing calls running that make a loop
   * @param missingOutcome what a missing result means
   * @param masking what is volatile in a result
   */
  public record Limits(
      boolean enabled,
      int calls,
      int failingCalls,
      MissingOutcome missingOutcome,
      Masking masking) {

    public Limits {
      Objects.requireNonNull(missingOutcome, "missingOutcome");
      Objects.requireNonNull(masking, "masking");
    }
  }

  /** What a task remembers before its first tool call. */
  public static ActionHistory empty() {
    return new ActionHistory(List.of(), null);
  }

  /** Hash of the call that a result answers, when it is remembered. */
  public static OptionalLong callOf(Object body, ActionHistory history) {
    if (body instanceof ToolReturned returned) {
      long id = Hash.of(returned.getCallId());
      for (PendingCall pending : history.getPending()) {
        if (pending.getCallId() == id) {
          return OptionalLong.of(pending.getCall());
        }
      }
    }
    return OptionalLong.empty();
  }

  @Override
  public LoopType loopType() {
    return LoopType.REPEATED_ACTION;
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
    return Finding.none(empty());
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
    if (limits.missingOutcome() == MissingOutcome.NOT_PROVEN || retry) {
      return Finding.none(new ActionHistory(pending, run));
    }
    String what = call.getTool() + " " + call.getArguments();
    ActionRun next =
        run != null && run.getCall() == key
            ? longer(run, seen, run.getResult(), run.getFailed())
            : begin(key, UNKNOWN, false, call.getTool(), what, seen);
    return found(next, seen, new ActionHistory(pending, next), limits);
  }

  private static Finding<ActionHistory> returned(
      ToolReturned returned, Observation seen, ActionHistory history, Limits limits) {
    long id = Hash.of(returned.getCallId());
    List<PendingCall> pending = new ArrayList<>(history.getPending());
    PendingCall answered =
        pending.stream().filter(open -> open.getCallId() == id).findFirst().orElse(null);
    if (answered == null) {
      return Finding.none(history);
    }
    pending.remove(answered);
    ActionRun run = history.getRun();
    if (answered.getRetry()) {
      return Finding.none(new ActionHistory(pending, run));
    }
    long result = Hash.of(limits.masking().mask(returned.getOutput()));
    boolean failed = returned.getIsError();
    boolean sameCall = run != null && run.getCall() == answered.getCall();
    boolean sameResult = sameCall && run.getResult() == result && (run.getFailed() == failed);
    ActionRun next;
    if (limits.missingOutcome() == MissingOutcome.COUNTS) {
      if (!sameCall) {
        return Finding.none(new ActionHistory(pending, run));
      }
      next =
          sameResult || run.getResult() == UNKNOWN
              ? with(run, result, failed)
              : begin(answered.getCall(), result, failed, returned.getTool(), run.getWhat(), seen);
      ActionHistory after = new ActionHistory(pending, next);
      boolean trippedWhenCalled = next.getCount() >= limits.calls();
      return trippedWhenCalled ? Finding.none(after) : found(next, seen, after, limits);
    }
    String what = returned.getTool() + ": " + returned.getOutput();
    next =
        sameResult
            ? longer(run, seen, result, failed)
            : begin(answered.getCall(), result, failed, returned.getTool(), what, seen);
    return found(next, seen, new ActionHistory(pending, next), limits);
  }

  private static Finding<ActionHistory> found(
      ActionRun run, Observation seen, ActionHistory history, Limits limits) {
    int limit = run.getFailed() ? limits.failingCalls() : limits.calls();
    Optional<FoundLoop> loop =
        limits.enabled() && run.getCount() >= limit
            ? Optional.of(loop(run, limit, seen))
            : Optional.empty();
    return new Finding<>(loop, history);
  }

  private static ActionRun begin(
      long call, long result, boolean failed, String tool, String what, Observation seen) {
    return new ActionRun(
        call,
        result,
        failed,
        1,
        tool,
        seen.redaction().apply(what),
        seen.event().getEventId(),
        seen.at(),
        seen.partition(),
        seen.offset(),
        seen.costBefore(),
        List.of(seen.event().getAgentId()));
  }

  private static ActionRun longer(ActionRun run, Observation seen, long result, boolean failed) {
    ActionRun longer = with(run, result, failed);
    longer.setCount(run.getCount() + 1);
    longer.setAgents(Agents.with(run.getAgents(), seen.event().getAgentId(), MAX_AGENTS));
    return longer;
  }

  private static ActionRun with(ActionRun run, long result, boolean failed) {
    return new ActionRun(
        run.getCall(),
        result,
        failed,
        run.getCount(),
        run.getTool(),
        run.getWhat(),
        run.getFirstEventId(),
        run.getFirstAt(),
        run.getFirstPartition(),
        run.getFirstOffset(),
        run.getCostBefore(),
        run.getAgents());
  }

  private static FoundLoop loop(ActionRun run, int limit, Observation seen) {
    Evidence first =
        new Evidence(
            run.getFirstEventId(),
            Instant.ofEpochMilli(run.getFirstAt()),
            run.getFirstPartition(),
            run.getFirstOffset(),
            run.getWhat());
    String known = run.getResult() == UNKNOWN ? "was made" : "gave the same result";
    String how = run.getFailed() ? "failed the same way" : known;
    return FoundLoop.newBuilder()
        .setLoopType(LoopType.REPEATED_ACTION)
        .setMatchKind(null)
        .setPattern("exact")
        .setWeight(1)
        .setIdentity("call " + Long.toHexString(run.getCall()))
        .setPeriod(1)
        .setOccurrences(run.getCount())
        .setAttempts(run.getCount())
        .setGatingAttempts(0)
        .setMeasured(run.getCount())
        .setLimit(limit)
        .setReason(
            "The same call of %s %s %d times running".formatted(run.getTool(), how, run.getCount()))
        .setAgents(run.getAgents())
        .setEvidence(List.of(first, seen.evidence(run.getWhat())))
        .setFirstEventId(run.getFirstEventId())
        .setCostBefore(run.getCostBefore())
        .setFirstAt(Instant.ofEpochMilli(run.getFirstAt()))
        .build();
  }
}

package dev.eddyline.outcome;

import dev.eddyline.outcome.CallOutcome.Search;
import dev.eddyline.state.StatePart;
import dev.eddyline.text.Hash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a task's agents, by which the outcome of the next one is judged. It has hashes of
 * the newest calls, errors, lines and names, and no text; each agent is compared with itself only.
 * Immutable.
 *
 * @param open calls without a result, oldest first
 * @param calls the newest finished calls, each once, oldest first
 * @param errors the newest errors
 * @param lines hashes of the newest lines of results
 * @param items the names that were offered and used
 * @param noise lines that come with every result
 * @param rhythm the pauses before calls
 * @param writings the contents that were written
 * @param turns the work of other agents
 * @param idleSteps steps since one showed something new
 */
public record OutcomeHistory(
    List<OpenCall> open,
    List<PreviousCall> calls,
    RecentErrors errors,
    RecentHashes lines,
    Items items,
    Noise noise,
    Rhythm rhythm,
    Writings writings,
    Turns turns,
    int idleSteps) {

  /** The history before the first call. */
  public static final OutcomeHistory NONE =
      new OutcomeHistory(
          List.of(),
          List.of(),
          RecentErrors.NONE,
          RecentHashes.NONE,
          Items.NONE,
          Noise.NONE,
          Rhythm.NONE,
          Writings.NONE,
          Turns.NONE,
          0);

  /** Where it is in a task's state. */
  public static final StatePart<OutcomeHistory> PART =
      new StatePart<>(8, "outcomes", new OutcomeCodec());

  private static final int MAX_OPEN = 16;
  private static final int MAX_CALLS = 24;

  /** Hashes of a generation. */
  private static final int LINES = 300;

  /** A pause after which an agent starts again. */
  private static final Duration BREAK = Duration.ofMinutes(10);

  private static final int MAX_IDLE_STEPS = 100;

  public OutcomeHistory {
    open = List.copyOf(open);
    calls = List.copyOf(calls);
  }

  /**
   * The outcome of a call, and the history after it.
   *
   * @param outcome the outcome
   * @param history the history
   */
  public record Finished(CallOutcome outcome, OutcomeHistory history) {}

  /**
   * The history after a call was made.
   *
   * @param at its event time, epoch milliseconds
   */
  public OutcomeHistory withOpenCall(OpenCall call, long at) {
    int pause = rhythm.pauseBefore(at);
    boolean waits = rhythm.isWait(call.shortIdentity(), pause);
    OpenCall placed = call.after(waits, pause >= BREAK.toMillis());
    List<OpenCall> all = new ArrayList<>(open);
    all.removeIf(each -> each.callId() == call.callId());
    all.add(placed);
    return with(
        all.subList(Math.max(0, all.size() - MAX_OPEN), all.size()),
        rhythm.withCall(call.shortIdentity(), at));
  }

  /** The history after a transport retry of an open call, which takes its place: no new call. */
  public OutcomeHistory withRetry(OpenCall retried, String retryId) {
    return with(
        open.stream()
            .map(each -> each.callId() == retried.callId() ? each.retriedAs(retryId) : each)
            .toList(),
        rhythm);
  }

  /** The call with this id, if its result is not known yet. */
  public Optional<OpenCall> openCall(String callId) {
    if (open.isEmpty()) {
      return Optional.empty();
    }
    long hash = Hash.of(callId);
    return open.stream().filter(each -> each.callId() == hash).findFirst();
  }

  /**
   * The history without an open call, whose result is not judged.
   *
   * @param at event time of the result, epoch milliseconds
   */
  public OutcomeHistory withoutOpenCall(OpenCall call, long at) {
    return with(
        open.stream().filter(each -> each.callId() != call.callId()).toList(),
        rhythm.withResult(at));
  }

  private OutcomeHistory with(List<OpenCall> nowOpen, Rhythm nowRhythm) {
    return new OutcomeHistory(
        nowOpen, calls, errors, lines, items, noise, nowRhythm, writings, turns, idleSteps);
  }

  /** The history after a reset of the loop counter: what failed before it counts no more. */
  public OutcomeHistory afterCounterReset() {
    return new OutcomeHistory(
        open,
        calls,
        errors.withoutCounts(),
        lines,
        items,
        noise,
        rhythm,
        writings,
        turns,
        idleSteps);
  }

  /** The history after a person wrote a text, such as the goal: what it names is offered. */
  public OutcomeHistory withMentioned(String text) {
    return new OutcomeHistory(
        open,
        calls,
        errors,
        lines,
        items.withMentioned(text),
        noise,
        rhythm,
        writings,
        turns,
        idleSteps);
  }

  /**
   * Judges the result of an open call.
   *
   * @param tool name of its tool
   * @param output the result; null if unknown
   * @param isError whether the agent's runtime reports it as an error
   * @param at event time of the result, epoch milliseconds
   */
  public Finished finish(
      OpenCall call, String tool, @Nullable String output, boolean isError, long at) {
    OutcomeHistory before = withoutOpenCall(call, at);
    boolean isParallel = before.open.stream().anyMatch(each -> each.agent() == call.agent());
    if (output == null && !isError) {
      return new Finished(unknown("no result is known", call, isParallel), before);
    }
    OpenedResult opened = EnvelopeReader.open(output == null ? "" : output);
    if (opened.isUnreadable()) {
      return new Finished(unknown("the result is an image", call, isParallel), before);
    }
    ResultJudge judge = new ResultJudge(before, call, opened, isError);
    CallOutcome judged = judge.judge();
    OutcomeHistory after = before.after(call, judge, judged);
    return new Finished(
        new CallOutcome(
            judged.outcome(),
            judged.reason(),
            search(call, tool, judge, judged),
            judged.isFailure() ? after.errors.count(of(call, judge.error())) : 0,
            judge.previous().result() != 0 && !judge.isNew(),
            judge.isBare(judged),
            judged.isRewriting(),
            isParallel,
            call.isAfterBreak()),
        after);
  }

  /** What fails, or shows the same, whatever is looked for is not a search. */
  private Search search(OpenCall call, String tool, ResultJudge judge, CallOutcome judged) {
    Search search = items.search(call);
    boolean isRegardless =
        judged.isFailure()
            ? judge.failedRegardless(tool)
            : judged.outcome() == Outcome.KNOWN && judge.hasContent();
    return search == Search.UNCERTAIN && isRegardless ? Search.NONE : search;
  }

  private static CallOutcome unknown(String reason, OpenCall call, boolean isParallel) {
    return new CallOutcome(
        Outcome.UNKNOWN,
        reason,
        Search.NONE,
        0,
        false,
        false,
        false,
        isParallel,
        call.isAfterBreak());
  }

  private OutcomeHistory after(OpenCall call, ResultJudge judge, CallOutcome judged) {
    Outcome outcome = judged.outcome();
    boolean isFailure = judged.isFailure();
    boolean isNewOrDone = outcome == Outcome.NEW || outcome == Outcome.DONE;
    boolean isWork = outcome == Outcome.DONE || judge.isBare(judged);
    List<PreviousCall> after = new ArrayList<>();
    for (PreviousCall each : calls) {
      if (!each.isOf(call)) {
        after.add(isWork ? each.afterWorkOf(call.agent()) : each);
      }
    }
    after.add(judge.previous().after(outcome, judge.resultHash()));
    boolean isIdleStep = judge.isStep() && outcome != Outcome.NEW && !judge.isNew();
    return new OutcomeHistory(
        open,
        after.subList(Math.max(0, after.size() - MAX_CALLS), after.size()),
        errorsAfter(call, judge, judged),
        isFailure ? lines : lines.with(of(call, judge.lineHashes()), LINES),
        items.after(call, outcome, judge.lines()),
        call.isCommand() ? noise.with(call, judge.allLines()) : noise,
        rhythm,
        isFailure ? writings : writings.after(call, isNewOrDone),
        turns.with(call.agent(), isNewOrDone),
        isIdleStep
            ? Math.min(idleSteps + 1, MAX_IDLE_STEPS)
            : outcome == Outcome.NEW || judge.isStep() ? 0 : idleSteps);
  }

  private RecentErrors errorsAfter(OpenCall call, ResultJudge judge, CallOutcome judged) {
    if (judged.isFailure()) {
      return errors.withFailure(judge.error() == 0 ? 0 : of(call, judge.error()), call.tool());
    }
    return judged.outcome() == Outcome.NEW || judged.outcome() == Outcome.DONE
        ? errors.withSuccess(call.tool())
        : errors.withCall();
  }

  /** The previous call that was the same, or none. */
  PreviousCall previous(OpenCall call) {
    return calls.stream().filter(it -> it.isOf(call)).findFirst().orElse(PreviousCall.none(call));
  }

  /** Whether the newest finished call of the agent was the same. */
  boolean wasJustMade(OpenCall call) {
    for (int index = calls.size() - 1; index >= 0; index--) {
      if (calls.get(index).agent() == call.agent()) {
        return calls.get(index).isOf(call);
      }
    }
    return false;
  }

  boolean hasError(OpenCall call, long error) {
    return errors.contains(of(call, error));
  }

  boolean hasLine(OpenCall call, long line) {
    return lines.contains(of(call, line));
  }

  private static long of(OpenCall call, long hash) {
    return hash + call.agent();
  }

  private static long[] of(OpenCall call, long[] hashes) {
    return LongStream.of(hashes).map(hash -> of(call, hash)).toArray();
  }
}

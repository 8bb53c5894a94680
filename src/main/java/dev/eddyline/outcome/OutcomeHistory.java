package dev.eddyline.outcome;

import dev.eddyline.text.Hash;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The calls that an agent of a task has finished, and from them the outcome of its next one. It
 * keeps hashes of the newest calls, errors and lines, and no text. Not thread-safe.
 */
public final class OutcomeHistory {

  private static final int MAX_CALLS = 32;
  private static final int MAX_ERRORS = 24;
  private static final int MAX_LINES = 1_500;

  /** Lines of an acknowledgement; a longer result has content. */
  private static final int ACKNOWLEDGEMENT_LINES = 2;

  private final Map<Long, PreviousCall> calls = newest(MAX_CALLS);
  private final Map<Long, Boolean> errors = newest(MAX_ERRORS);
  private final Map<Long, Boolean> lines = newest(MAX_LINES);

  /** Number of calls that did something: after one, another failure is a new one. */
  private long doneCount;

  /**
   * What is known of a call that was made before.
   *
   * @param result a hash of its newest result
   * @param hasSucceeded whether it succeeded the last time
   * @param failedAt the number of calls that had done something when it last failed; -1 if never
   */
  private record PreviousCall(long result, boolean hasSucceeded, long failedAt) {

    private static final PreviousCall NONE = new PreviousCall(0, false, -1);

    PreviousCall after(Outcome outcome, long newResult, long doneCount) {
      return switch (outcome) {
        case FAILED, FAILED_AGAIN -> new PreviousCall(newResult, false, doneCount);
        case UNKNOWN, RUNNING, NOTHING -> new PreviousCall(newResult, hasSucceeded, failedAt);
        case KNOWN, DONE, NEW -> new PreviousCall(newResult, true, -1);
      };
    }
  }

  private static <V> Map<Long, V> newest(int max) {
    return new LinkedHashMap<>() {
      @Override
      protected boolean removeEldestEntry(Map.Entry<Long, V> eldest) {
        return size() > max;
      }
    };
  }

  /** The outcome of a call, which is then part of the history. */
  public CallOutcome add(FinishedCall call) {
    if (call.output() == null && !call.isError()) {
      return new CallOutcome(Outcome.UNKNOWN, "no result is known");
    }
    OpenedResult result = EnvelopeReader.open(call.output() == null ? "" : call.output());
    if (result.isUnreadable()) {
      return new CallOutcome(Outcome.UNKNOWN, "the result is an image");
    }
    String arguments = CallIdentity.arguments(call);
    long identity = Hash.of(call.tool(), arguments);
    PreviousCall previous = calls.getOrDefault(identity, PreviousCall.NONE);
    List<Long> resultLines = ResultLines.hashes(result);
    long resultHash = Hash.of(resultLines.toString());
    CallOutcome outcome = decide(call, arguments, result, resultLines, previous);
    if (!isFailure(outcome.outcome())) {
      resultLines.forEach(line -> renew(lines, line));
    }
    doneCount += outcome.outcome() == Outcome.DONE ? 1 : 0;
    calls.remove(identity);
    calls.put(identity, previous.after(outcome.outcome(), resultHash, doneCount));
    return outcome;
  }

  private static boolean isFailure(Outcome outcome) {
    return outcome == Outcome.FAILED || outcome == Outcome.FAILED_AGAIN;
  }

  private CallOutcome decide(
      FinishedCall call,
      String arguments,
      OpenedResult result,
      List<Long> resultLines,
      PreviousCall previous) {
    boolean isReported = call.isError() || result.saysFailed();
    Optional<String> failure = FailureStatement.find(result, isReported);
    boolean isCertain = isReported || failure.filter(FailureStatement::hasHead).isPresent();
    if (!isCertain && ResultForms.saysRunning(result)) {
      return new CallOutcome(Outcome.RUNNING, "says that something runs");
    }
    if (!isCertain && ResultForms.foundNothing(result)) {
      return new CallOutcome(Outcome.NOTHING, "says that it found nothing");
    }
    if (failure.isPresent()) {
      return failed(failure.get(), arguments, isReported, previous);
    }
    ToolIntent intent = ToolIntent.of(call);
    if (resultLines.isEmpty()) {
      return silent(intent, previous);
    }
    if (previous.hasSucceeded() && previous.result() == Hash.of(resultLines.toString())) {
      return new CallOutcome(Outcome.KNOWN, "the same call with the same result");
    }
    boolean isNew = resultLines.stream().anyMatch(line -> !lines.containsKey(line));
    boolean hasContent = resultLines.size() > ACKNOWLEDGEMENT_LINES;
    if (intent == ToolIntent.READ || intent == ToolIntent.UNDECIDED && hasContent) {
      return read(isNew, previous.hasSucceeded() || hasContent);
    }
    return isNew && hasContent
        ? new CallOutcome(Outcome.NEW, "a new line")
        : new CallOutcome(Outcome.DONE, "an acknowledgement");
  }

  private CallOutcome failed(
      String statement, String arguments, boolean isReported, PreviousCall previous) {
    OptionalLong error = ResultLines.errorHash(statement, arguments);
    boolean isKnown = error.isPresent() && renew(errors, error.getAsLong());
    if (previous.failedAt() == doneCount) {
      return new CallOutcome(Outcome.FAILED_AGAIN, "the same call failed before");
    }
    if (isKnown) {
      return new CallOutcome(Outcome.FAILED_AGAIN, "the same error came before");
    }
    return new CallOutcome(Outcome.FAILED, isReported ? "reported as failed" : "states a failure");
  }

  private static CallOutcome silent(ToolIntent intent, PreviousCall previous) {
    if (intent == ToolIntent.NO_OP) {
      return new CallOutcome(Outcome.NOTHING, "a command that does nothing");
    }
    if (intent == ToolIntent.READ) {
      return new CallOutcome(Outcome.NOTHING, "no output of a call that reads");
    }
    return previous.hasSucceeded()
        ? new CallOutcome(Outcome.KNOWN, "done before, no output")
        : new CallOutcome(Outcome.DONE, "no output");
  }

  private static CallOutcome read(boolean isNew, boolean isTelling) {
    if (isNew) {
      return new CallOutcome(Outcome.NEW, "a new line");
    }
    return isTelling
        ? new CallOutcome(Outcome.KNOWN, "every line was known")
        : new CallOutcome(Outcome.DONE, "too short to decide");
  }

  /** Makes a key the newest; returns whether it was known. */
  private static boolean renew(Map<Long, Boolean> known, long key) {
    boolean wasKnown = known.remove(key) != null;
    known.put(key, true);
    return wasKnown;
  }
}

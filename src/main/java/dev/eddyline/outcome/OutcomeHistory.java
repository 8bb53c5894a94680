package dev.eddyline.outcome;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The calls that an agent of a task has finished, and from them the outcome of its next one. It
 * keeps hashes of the newest calls, errors and lines, and no text. Not thread-safe.
 */
public final class OutcomeHistory {

  private static final int MAX_CALLS = 32;
  private static final int MAX_ERRORS = 24;
  private static final int MAX_LINES = 1_500;

  /** Lines of a result that has content, as opposed to an acknowledgement. */
  private static final int CONTENT_LINES = 3;

  private final Map<Long, PreviousCall> calls = newest(MAX_CALLS);
  private final Map<Long, Boolean> errors = newest(MAX_ERRORS);
  private final Map<Long, Boolean> lines = newest(MAX_LINES);

  /**
   * What is known of a call that was made before.
   *
   * @param result its lines
   */
  private record PreviousCall(Outcome outcome, List<Long> result) {

    boolean failed() {
      return outcome == Outcome.FAILED || outcome == Outcome.FAILED_AGAIN;
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
    long identity = CallIdentity.of(call);
    Optional<PreviousCall> previous = Optional.ofNullable(calls.remove(identity));
    List<Long> said = ResultLines.hashes(result);
    CallOutcome outcome = decide(call, result, said, previous);
    if (outcome.outcome() != Outcome.FAILED && outcome.outcome() != Outcome.FAILED_AGAIN) {
      said.forEach(line -> renew(lines, line));
    }
    calls.put(identity, new PreviousCall(outcome.outcome(), said));
    return outcome;
  }

  private CallOutcome decide(
      FinishedCall call, OpenedResult result, List<Long> said, Optional<PreviousCall> previous) {
    boolean isReported = call.isError() || result.saysFailed();
    Optional<String> failure = FailureStatement.find(result, isReported);
    boolean isFailure = isReported || failure.filter(FailureStatement::hasHead).isPresent();
    if (!isFailure && ResultForms.saysRunning(result)) {
      return new CallOutcome(Outcome.RUNNING, "says that something runs");
    }
    if (!isFailure && ResultForms.foundNothing(result)) {
      return new CallOutcome(Outcome.NOTHING, "says that it found nothing");
    }
    if (failure.isPresent()) {
      return failed(call, failure.get(), isReported, previous);
    }
    ToolIntent intent = ToolIntent.of(call);
    if (said.isEmpty()) {
      return silent(intent, previous);
    }
    boolean isNew = said.stream().anyMatch(line -> !lines.containsKey(line));
    boolean isSame = previous.isPresent() && previous.get().result().equals(said);
    return intent == ToolIntent.ACT
        ? acted(isNew, isSame, said.size())
        : read(isNew, previous.isPresent(), said.size());
  }

  private CallOutcome failed(
      FinishedCall call, String statement, boolean isReported, Optional<PreviousCall> previous) {
    long error = ResultLines.errorHash(statement, CallIdentity.arguments(call));
    boolean isKnown = renew(errors, error);
    if (previous.map(PreviousCall::failed).orElse(false)) {
      return new CallOutcome(Outcome.FAILED_AGAIN, "the same call failed before");
    }
    if (isKnown) {
      return new CallOutcome(Outcome.FAILED_AGAIN, "the same error came before");
    }
    return new CallOutcome(Outcome.FAILED, isReported ? "reported as failed" : "states a failure");
  }

  private static CallOutcome silent(ToolIntent intent, Optional<PreviousCall> previous) {
    if (intent == ToolIntent.NO_OP) {
      return new CallOutcome(Outcome.NOTHING, "a command that does nothing");
    }
    if (intent == ToolIntent.READ) {
      return new CallOutcome(Outcome.NOTHING, "no output of a call that reads");
    }
    boolean isRepeated = previous.map(call -> !call.failed()).orElse(false);
    return isRepeated
        ? new CallOutcome(Outcome.KNOWN, "done before, no output")
        : new CallOutcome(Outcome.DONE, "no output");
  }

  private static CallOutcome acted(boolean isNew, boolean isSame, int lineCount) {
    if (isSame) {
      return new CallOutcome(Outcome.KNOWN, "done before, with the same result");
    }
    return isNew && lineCount > CONTENT_LINES
        ? new CallOutcome(Outcome.NEW, "a new line")
        : new CallOutcome(Outcome.DONE, "an acknowledgement");
  }

  private static CallOutcome read(boolean isNew, boolean isRepeated, int lineCount) {
    if (isNew) {
      return new CallOutcome(Outcome.NEW, "a new line");
    }
    return isRepeated || lineCount >= CONTENT_LINES
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

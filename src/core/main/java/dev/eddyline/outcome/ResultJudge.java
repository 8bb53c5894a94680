package dev.eddyline.outcome;

import dev.eddyline.text.Words;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Judges one result by the history before it: the first outcome that fits. */
final class ResultJudge {

  /** Lines of an acknowledgement; a longer result has content. */
  private static final int ACKNOWLEDGEMENT_LINES = 2;

  /** Words of a result with content. */
  private static final int CONTENT_WORDS = 20;

  /** Words of the result of a step. */
  private static final int MAX_STEP_WORDS = 8;

  /** Steps that may show nothing new; those after them do again what was done. */
  private static final int IDLE_STEPS = 10;

  private final OutcomeHistory history;
  private final OpenCall call;
  private final OpenedResult result;
  private final boolean isReported;
  private final List<String> allLines;
  private final List<String> lines;
  private final long[] lineHashes;
  private final Optional<String> failure;
  private final long error;
  private final PreviousCall previous;
  private final boolean isEcho;
  private final boolean isNew;
  private final int resultHash;

  ResultJudge(
      OutcomeHistory history, OpenCall call, OpenedResult result, boolean isReportedAsError) {
    this.history = history;
    this.call = call;
    this.result = result;
    isReported = isReportedAsError || result.saysFailed();
    allLines = result.lines();
    lines = call.isCommand() ? history.noise().removeFrom(allLines) : allLines;
    lineHashes = ResultLines.hashes(lines);
    failure = FailureStatement.find(result, isReported);
    error =
        failure.isEmpty()
            ? 0
            : ResultLines.errorHash(failure.get(), result.text(), call.operands());
    previous = history.previous(call);
    isEcho = call.intent() == ToolIntent.ACT && ResultLines.hasOnly(call.operands(), lines);
    isNew = !isEcho && LongStream.of(lineHashes).anyMatch(line -> !history.hasLine(call, line));
    resultHash =
        failure.isPresent() ? ResultLines.advance(result.text()) : Arrays.hashCode(lineHashes);
  }

  /** The lines of the result. */
  List<String> allLines() {
    return allLines;
  }

  /** The lines of the result without noise. */
  List<String> lines() {
    return lines;
  }

  /** A hash of each line. */
  long[] lineHashes() {
    return lineHashes;
  }

  /** The same call before. */
  PreviousCall previous() {
    return previous;
  }

  /** Whether it failed for a reason that has nothing to do with what the call is about. */
  boolean failedRegardless(String tool) {
    return failure.filter(it -> ResultLines.isRegardless(tool, call.operands(), it)).isPresent();
  }

  /** A hash of the error; 0 without one that says something. */
  long error() {
    return error;
  }

  /** Whether it has a line that was not seen before. */
  boolean isNew() {
    return isNew;
  }

  /** A hash of the result; of a failure, of how far it came. */
  int resultHash() {
    return resultHash;
  }

  /** Whether an outcome is the acknowledgement of a call without content, which may be new work. */
  boolean isBare(CallOutcome judged) {
    return judged.outcome() == Outcome.KNOWN
        && call.intent() == ToolIntent.ACT
        && !call.isTelling()
        && !isStep()
        && !hasContent();
  }

  /** Whether the result is more than an acknowledgement. */
  boolean hasContent() {
    return lines.size() > ACKNOWLEDGEMENT_LINES
        || call.intent() != ToolIntent.ACT && words() >= CONTENT_WORDS;
  }

  private int words() {
    return lines.stream().mapToInt(Words::countSeparated).sum();
  }

  /** Whether the call moved something, and its result has hardly a word of content. */
  boolean isStep() {
    return call.isStep() && lines.size() <= ACKNOWLEDGEMENT_LINES && words() <= MAX_STEP_WORDS;
  }

  CallOutcome judge() {
    boolean isCertain = isReported || failure.filter(FailureStatement::hasHead).isPresent();
    boolean isAct = call.intent() == ToolIntent.ACT && !call.waits();
    if (!isCertain && !isEcho && ResultForms.saysRunning(result, isAct)) {
      return new CallOutcome(Outcome.RUNNING, "says that something runs");
    }
    if (!isCertain && !isEcho && ResultForms.foundNothing(result)) {
      return orWaited(new CallOutcome(Outcome.NOTHING, "says that it found nothing"));
    }
    boolean isAsk = call.intent() == ToolIntent.ASK;
    if (isAsk ? isCertain : failure.isPresent()) {
      boolean isSilent = call.isCommand() && allLines.isEmpty();
      return isSilent && call.intent() == ToolIntent.READ
          ? new CallOutcome(Outcome.NOTHING, "a command that reads failed without a word")
          : failed();
    }
    if (isAsk && previous.hasSucceeded() && history.wasJustMade(call)) {
      return new CallOutcome(Outcome.KNOWN, "the same was asked just before");
    }
    if (lines.isEmpty()) {
      return orWaited(silent());
    }
    if (previous.hasSucceeded() && previous.result() == resultHash && !isStep()) {
      if (previous.hasChanged() && lines.size() <= ACKNOWLEDGEMENT_LINES && !isAct) {
        return new CallOutcome(Outcome.RUNNING, "a state that has changed before");
      }
      return orWaited(new CallOutcome(Outcome.KNOWN, "the same call with the same result"));
    }
    boolean hasContent = hasContent();
    if (previous.hasSucceeded() && call.intent() == ToolIntent.ACT && !isStep() && !isNew) {
      return orWaited(new CallOutcome(Outcome.KNOWN, "done before"));
    }
    if (call.intent() == ToolIntent.READ
        || isAsk
        || call.intent() == ToolIntent.UNDECIDED && hasContent) {
      return orWaited(read(hasContent));
    }
    return orWaited(
        isNew && hasContent ? new CallOutcome(Outcome.NEW, "a new line") : acknowledged());
  }

  private CallOutcome failed() {
    if (call.waits() && call.isCommand()) {
      return new CallOutcome(Outcome.RUNNING, "waits for something");
    }
    if (previous.hasFailed() && previous.result() > 0 && previous.result() < resultHash) {
      return new CallOutcome(Outcome.RUNNING, "came further than before");
    }
    if (previous.hasFailed()) {
      return new CallOutcome(Outcome.FAILED_AGAIN, "the same call failed before");
    }
    if (error != 0 && history.hasError(call, error)) {
      return new CallOutcome(Outcome.FAILED_AGAIN, "the same error came before");
    }
    return new CallOutcome(Outcome.FAILED, isReported ? "reported as failed" : "states a failure");
  }

  private CallOutcome silent() {
    if (call.intent() == ToolIntent.NO_OP) {
      return new CallOutcome(Outcome.NOTHING, "a command that does nothing");
    }
    if (call.intent() == ToolIntent.READ) {
      return new CallOutcome(Outcome.NOTHING, "no output of a call that reads");
    }
    if (call.intent() == ToolIntent.ASK_PERSON) {
      return new CallOutcome(Outcome.NOTHING, "no answer");
    }
    return previous.hasSucceeded() && !isStep()
        ? new CallOutcome(Outcome.KNOWN, "done before, no output")
        : acknowledged();
  }

  private CallOutcome acknowledged() {
    if (isStep() && !isNew && history.idleSteps() >= IDLE_STEPS) {
      return new CallOutcome(Outcome.KNOWN, "one of many steps that show nothing new");
    }
    if (previous.hasSucceeded() && call.isTelling() && !isStep()) {
      return new CallOutcome(Outcome.KNOWN, "the same was done before");
    }
    return !isNew && history.writings().hasNearly(call) && !history.items().hasNewName(call)
        ? CallOutcome.ofRewriting()
        : new CallOutcome(Outcome.DONE, "an acknowledgement");
  }

  private CallOutcome read(boolean hasContent) {
    if (isNew) {
      return new CallOutcome(Outcome.NEW, "a new line");
    }
    return previous.hasSucceeded() || hasContent || !history.items().hasNewName(call)
        ? new CallOutcome(Outcome.KNOWN, "every line was known")
        : new CallOutcome(Outcome.DONE, "too short to decide");
  }

  /**
   * A call that waits, and brings nothing new, watches something that runs; so does one that reads
   * what is known after its agent waited. The same call after others worked is a check of it.
   */
  private CallOutcome orWaited(CallOutcome outcome) {
    boolean isKnown = outcome.outcome() == Outcome.KNOWN && call.intent() != ToolIntent.ACT;
    boolean isNothing =
        outcome.outcome() == Outcome.NOTHING
            && call.intent() != ToolIntent.ACT
            && call.intent() != ToolIntent.NO_OP;
    if (call.isLate() && (isKnown || isNothing)
        || call.waits() && outcome.outcome() != Outcome.NEW) {
      return new CallOutcome(Outcome.RUNNING, "waits for something");
    }
    return isKnown && previous.hasSucceeded() && history.turns().haveOthersWorked(call.agent())
        ? new CallOutcome(Outcome.DONE, "checks what others did")
        : outcome;
  }
}

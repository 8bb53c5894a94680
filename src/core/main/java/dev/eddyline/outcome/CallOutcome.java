package dev.eddyline.outcome;

import java.util.Objects;

/**
 * The outcome of a call.
 *
 * @param outcome what it brought
 * @param reason why, in a few words; without a word of the call
 * @param search how far the call is part of a search
 * @param repeatedError calls among the newest 20 that failed with its error; 0 unless it failed
 * @param isRepeated whether the same call was made before, and this one has no new line
 * @param isBare whether it is an acknowledgement of a call without content
 * @param isRewriting whether it wrote nearly what was written before: other words may matter
 * @param isParallel whether other calls of its agent are still open
 * @param isAfterBreak whether the task had a break of ten minutes or more before it
 */
public record CallOutcome(
    Outcome outcome,
    String reason,
    Search search,
    int repeatedError,
    boolean isRepeated,
    boolean isBare,
    boolean isRewriting,
    boolean isParallel,
    boolean isAfterBreak) {

  /** How far a call is part of a search. */
  public enum Search {
    /** It names nothing new. */
    NONE,
    /** It names something new in the place of another: a list from elsewhere, or an invention. */
    UNCERTAIN,
    /** It names what an earlier result or a person named: it goes through real things. */
    SYSTEMATIC
  }

  public CallOutcome {
    Objects.requireNonNull(search, "search");
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(reason, "reason");
  }

  CallOutcome(Outcome outcome, String reason) {
    this(outcome, reason, Search.NONE, 0, false, false, false, false, false);
  }

  /** The outcome of a call that wrote nearly what was written before. */
  static CallOutcome ofRewriting() {
    return new CallOutcome(
        Outcome.KNOWN,
        "wrote nearly the same before",
        Search.NONE,
        0,
        false,
        false,
        true,
        false,
        false);
  }

  /** The outcome of a call that failed because a service is not available: it waits for it. */
  public CallOutcome ofUnavailableService() {
    return new CallOutcome(
        Outcome.RUNNING,
        "a service is not available",
        search,
        0,
        isRepeated,
        isBare,
        isRewriting,
        isParallel,
        isAfterBreak);
  }

  /** Whether it brought something new, or did what was not done before. */
  public boolean isNewResult() {
    return outcome == Outcome.NEW || outcome == Outcome.DONE && !isRepeated;
  }

  /** Whether it failed, in a new way or again. */
  public boolean isFailure() {
    return outcome == Outcome.FAILED || outcome == Outcome.FAILED_AGAIN;
  }
}

package dev.eddyline.outcome;

import java.util.Objects;

/**
 * The outcome of a call.
 *
 * @param reason why, in a few words; without a word of the call
 */
public record CallOutcome(Outcome outcome, String reason) {

  public CallOutcome {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(reason, "reason");
  }
}

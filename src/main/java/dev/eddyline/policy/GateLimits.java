package dev.eddyline.policy;

import java.util.OptionalInt;

/**
 * When a gate opens.
 *
 * @param loops loops of the root task that open it, at least 1 (document 002: 3)
 * @param attempts attempts at one failure that open it, at least 2; empty leaves it to the loops
 *     (document 002's integration test: 3)
 * @param toolErrors whether the errors of tools count among those attempts
 * @param resetOnUserMessage whether a person's message to the agent sets the counter back
 * @param label label for trackers that block by label (document 003), or empty for none
 */
public record GateLimits(
    int loops, OptionalInt attempts, boolean toolErrors, boolean resetOnUserMessage, String label) {

  public GateLimits {
    if (loops < 1) {
      throw new IllegalArgumentException("loops must be ≥ 1, was " + loops);
    }
    if (attempts.isPresent() && attempts.getAsInt() < 2) {
      throw new IllegalArgumentException("attempts must be ≥ 2, was " + attempts.getAsInt());
    }
  }

  /** The attempts at which identical failures alone open a gate. */
  public int failureAttempts() {
    return Math.min(attempts.orElse(Integer.MAX_VALUE), loops + 1);
  }
}

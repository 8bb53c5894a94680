package dev.eddyline.detect;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * What is configurable of {@link RepeatedAction}.
 *
 * @param enabled whether the rule is on
 * @param patterns the patterns that are looked for
 * @param calls equal calls running that make a loop
 * @param failingCalls equal failing calls running that make a loop
 * @param cycleOccurrences how often a sequence stands at the end
 * @param maxPeriod longest sequence that is looked for, 2 to 10
 * @param interleaved equal calls with other work between that make a loop
 * @param interleavedWithin among how many of the newest calls, at most 20
 * @param near calls of one tool running, each failing alike, that make a loop
 * @param stagnant calls of one tool running, with the same result, that make a loop
 * @param similarity least ratio of shared words at which two results are the same
 * @param missingOutcome what a missing result means
 * @param window how far back a call still counts
 * @param nearBy how arguments that differ little are told
 * @param masking what is volatile in arguments that are compared by meaning
 */
public record RepeatedActionLimits(
    boolean enabled,
    Set<ActionPattern.Kind> patterns,
    int calls,
    int failingCalls,
    int cycleOccurrences,
    int maxPeriod,
    int interleaved,
    int interleavedWithin,
    int near,
    int stagnant,
    double similarity,
    RepeatedAction.MissingOutcome missingOutcome,
    Duration window,
    RepeatedAction.NearBy nearBy,
    Masking masking)
    implements Detector.Limits {

  public RepeatedActionLimits {
    patterns = Set.copyOf(patterns);
    Objects.requireNonNull(missingOutcome, "missingOutcome");
    Objects.requireNonNull(window, "window");
    Objects.requireNonNull(nearBy, "nearBy");
    Objects.requireNonNull(masking, "masking");
  }

  /** Whether a sentence model may be asked about arguments. */
  boolean asksForMeaning() {
    return enabled
        && nearBy == RepeatedAction.NearBy.MEANING
        && near <= NearCalls.MAX_CALLS
        && patterns.contains(ActionPattern.Kind.NEAR);
  }

  /** How many of such an action, running, make a loop. */
  int running(ToolAction action) {
    return action.failed() ? failingCalls : calls;
  }
}

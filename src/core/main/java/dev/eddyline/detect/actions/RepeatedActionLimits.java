package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.Detector;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * Limits of {@link RepeatedAction}.
 *
 * @param enabled whether the detector is on
 * @param patterns the patterns to detect
 * @param calls consecutive equal calls that make a loop
 * @param failingCalls consecutive equal failing calls that make a loop
 * @param cycleOccurrences consecutive repetitions of a sequence that make a loop
 * @param maxPeriod calls in the longest sequence to detect, 2 to 10
 * @param interleaved equal calls, with others in between, that make a loop
 * @param interleavedWithin number of newest calls among which they are counted, ≤ 20
 * @param near consecutive similar failing calls of one tool that make a loop
 * @param stagnant consecutive calls of one tool with the same result that make a loop
 * @param similarity minimum ratio of shared words of equal results
 * @param missingOutcome how a call without a result counts
 * @param judgedBy by what a call brings nothing new
 * @param window how far back a call counts
 * @param waits the calls that wait
 * @param nearBy how similar arguments are recognized
 * @param masking what is volatile in arguments that are compared by meaning
 */
public record RepeatedActionLimits(
    boolean enabled,
    Set<ActionPattern.PatternKind> patterns,
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
    RepeatedAction.JudgedBy judgedBy,
    Duration window,
    Waits waits,
    RepeatedAction.NearBy nearBy,
    Masking masking)
    implements Detector.Limits {

  public RepeatedActionLimits {
    patterns = Set.copyOf(patterns);
    Objects.requireNonNull(missingOutcome, "missingOutcome");
    Objects.requireNonNull(judgedBy, "judgedBy");
    Objects.requireNonNull(window, "window");
    Objects.requireNonNull(waits, "waits");
    Objects.requireNonNull(nearBy, "nearBy");
    Objects.requireNonNull(masking, "masking");
  }

  /** Whether arguments may be compared by the sentence model. */
  boolean usesSentenceModel() {
    return enabled
        && nearBy == RepeatedAction.NearBy.MEANING
        && near <= NearCalls.MAX_CALLS
        && patterns.contains(ActionPattern.PatternKind.NEAR);
  }

  /** Whether outcomes decide, not the results themselves. */
  public boolean judgesByOutcome() {
    return judgedBy == RepeatedAction.JudgedBy.OUTCOME;
  }

  /** Consecutive equal actions that make a loop. */
  int minEqualActionsForLoop(ToolAction action) {
    return action.hasFailed() ? failingCalls : calls;
  }
}

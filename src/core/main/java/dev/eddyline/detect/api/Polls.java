package dev.eddyline.detect.api;

import dev.eddyline.keys.Section;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes polls from a loop by time. An agent that waits for something repeats itself slowly
 * and does little in between: a pause takes most of the time.
 *
 * @param interval mean time between repetitions from which they can be polls; null: never
 */
public record Polls(@Nullable Duration interval) {

  /**
   * A pause of an agent.
   *
   * @param millis its length, milliseconds
   * @param declared whether a call that waits says so; then the repetition is a poll at any
   *     interval
   */
  record Pause(long millis, boolean declared) {}

  /** How many times as many polls as other repetitions make a loop. */
  private static final int FACTOR = 4;

  /** No repetition is a poll. */
  public static final Polls NEVER = new Polls(null);

  /** Reads the interval from a detector's section. */
  public static Polls in(Section section) {
    return new Polls(
        section
            .about(
                "mean time between repetitions from which they are polls, if a pause takes two thirds of the newest. Four times as many polls make a loop. Without it, no repetition is a poll")
            .duration("pollInterval", null));
  }

  /** Reads the interval from the section of a detector that does not need it any more. */
  public static void ignored(Section section) {
    Duration interval =
        section
            .about("ignored: an agent waits if its pause is clearly longer than its usual ones")
            .duration("pollInterval", null);
    if (interval != null) {
      section.addWarning(
          "pollInterval",
          "is ignored: an agent waits if its pause is clearly longer than its usual ones");
    }
  }

  /**
   * How many times a limit of repetitions applies.
   *
   * @param totalMillis time from the first to the newest
   * @param repetitions number of them after the first, at least 1
   * @param newestMillis time from the one before the newest to the newest
   * @param pause longest pause within this time
   */
  public int factor(long totalMillis, int repetitions, long newestMillis, Pause pause) {
    boolean slow = interval != null && totalMillis / repetitions >= interval.toMillis();
    return pause.declared() || slow && 3 * pause.millis() >= 2 * newestMillis ? FACTOR : 1;
  }
}

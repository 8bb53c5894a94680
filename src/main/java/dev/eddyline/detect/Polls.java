package dev.eddyline.detect;

import dev.eddyline.yaml.Section;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes polls from a loop by time. An agent that waits for something repeats itself slowly
 * and does nothing in between.
 *
 * @param interval mean time between repetitions from which they are polls; null: never
 */
record Polls(@Nullable Duration interval) {

  /** How many times as many polls as other repetitions make a loop. */
  private static final int FACTOR = 4;

  /** How many intervals apart repetitions are polls whatever is done in between. */
  private static final int SLOW = 8;

  /** No repetition is a poll. */
  static final Polls NEVER = new Polls(null);

  /** Reads the interval from a detector's section. */
  static Polls in(Section section) {
    return new Polls(
        section
            .about(
                "mean time between repetitions from which they are polls, of which a loop needs four times as many; without it, no repetition is a poll")
            .duration("pollInterval", null));
  }

  /** Whether an agent was silent for long enough to wait for something. */
  boolean isWait(long silenceMillis) {
    return interval != null && silenceMillis >= interval.toMillis();
  }

  /**
   * How many times a limit of repetitions applies.
   *
   * @param firstAt time of the first, in epoch milliseconds
   * @param newestAt time of the newest
   * @param steps number of repetitions after the first, at least 0
   * @param silenceMillis longest time without any event of the task at the newest
   */
  int factor(long firstAt, long newestAt, int steps, long silenceMillis) {
    if (interval == null) {
      return 1;
    }
    long mean = (newestAt - firstAt) / Math.max(1, steps);
    long pause = interval.toMillis();
    boolean polls = mean >= SLOW * pause || mean >= pause && isWait(silenceMillis);
    return polls ? FACTOR : 1;
  }
}

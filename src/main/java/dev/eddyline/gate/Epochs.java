package dev.eddyline.gate;

import dev.eddyline.schema.Standing;

/**
 * The epochs of a root task. Each reset starts an epoch.
 *
 * @param current number of the current epoch, which is the number of resets
 * @param resetAt newest event time of a reset, epoch milliseconds
 * @param cleared newest epoch that began with a person's decision; 0 before the first
 * @param clearedAt newest event time of such a decision, epoch milliseconds
 */
public record Epochs(long current, long resetAt, long cleared, long clearedAt) {

  /** Event time of the last reset if there was none, epoch milliseconds. */
  public static final long NEVER = Long.MIN_VALUE;

  static Epochs of(Standing standing) {
    return new Epochs(
        standing.getEpoch(), standing.getResetAt(), standing.getCleared(), standing.getClearedAt());
  }

  /**
   * Whether a signal of another partition is older than the last reset. A loop that started after
   * the reset belongs to the current epoch, whatever epoch that partition knew.
   *
   * @param known epoch that the partition knew
   * @param began event time at which the signalled loop started, epoch milliseconds
   */
  public boolean haveLeft(long known, long began) {
    return known < current && began <= resetAt;
  }

  /**
   * The epochs after another reset.
   *
   * @param at its event time, epoch milliseconds
   * @param clears whether the reset also clears the histories of the subtasks
   */
  Epochs next(long at, boolean clears) {
    return new Epochs(
        current + 1,
        Math.max(resetAt, at),
        clears ? current + 1 : cleared,
        clears ? Math.max(clearedAt, at) : clearedAt);
  }

  void keep(Standing standing) {
    standing.setEpoch(current);
    standing.setResetAt(resetAt);
    standing.setCleared(cleared);
    standing.setClearedAt(clearedAt);
  }
}

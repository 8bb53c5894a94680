package dev.eddyline.gate;

import dev.eddyline.schema.Standing;

/**
 * The resets of a root so far: each begins an epoch.
 *
 * @param current number of the epoch that it is in, which is the number of its resets
 * @param resetAt newest event time of a reset, epoch milliseconds
 * @param cleared newest epoch that began with a person's decision; 0 before the first
 * @param clearedAt newest event time of such a decision, epoch milliseconds
 */
public record Epochs(long current, long resetAt, long cleared, long clearedAt) {

  /** Event time of a reset before the first, epoch milliseconds: nothing began before it. */
  public static final long NEVER = Long.MIN_VALUE;

  static Epochs of(Standing standing) {
    return new Epochs(
        standing.getEpoch(), standing.getResetAt(), standing.getCleared(), standing.getClearedAt());
  }

  /**
   * Whether what another partition signals is of before the last reset. What began after it belongs
   * to the current epoch, whatever that partition knew.
   *
   * @param known epoch that the partition knew
   * @param began event time at which what is signalled began, epoch milliseconds
   */
  public boolean haveLeft(long known, long began) {
    return known < current && began <= resetAt;
  }

  /**
   * After one more reset.
   *
   * @param at its event time, epoch milliseconds
   * @param clears whether what subtasks remember of before is void
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

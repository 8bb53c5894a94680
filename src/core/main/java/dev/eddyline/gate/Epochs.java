package dev.eddyline.gate;

import dev.eddyline.state.StoredRoot;

/**
 * The epochs of a root task. Each reset starts an epoch.
 *
 * @param current number of the current epoch, which is the number of resets
 * @param resetAt newest event time of a reset, epoch milliseconds
 * @param lastHistoryClearingEpoch newest epoch that began with a person's decision; 0 before the
 *     first
 * @param clearedAt newest event time of such a decision, epoch milliseconds
 */
public record Epochs(long current, long resetAt, long lastHistoryClearingEpoch, long clearedAt) {

  /** Event time of the last reset if there was none, epoch milliseconds. */
  public static final long NO_RESET_TIME_MILLIS = Long.MIN_VALUE;

  static Epochs from(StoredRoot state) {
    return new Epochs(
        state.getEpoch(), state.getResetAt(), state.getCleared(), state.getClearedAt());
  }

  /**
   * Whether a signal of another partition is older than the last reset. A loop that started after
   * the reset belongs to the current epoch, whatever epoch that partition knew.
   *
   * @param knownEpoch epoch that the partition knew
   * @param startedAt event time at which the signalled loop started, epoch milliseconds
   */
  public boolean isSignalStale(long knownEpoch, long startedAt) {
    return knownEpoch < current && startedAt <= resetAt;
  }

  /**
   * The epochs after another reset.
   *
   * @param at its event time, epoch milliseconds
   * @param clears whether the reset also clears the histories of the subtasks
   */
  Epochs afterReset(long at, boolean clears) {
    return new Epochs(
        current + 1,
        Math.max(resetAt, at),
        clears ? current + 1 : lastHistoryClearingEpoch,
        clears ? Math.max(clearedAt, at) : clearedAt);
  }

  void writeTo(StoredRoot state) {
    state.setEpoch(current);
    state.setResetAt(resetAt);
    state.setCleared(lastHistoryClearingEpoch);
    state.setClearedAt(clearedAt);
  }
}

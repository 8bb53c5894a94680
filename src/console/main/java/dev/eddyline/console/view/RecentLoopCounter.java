package dev.eddyline.console.view;

import java.time.Duration;
import java.util.Arrays;

/** Counts loops in each of the last 12 intervals of 5 minutes. Not thread-safe. */
final class RecentLoopCounter {

  private static final int SLOTS = 12;
  private static final long SLOT = Duration.ofMinutes(5).toMillis();

  private final int[] slots = new int[SLOTS];
  private long newest;

  /** Counts a loop at this clock time, epoch milliseconds. */
  void count(long at) {
    long slot = at / SLOT;
    advanceToSlot(slot);
    if (newest - slot < SLOTS) {
      slots[(int) (slot % SLOTS)]++;
    }
  }

  private void advanceToSlot(long slot) {
    if (slot - newest >= SLOTS) {
      Arrays.fill(slots, 0);
      newest = slot;
    }
    while (newest < slot) {
      newest++;
      slots[(int) (newest % SLOTS)] = 0;
    }
  }

  /** The counts, oldest first. */
  int[] counts(long now) {
    int[] counts = new int[SLOTS];
    long last = now / SLOT;
    for (int i = 0; i < SLOTS; i++) {
      long slot = last - (SLOTS - 1) + i;
      boolean isCovered = slot <= newest && newest - slot < SLOTS;
      counts[i] = isCovered ? slots[(int) (slot % SLOTS)] : 0;
    }
    return counts;
  }
}

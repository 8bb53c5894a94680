package dev.eddyline.console;

import dev.eddyline.detect.Hash;
import java.util.Arrays;

/** How many different names were seen: exactly, up to a limit. Eight bytes a name. */
final class Distinct {

  private final int most;
  private long[] hashes = new long[2];
  private int size;
  private boolean more;

  /** Counts up to this many. */
  Distinct(int most) {
    this.most = most;
  }

  /** Takes a name. */
  void add(String name) {
    long hash = Hash.of(name);
    int found = Arrays.binarySearch(hashes, 0, size, hash);
    if (found >= 0) {
      return;
    }
    if (size == most) {
      more = true;
      return;
    }
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.min(most, 2 * size));
    }
    int place = -found - 1;
    System.arraycopy(hashes, place, hashes, place + 1, size - place);
    hashes[place] = hash;
    size++;
  }

  /** How many there were, or the limit. */
  int count() {
    return size;
  }

  /** Whether there were more than are counted. */
  boolean isMore() {
    return more;
  }
}

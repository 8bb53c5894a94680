package dev.eddyline.console;

import dev.eddyline.detect.Hash;
import java.util.Arrays;

/** Counts distinct names exactly, up to a limit. Uses eight bytes per name. */
final class Distinct {

  private final int most;
  private long[] hashes = new long[2];
  private int size;
  private boolean more;

  /** Counts up to this many. */
  Distinct(int most) {
    this.most = most;
  }

  /** Adds a name. */
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

  /** The number of distinct names, or the limit. */
  int count() {
    return size;
  }

  /** Whether there were more names than the limit. */
  boolean isMore() {
    return more;
  }
}

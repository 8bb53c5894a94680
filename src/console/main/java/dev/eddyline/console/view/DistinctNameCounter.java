package dev.eddyline.console.view;

import dev.eddyline.text.Hash;
import java.util.Arrays;

/** Counts distinct names exactly, up to a limit. Uses eight bytes per name. */
public final class DistinctNameCounter {

  private final int limit;
  private long[] hashes = new long[2];
  private int size;
  private boolean isOverLimit;

  /** Counts up to this many. */
  DistinctNameCounter(int limit) {
    this.limit = limit;
  }

  /** Adds a name. */
  void add(String name) {
    long hash = Hash.of(name);
    int index = Arrays.binarySearch(hashes, 0, size, hash);
    if (index >= 0) {
      return;
    }
    if (size == limit) {
      isOverLimit = true;
      return;
    }
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.min(limit, 2 * size));
    }
    int insertAt = -index - 1;
    System.arraycopy(hashes, insertAt, hashes, insertAt + 1, size - insertAt);
    hashes[insertAt] = hash;
    size++;
  }

  /** The number of distinct names, or the limit. */
  public int count() {
    return size;
  }

  /** Whether there were more names than the limit. */
  public boolean isOverLimit() {
    return isOverLimit;
  }
}

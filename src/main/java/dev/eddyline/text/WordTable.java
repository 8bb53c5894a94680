package dev.eddyline.text;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Counts how often each word occurs, by its hash. */
final class WordTable {

  /** Random factor against words that are chosen to collide. */
  private static final int SALT = new SplittableRandom().nextInt() | 1;

  private int[] hashes = new int[1 << 8];
  private int[] times = new int[hashes.length];
  private int distinct;

  /** Counts a word; returns how often it has occurred by now. */
  int add(int hash) {
    if (distinct == hashes.length / 2) {
      grow();
    }
    int place = place(hash);
    if (times[place]++ == 0) {
      hashes[place] = hash;
      distinct++;
    }
    return times[place];
  }

  private int place(int hash) {
    int mask = hashes.length - 1;
    int place = hash * SALT >>> Byte.SIZE & mask;
    while (times[place] > 0 && hashes[place] != hash) {
      place = place + 1 & mask;
    }
    return place;
  }

  private void grow() {
    int[] oldHashes = hashes;
    int[] oldTimes = times;
    hashes = new int[2 * oldHashes.length];
    times = new int[hashes.length];
    for (int old = 0; old < oldHashes.length; old++) {
      if (oldTimes[old] > 0) {
        int place = place(oldHashes[old]);
        hashes[place] = oldHashes[old];
        times[place] = oldTimes[old];
      }
    }
  }

  /** The hashes of all words, each once, in ascending order. */
  int[] distinct() {
    int[] all = new int[distinct];
    int count = 0;
    for (int place = 0; place < hashes.length; place++) {
      if (times[place] > 0) {
        all[count++] = hashes[place];
      }
    }
    Arrays.sort(all);
    return all;
  }
}

package dev.eddyline.detect;

/**
 * MurmurHash3 (x64, 128 bits, seed 0) of ASCII texts, read in place without copying. Faster for
 * short texts only.
 */
final class AsciiMurmur {

  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final int BLOCK = 2 * Long.BYTES;

  private AsciiMurmur() {}

  /** The first half of the hash; 0 also for a text that is not pure ASCII. */
  static long first(String text) {
    long one = 0;
    long two = 0;
    int length = text.length();
    int at = 0;
    for (; at <= length - BLOCK; at += BLOCK) {
      long left = 0;
      long right = 0;
      int seen = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        char low = text.charAt(at + i);
        char high = text.charAt(at + Long.BYTES + i);
        left |= (long) low << i * Byte.SIZE;
        right |= (long) high << i * Byte.SIZE;
        seen |= low | high;
      }
      if (seen >= 128) {
        return 0;
      }
      one = one(one, two, left);
      two = two(two, one, right);
    }
    long left = 0;
    long right = 0;
    int seen = 0;
    for (int i = at; i < length; i++) {
      char next = text.charAt(i);
      int place = i - at;
      if (place < Long.BYTES) {
        left |= (long) next << place * Byte.SIZE;
      } else {
        right |= (long) next << place * Byte.SIZE;
      }
      seen |= next;
    }
    return seen < 128 ? first(one ^ mixedLeft(left), two ^ mixedRight(right), length) : 0;
  }

  /** The first half after mixing in the left part of a block. */
  static long one(long one, long two, long left) {
    return (Long.rotateLeft(one ^ mixedLeft(left), 27) + two) * 5 + 0x52dce729;
  }

  /** The second half after mixing in the right part of a block, for this first half. */
  static long two(long two, long one, long right) {
    return (Long.rotateLeft(two ^ mixedRight(right), 31) + one) * 5 + 0x38495ab5;
  }

  /** Finalizes both halves for this length in bytes; returns the first half. */
  static long first(long one, long two, int length) {
    long left = (one ^ length) + (two ^ length);
    long right = (two ^ length) + left;
    return spread(left) + spread(right);
  }

  /** The premixed left part of a block. */
  static long mixedLeft(long block) {
    return Long.rotateLeft(block * C1, 31) * C2;
  }

  /** The premixed right part of a block. */
  static long mixedRight(long block) {
    return Long.rotateLeft(block * C2, 33) * C1;
  }

  private static long spread(long half) {
    long spread = (half ^ half >>> 33) * 0xff51afd7ed558ccdL;
    spread = (spread ^ spread >>> 33) * 0xc4ceb9fe1a85ec53L;
    return spread ^ spread >>> 33;
  }
}

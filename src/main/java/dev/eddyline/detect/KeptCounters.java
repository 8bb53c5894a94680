package dev.eddyline.detect;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The counters of a sketch as they are kept. Few words leave most of them at 0 and the others near
 * it, so each is a row of one bits that a zero bit ends, the lowest bit of a byte first: none for
 * 0, one for -1, two for 1, three for -2. Where that takes no fewer bytes they are kept as they
 * are, as all were once.
 */
final class KeptCounters {

  private KeptCounters() {}

  /** The counters as they are kept; none stay none. */
  static ByteBuffer of(ByteBuffer counters) {
    int count = counters.remaining();
    byte[] kept = new byte[count];
    int bit = 0;
    for (int place = 0; place < count; place++) {
      int counter = counters.get(counters.position() + place);
      int ones = counter << 1 ^ counter >> 31;
      if (bit + ones >= (count - 1) * Byte.SIZE) {
        return counters.duplicate();
      }
      for (int end = bit + ones; bit < end; bit++) {
        kept[bit / Byte.SIZE] |= (byte) (1 << bit % Byte.SIZE);
      }
      bit++;
    }
    return ByteBuffer.wrap(Arrays.copyOf(kept, (bit + Byte.SIZE - 1) / Byte.SIZE));
  }

  /**
   * The counters that are kept so.
   *
   * @param count how many they are, unless there are none
   * @throws IllegalArgumentException when they are cut off
   */
  static ByteBuffer read(ByteBuffer kept, int count) {
    if (!kept.hasRemaining() || kept.remaining() == count) {
      return kept;
    }
    byte[] counters = new byte[count];
    int bit = 0;
    for (int place = 0; place < count; place++) {
      int ones = 0;
      while (isOne(kept, bit++)) {
        ones++;
      }
      counters[place] = (byte) (ones >>> 1 ^ -(ones & 1));
    }
    return ByteBuffer.wrap(counters);
  }

  private static boolean isOne(ByteBuffer kept, int bit) {
    int place = bit / Byte.SIZE;
    if (place >= kept.remaining()) {
      throw new IllegalArgumentException("counters are cut off after %d bytes".formatted(place));
    }
    return (kept.get(kept.position() + place) >> bit % Byte.SIZE & 1) != 0;
  }
}

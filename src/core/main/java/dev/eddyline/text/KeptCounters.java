package dev.eddyline.text;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Compact form of a sketch's counters, most of which are near 0. Each counter is a unary number:
 * one bits ended by a zero bit, lowest bit first (no bit for 0, one for -1, two for 1, three for
 * -2). Counters that this does not shorten are stored unchanged.
 */
final class KeptCounters {

  private KeptCounters() {}

  /** Encodes the counters; an empty buffer stays empty. */
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
   * Decodes the counters.
   *
   * @param count number of counters, if there are any
   * @throws IllegalArgumentException if they are truncated
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
      throw new IllegalArgumentException("counters are truncated after %d bytes".formatted(place));
    }
    return (kept.get(kept.position() + place) >> bit % Byte.SIZE & 1) != 0;
  }
}

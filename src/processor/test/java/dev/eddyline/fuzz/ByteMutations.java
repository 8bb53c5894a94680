package dev.eddyline.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Mutations of a few bytes that may break a decoder. */
final class ByteMutations {

  /** Hostile lengths, counts and branches, before zigzag encoding. */
  private static final List<Long> HOSTILE_NUMBERS =
      List.of(
          -1L,
          1L << 20,
          1L << 31,
          (1L << 31) - 9,
          -(1L << 31),
          1L << 40,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          Long.MIN_VALUE + 1,
          60L,
          127L,
          0xD800L);

  /** Overlong, half a surrogate pair, a lone continuation, beyond Unicode, cut off. */
  private static final List<byte[]> INVALID_UTF8 =
      List.of(
          new byte[] {(byte) 0xC0, (byte) 0x80},
          new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
          new byte[] {(byte) 0x80},
          new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
          new byte[] {(byte) 0xF0, (byte) 0x9F});

  private ByteMutations() {}

  /** The bytes with one change; the other ones may lend a part. */
  static byte[] mutate(byte[] bytes, byte[] other, RandomGenerator random) {
    RandomDraws.Range part = RandomDraws.Range.of(random, bytes.length);
    return switch (random.nextInt(10)) {
      case 0, 1 -> flipped(bytes, random);
      case 2 -> Arrays.copyOf(bytes, part.begin());
      case 3 -> replaced(bytes, part, new byte[0]);
      case 4 -> replaced(bytes, part, varint(RandomDraws.oneOf(random, HOSTILE_NUMBERS)));
      case 5 -> replaced(bytes, part, RandomDraws.oneOf(random, INVALID_UTF8));
      case 6 -> replaced(bytes, part, repeatedByte((byte) random.nextInt(), random.nextInt(40)));
      case 7 -> replaced(bytes, part, repeatedByte((byte) 0xFF, 9 + random.nextInt(3)));
      case 8 -> replaced(bytes, part, Arrays.copyOfRange(bytes, part.begin(), part.end()));
      default -> {
        RandomDraws.Range borrowed = RandomDraws.Range.of(random, other.length);
        yield replaced(bytes, part, Arrays.copyOfRange(other, borrowed.begin(), borrowed.end()));
      }
    };
  }

  /** A number in Avro's form. */
  static byte[] varint(long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long rest = (value << 1) ^ (value >> 63);
    for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
      out.write((int) (rest & 0x7F | 0x80));
    }
    out.write((int) rest);
    return out.toByteArray();
  }

  /** The same byte again and again. */
  static byte[] repeatedByte(byte value, int times) {
    byte[] bytes = new byte[times];
    Arrays.fill(bytes, value);
    return bytes;
  }

  private static byte[] flipped(byte[] bytes, RandomGenerator random) {
    byte[] result = bytes.clone();
    if (result.length > 0) {
      result[random.nextInt(result.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return result;
  }

  private static byte[] replaced(byte[] bytes, RandomDraws.Range part, byte[] by) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + by.length);
    out.write(bytes, 0, part.begin());
    out.writeBytes(by);
    out.write(bytes, part.end(), bytes.length - part.end());
    return out.toByteArray();
  }
}

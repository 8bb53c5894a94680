package dev.eddyline.detect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** MurmurHash3 (x64, 128 bits, seed 0) of bytes, read eight at a time. */
final class ByteMurmur {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int BLOCK = 2 * Long.BYTES;

  private ByteMurmur() {}

  /** The first half of the hash of the first {@code length} bytes. */
  static long first(byte[] bytes, int length) {
    long one = 0;
    long two = 0;
    int at = 0;
    for (; at <= length - BLOCK; at += BLOCK) {
      one = AsciiMurmur.one(one, two, (long) LONGS.get(bytes, at));
      two = AsciiMurmur.two(two, one, (long) LONGS.get(bytes, at + Long.BYTES));
    }
    long left = 0;
    long right = 0;
    for (int i = at; i < length; i++) {
      int place = i - at;
      long next = bytes[i] & 0xffL;
      if (place < Long.BYTES) {
        left |= next << place * Byte.SIZE;
      } else {
        right |= next << place * Byte.SIZE;
      }
    }
    return AsciiMurmur.first(
        one ^ AsciiMurmur.mixedLeft(left), two ^ AsciiMurmur.mixedRight(right), length);
  }
}

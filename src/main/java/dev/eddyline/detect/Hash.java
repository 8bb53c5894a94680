package dev.eddyline.detect;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.TreeSet;
import org.apache.commons.codec.digest.MurmurHash3;

/** 64-bit and hexadecimal hashes of text: stable across releases, since they are stored. */
public final class Hash {

  private static final char SEPARATOR = '\u0000';

  /** Maximum characters of a text that is hashed in place. */
  private static final int SHORT = 64;

  private Hash() {}

  /** A 64-bit hash of the parts in order; never 0, which means "unknown". */
  public static long of(String... parts) {
    int chars = parts.length - 1;
    for (String part : parts) {
      if (part == null) {
        return of(joined(parts));
      }
      chars += part.length();
    }
    return chars <= SHORT ? of(joined(parts)) : utf8(parts, chars);
  }

  /**
   * The same for parts with this total length, separators included; encodes each part separately.
   */
  private static long utf8(String[] parts, int chars) {
    byte[] joined = new byte[chars];
    int length = 0;
    for (int i = 0; i < parts.length; i++) {
      byte[] part = parts[i].getBytes(StandardCharsets.UTF_8);
      int begin = i == 0 ? 0 : length + 1; // after a separator, which is 0
      length = begin + part.length;
      if (length > joined.length) {
        joined = Arrays.copyOf(joined, 2 * length);
      }
      System.arraycopy(part, 0, joined, begin, part.length);
    }
    return of(joined, length);
  }

  /** The same for one part. */
  public static long of(String part) {
    long ascii = part.length() <= SHORT ? AsciiMurmur.first(part) : 0;
    return ascii == 0 ? utf8(part) : ascii;
  }

  /** The same for one part, given as the first {@code length} bytes. */
  static long of(byte[] utf8, int length) {
    return replaceZeroHash(ByteMurmur.first(utf8, length));
  }

  private static long utf8(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return of(utf8, utf8.length);
  }

  private static long replaceZeroHash(long hash) {
    return hash == 0 ? 1 : hash;
  }

  /** A 64-bit hash of the distinct parts, independent of their order. */
  static long ofSet(Collection<String> parts) {
    return of(new TreeSet<>(parts).toArray(String[]::new));
  }

  /** A 128-bit hash of the parts in order, as 32 hexadecimal digits. */
  public static String id(String... parts) {
    long[] hash = murmur(joined(parts));
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(hash[0]) + hex.toHexDigits(hash[1]);
  }

  private static String joined(String... parts) {
    return parts.length == 1 ? parts[0] : String.join(String.valueOf(SEPARATOR), parts);
  }

  private static long[] murmur(String text) {
    return MurmurHash3.hash128x64(text.getBytes(StandardCharsets.UTF_8));
  }
}

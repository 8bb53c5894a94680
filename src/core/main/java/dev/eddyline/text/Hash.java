package dev.eddyline.text;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.TreeSet;
import org.apache.commons.codec.digest.MurmurHash3;

/** 64-bit and hexadecimal hashes of text: stable across releases, since they are stored. */
public final class Hash {

  private static final String SEPARATOR = "\u0000";

  private Hash() {}

  /** A 64-bit hash of the parts in order; never 0, which means "unknown". */
  public static long of(String... parts) {
    return of(String.join(SEPARATOR, parts));
  }

  /** The same for one part. */
  public static long of(String part) {
    byte[] utf8 = part.getBytes(StandardCharsets.UTF_8);
    return of(utf8, utf8.length);
  }

  /** The same for one part, given as the first {@code length} bytes. */
  static long of(byte[] utf8, int length) {
    long hash = MurmurHash3.hash128x64(utf8, 0, length, 0)[0];
    return hash == 0 ? 1 : hash;
  }

  /** A 64-bit hash of the distinct parts, independent of their order. */
  public static long ofSet(Collection<String> parts) {
    return of(new TreeSet<>(parts).toArray(String[]::new));
  }

  /** A 128-bit hash of the parts in order, as 32 hexadecimal digits. */
  public static String id(String... parts) {
    byte[] utf8 = String.join(SEPARATOR, parts).getBytes(StandardCharsets.UTF_8);
    long[] hash = MurmurHash3.hash128x64(utf8, 0, utf8.length, 0);
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(hash[0]) + hex.toHexDigits(hash[1]);
  }
}

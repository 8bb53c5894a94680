package dev.eddyline.erasure;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds a name as a whole word: between characters other than ASCII letters, digits, hyphens and
 * underscores. In undecodable bytes it also finds the name encoded as an Avro string.
 */
public final class NameMatcher {

  /** The replacement of an erased name. */
  public static final String ERASED_NAME_REPLACEMENT = "erased";

  private static final String WORD = "[A-Za-z0-9_-]";

  private final byte[] name;
  private final byte[] avroEncodedNameLength;
  private final Pattern word;

  /** A matcher of this name, which must not be empty. */
  public NameMatcher(String name) {
    this.name = name.getBytes(StandardCharsets.UTF_8);
    avroEncodedNameLength = zigzag(this.name.length);
    word = Pattern.compile("(?<!" + WORD + ")" + Pattern.quote(name) + "(?!" + WORD + ")");
  }

  /** Whether the text mentions the name. */
  public boolean isIn(String text) {
    return word.matcher(text).find();
  }

  /** The text with the name replaced. */
  public String replaceNameIn(String text) {
    return word.matcher(text).replaceAll(Matcher.quoteReplacement(ERASED_NAME_REPLACEMENT));
  }

  /** Whether the bytes mention the name; false for null. */
  public boolean isIn(byte[] bytes) {
    if (bytes == null) {
      return false;
    }
    for (int from = 0; from + name.length <= bytes.length; from++) {
      int to = from + name.length;
      if (bytes[from] == name[0]
          && Arrays.equals(bytes, from, to, name, 0, name.length)
          && (isAvroString(bytes, from)
              || isWordBoundary(bytes, from - 1) && isWordBoundary(bytes, to))) {
        return true;
      }
    }
    return false;
  }

  private boolean isAvroString(byte[] bytes, int from) {
    int begin = from - avroEncodedNameLength.length;
    return begin >= 0
        && Arrays.equals(
            bytes, begin, from, avroEncodedNameLength, 0, avroEncodedNameLength.length);
  }

  private static boolean isWordBoundary(byte[] bytes, int at) {
    if (at < 0 || at >= bytes.length) {
      return true;
    }
    int one = bytes[at];
    boolean letter = one >= 'a' && one <= 'z' || one >= 'A' && one <= 'Z';
    return !letter && !(one >= '0' && one <= '9') && one != '-' && one != '_';
  }

  /** A length in Avro's encoding. */
  private static byte[] zigzag(int length) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int rest = length << 1;
    while (rest > 0x7f) {
      bytes.write(rest & 0x7f | 0x80);
      rest >>>= 7;
    }
    bytes.write(rest);
    return bytes.toByteArray();
  }
}

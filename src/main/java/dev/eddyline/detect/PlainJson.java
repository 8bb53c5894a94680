package dev.eddyline.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes JSON anew with its keys sorted and its spaces gone, where that takes no more than to leave
 * spaces out and to put keys in order: most calls' arguments. What would be written otherwise than
 * it stands there (fractions, other escapes than the shortest, keys that come twice), and what is
 * no JSON at all, is not its business.
 */
final class PlainJson {

  /** Deepest nesting that is read: each level is a call. */
  private static final int DEEPEST = 32;

  /** Longest key and number that are read, in characters: no reader of JSON refuses these. */
  private static final int LONGEST_KEY = 1_000;

  private static final int LONGEST_NUMBER = 18;

  private static final char NOTHING = '\uffff';
  private static final List<char[]> NAMES =
      Stream.of("true", "false", "null").map(String::toCharArray).toList();

  /** What stands behind a backslash where there is no shorter way to write it. */
  private static final String ESCAPED = "\"\\bfnrt";

  /** The text, and perhaps other characters behind it. */
  private final char[] text;

  private final int size;
  private final char[] written;
  private int at;
  private int length;
  private boolean moved;

  private PlainJson(String text) {
    this.text = Room.holding(text);
    size = text.length();
    written = Room.of(size);
  }

  /** The canonical form of a text; empty where it is not told so easily. */
  static Optional<String> canonical(String text) {
    PlainJson json = new PlainJson(text);
    boolean plain = json.value(0) && json.next() == NOTHING && json.at == text.length();
    return plain ? Optional.of(json.isSame() ? text : json.whole()) : Optional.empty();
  }

  /** Whether the text was canonical already: nothing was left out, nor moved. */
  private boolean isSame() {
    return length == size && !moved;
  }

  private String whole() {
    return new String(written, 0, length);
  }

  /** The next character that is no space, which is not taken yet. */
  private char next() {
    while (at < size && isSpace(text[at])) {
      at++;
    }
    return at < size ? text[at] : NOTHING;
  }

  private static boolean isSpace(char character) {
    return character <= ' '
        && (character == ' ' || character == '\n' || character == '\t' || character == '\r');
  }

  private void take() {
    written[length++] = text[at++];
  }

  private boolean takes(char sign) {
    boolean there = next() == sign;
    if (there) {
      take();
    }
    return there;
  }

  private boolean value(int depth) {
    return switch (next()) {
      case '"' -> string();
      case '{' -> depth < DEEPEST && object(depth + 1);
      case '[' -> depth < DEEPEST && array(depth + 1);
      case 't', 'f', 'n' -> name();
      default -> number();
    };
  }

  private boolean string() {
    take();
    while (at < size && text[at] >= ' ') {
      char character = text[at];
      take();
      if (character == '"') {
        return true;
      }
      if (character == '\\') {
        if (at == size || ESCAPED.indexOf(text[at]) < 0) {
          return false;
        }
        take();
      }
    }
    return false;
  }

  private boolean name() {
    for (char[] name : NAMES) {
      int end = at + name.length;
      if (end <= size && Arrays.equals(text, at, end, name, 0, end - at)) {
        while (at < end) {
          take();
        }
        return true;
      }
    }
    return false;
  }

  /** A whole number that is not written otherwise than it would be. */
  private boolean number() {
    if (at < size && text[at] == '-') {
      take();
    }
    int begin = at;
    while (at < size && text[at] >= '0' && text[at] <= '9') {
      take();
    }
    int digits = at - begin;
    boolean zero = digits > 0 && text[begin] == '0';
    boolean negative = begin > 0 && text[begin - 1] == '-';
    return digits > 0 && digits <= LONGEST_NUMBER && !(zero && (digits > 1 || negative));
  }

  private boolean array(int depth) {
    take();
    if (takes(']')) {
      return true;
    }
    do {
      if (!value(depth)) {
        return false;
      }
    } while (takes(','));
    return takes(']');
  }

  /** A key and where it stands, with its value, in what is written. */
  private record Member(String key, int start, int end) {}

  private boolean object(int depth) {
    take();
    if (takes('}')) {
      return true;
    }
    List<Member> members = new ArrayList<>();
    boolean ordered = true;
    do {
      int start = length;
      if (next() != '"' || !string()) {
        return false;
      }
      String key = new String(written, start + 1, length - start - 2);
      if (key.length() > LONGEST_KEY || key.indexOf('\\') >= 0 || !takes(':') || !value(depth)) {
        return false;
      }
      int order = members.isEmpty() ? -1 : members.get(members.size() - 1).key().compareTo(key);
      ordered &= order < 0;
      members.add(new Member(key, start, length));
    } while (takes(','));
    return (ordered || sort(members)) && takes('}');
  }

  /** Puts members in the order of their keys; false where one comes twice. */
  private boolean sort(List<Member> members) {
    moved = true;
    int begin = members.get(0).start();
    char[] unsorted = Arrays.copyOfRange(written, begin, length);
    members.sort(Comparator.comparing(Member::key));
    int place = begin;
    String before = null;
    for (Member member : members) {
      if (member.key().equals(before)) {
        return false;
      }
      if (before != null) {
        written[place++] = ',';
      }
      int size = member.end() - member.start();
      System.arraycopy(unsorted, member.start() - begin, written, place, size);
      place += size;
      before = member.key();
    }
    return true;
  }
}

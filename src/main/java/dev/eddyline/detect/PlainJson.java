package dev.eddyline.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Canonicalizes simple JSON: sorts keys and removes spaces. Covers the arguments of most calls. Not
 * covered: fractions, non-minimal escapes, duplicate keys and invalid JSON.
 */
final class PlainJson {

  /** Maximum nesting; each level is a recursive call. */
  private static final int DEEPEST = 32;

  /** Maximum characters of keys and numbers; every JSON reader accepts these. */
  private static final int LONGEST_KEY = 1_000;

  private static final int LONGEST_NUMBER = 18;

  private static final char NOTHING = '\uffff';
  private static final List<char[]> NAMES =
      Stream.of("true", "false", "null").map(String::toCharArray).toList();

  /** Escapes that have no shorter form. */
  private static final String ESCAPED = "\"\\bfnrt";

  /** The text, possibly followed by other characters. */
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

  /** The canonical form of a text; empty if it is not covered. */
  static Optional<String> canonical(String text) {
    PlainJson json = new PlainJson(text);
    boolean plain = json.value(0) && json.next() == NOTHING && json.at == text.length();
    return plain ? Optional.of(json.isSame() ? text : json.whole()) : Optional.empty();
  }

  /** Whether the text was already canonical. */
  private boolean isSame() {
    return length == size && !moved;
  }

  private String whole() {
    return new String(written, 0, length);
  }

  /** The next non-space character, without consuming it. */
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

  /** An integer in canonical form. */
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

  /** A key, and the output range of its member. */
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

  /** Sorts members by key; false for a duplicate key. */
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

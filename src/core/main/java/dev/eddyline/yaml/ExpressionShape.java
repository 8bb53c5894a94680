package dev.eddyline.yaml;

/**
 * Properties of an expression before its compilation, which expands counted repetitions. Parses
 * RE2's syntax; the result is undefined for a text that RE2 rejects.
 *
 * @param minMatchLength minimum characters of a match
 * @param parts number of parts, with expanded counted repetitions
 * @param dependsOnPosition whether it has position assertions
 * @param nestedRepetition a nested repetition; null for none
 */
record ExpressionShape(
    long minMatchLength, long parts, boolean dependsOnPosition, String nestedRepetition) {

  private static final long FOREVER = Long.MAX_VALUE;
  private static final long MANY = 1_000_000_000L;

  static ExpressionShape of(String text) {
    ShapeParser walk = new ShapeParser(text);
    Part whole = walk.alternatives();
    return new ExpressionShape(
        whole.minMatchLength(), whole.parts(), walk.dependsOnPosition, walk.nestedRepetition);
  }

  /** A part: its minimum match, its size, and whether its content can repeat as a whole. */
  private record Part(long minMatchLength, long parts, boolean repeatable, boolean blank) {

    static final Part CHARACTER = new Part(1, 1, false, false);
    static final Part NOTHING = new Part(0, 1, false, true);
  }

  private static final class ShapeParser {

    private final String text;
    private int at;
    private boolean dependsOnPosition;
    private String nestedRepetition;

    ShapeParser(String text) {
      this.text = text;
    }

    Part alternatives() {
      Part all = sequence();
      while (at < text.length() && text.charAt(at) == '|') {
        at++;
        Part next = sequence();
        all =
            new Part(
                Math.min(all.minMatchLength(), next.minMatchLength()),
                bounded(all.parts() + next.parts()),
                all.repeatable() || next.repeatable(),
                false);
      }
      return all;
    }

    private Part sequence() {
      long least = 0;
      long parts = 0;
      boolean repeats = false;
      boolean fixed = false;
      while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
        Part part = repeated();
        least = bounded(least + part.minMatchLength());
        parts = bounded(parts + part.parts());
        repeats |= part.repeatable();
        fixed |= !part.repeatable() && !part.blank();
      }
      return new Part(least, parts, repeats && !fixed, false);
    }

    private Part repeated() {
      int start = at;
      Part part = atom();
      while (at < text.length()) {
        long[] times = times();
        if (times == null) {
          return part;
        }
        if (at < text.length() && text.charAt(at) == '?') {
          at++;
        }
        if (times[1] == FOREVER && part.repeatable() && nestedRepetition == null) {
          nestedRepetition = text.substring(start, at);
        }
        long copies = times[1] == FOREVER ? times[0] + 1 : Math.max(1, times[1]);
        part =
            new Part(
                bounded(part.minMatchLength() * times[0]),
                bounded(part.parts() * copies),
                times[0] != times[1] || part.repeatable(),
                part.blank());
      }
      return part;
    }

    /** The repetition operator here, as minimum and maximum; null for none. */
    private long[] times() {
      return switch (text.charAt(at)) {
        case '*' -> {
          at++;
          yield new long[] {0, FOREVER};
        }
        case '+' -> {
          at++;
          yield new long[] {1, FOREVER};
        }
        case '?' -> {
          at++;
          yield new long[] {0, 1};
        }
        case '{' -> counted();
        default -> null;
      };
    }

    private long[] counted() {
      int end = text.indexOf('}', at);
      if (end < 0 || !text.substring(at, end + 1).matches("\\{\\d{1,9}(?:,\\d{0,9})?\\}")) {
        return null;
      }
      String[] bounds = text.substring(at + 1, end).split(",", -1);
      at = end + 1;
      long least = Long.parseLong(bounds[0]);
      if (bounds.length == 1) {
        return new long[] {least, least};
      }
      return new long[] {least, bounds[1].isEmpty() ? FOREVER : Long.parseLong(bounds[1])};
    }

    private Part atom() {
      char first = text.charAt(at++);
      return switch (first) {
        case '(' -> group();
        case '[' -> set();
        case '\\' -> escape();
        case '^', '$' -> recordPositionAssertion();
        default -> Part.CHARACTER;
      };
    }

    private Part group() {
      if (text.startsWith("?", at)) {
        int end = at;
        while (end < text.length() && ":)>".indexOf(text.charAt(end)) < 0) {
          end++;
        }
        at = Math.min(end + 1, text.length());
        if (end < text.length() && text.charAt(end) == ')') {
          return Part.NOTHING;
        }
      }
      Part inside = alternatives();
      at = Math.min(at + 1, text.length());
      return inside;
    }

    private Part set() {
      at += text.startsWith("^", at) ? 1 : 0;
      int begin = at;
      while (at < text.length() && (text.charAt(at) != ']' || at == begin)) {
        int named = text.startsWith("[:", at) ? text.indexOf(":]", at) : -1;
        if (named >= 0) {
          at = named + 2;
        } else {
          at += text.charAt(at) == '\\' ? 2 : 1;
        }
      }
      at = Math.min(at + 1, text.length());
      return Part.CHARACTER;
    }

    private Part escape() {
      char escaped = at < text.length() ? text.charAt(at++) : '\\';
      if ("AzbB".indexOf(escaped) >= 0) {
        return recordPositionAssertion();
      }
      if (escaped == 'Q') {
        int end = text.indexOf("\\E", at);
        int length = (end < 0 ? text.length() : end) - at;
        at = end < 0 ? text.length() : end + 2;
        return new Part(length, length, false, length == 0);
      }
      if ("pPx".indexOf(escaped) >= 0 && text.startsWith("{", at)) {
        int end = text.indexOf('}', at);
        at = end < 0 ? text.length() : end + 1;
      } else if ("pP".indexOf(escaped) >= 0) {
        at = Math.min(at + 1, text.length());
      } else if (escaped == 'x') {
        at = Math.min(at + 2, text.length());
      } else if (escaped >= '0' && escaped <= '7') {
        int end = at;
        while (end < Math.min(at + 2, text.length()) && "01234567".indexOf(text.charAt(end)) >= 0) {
          end++;
        }
        at = end;
      }
      return Part.CHARACTER;
    }

    private Part recordPositionAssertion() {
      dependsOnPosition = true;
      return Part.NOTHING;
    }

    private static long bounded(long value) {
      return Math.min(value, MANY);
    }
  }
}

package dev.eddyline.detect;

import static dev.eddyline.detect.ScannedText.DIGIT;
import static dev.eddyline.detect.ScannedText.LETTER;
import static dev.eddyline.detect.ScannedText.MARK;
import static dev.eddyline.detect.ScannedText.WORD;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Finds the built-in classes of volatile parts, and parts that must stay, in one pass over a text
 * with collapsed spaces. At one position the first of {@link Kind} wins. Most parts begin at a
 * word, so the rest of a word is skipped.
 */
final class VolatileParts implements PartFinder {

  /** The kinds of parts, in order of precedence. */
  private enum Kind {
    KEPT,
    LINE,
    TIMESTAMP,
    UUID,
    DATE,
    TIME,
    ADDRESS,
    HASH,
    DURATION,
    PROCESS,
    TEMPORARY_PATH;

    private final String mask = "<" + title() + ">";

    String title() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** The names of the classes. */
  static final List<String> NAMES =
      Arrays.stream(Kind.values()).filter(kind -> kind != Kind.KEPT).map(Kind::title).toList();

  private static final WordShapes WORDS =
      new WordShapes(KeptParts.TELLING_WORDS, VolatileIds.NAMING_WORDS);

  private final ScannedText text;
  private final boolean volatiles;
  private final boolean lines;
  private Kind kind;
  private int start;
  private int end;

  private VolatileParts(ScannedText text, boolean volatiles, boolean lines) {
    this.text = text;
    this.volatiles = volatiles;
    this.lines = lines;
  }

  /**
   * All parts of a text.
   *
   * @param lines whether lines and columns are parts
   */
  static VolatileParts in(ScannedText text, boolean lines) {
    return new VolatileParts(text, true, lines);
  }

  /** The parts of a text that must stay. */
  static VolatileParts keptIn(ScannedText text) {
    return new VolatileParts(text, false, false);
  }

  @Override
  public boolean find(int from) {
    int at = from;
    while (at < text.length()) {
      char first = text.at(at);
      int classes = ScannedText.classes(first);
      int next = at + 1;
      if ((classes & LETTER) != 0) {
        int letters = text.end(next, LETTER);
        next = text.end(letters, WORD);
        if ((next > letters || mayBeginAtLetter(first, at, next)) && isAt(at)) {
          return true;
        }
      } else if ((classes & DIGIT) != 0) {
        int digits = text.end(next, DIGIT);
        next = text.end(digits, WORD);
        if ((next > digits || mayBeginAtDigit(at, next)) && isAt(at)) {
          return true;
        }
      } else if ((classes & MARK) != 0 && isAt(at)) {
        return true;
      } else if ((classes & WORD) != 0) {
        next = text.end(next, WORD);
      }
      at = next;
    }
    return false;
  }

  /** Whether a part may begin with a word of letters only: a cheap pre-check. */
  private boolean mayBeginAtLetter(char first, int at, int end) {
    boolean may =
        switch (text.at(end)) {
          case ' ', ',' -> first <= 'Z' && end - at <= VolatileTimes.LONGEST_NAME;
          case '(' -> first == 'a';
          case ':' -> end - at == 1;
          case '-' -> end - at == VolatileIds.UUID_BEGIN;
          default -> false;
        };
    return may || WORDS.mayBe(text, at, end) || text.isComparedSoon(at);
  }

  /** The same for a number: of a date, a time, a duration or a comparison. */
  private boolean mayBeginAtDigit(int at, int end) {
    boolean may =
        switch (text.at(end)) {
          case '-', '/', ':' -> true;
          case '.' -> text.is(end + 1, DIGIT);
          default -> VolatileTimes.mayBeUnit(text, end);
        };
    return may || text.isComparedSoon(at);
  }

  @Override
  public boolean isAt(int place) {
    start = place;
    char first = text.at(place);
    return ScannedText.isOf(first, WORD)
        ? !text.is(place - 1, WORD) && atWord(first, place)
        : atSign(first, place);
  }

  private boolean atWord(char first, int at) {
    if (ScannedText.isOf(first, DIGIT)) {
      return found(Kind.KEPT, KeptParts.operand(text, at)) || volatiles && atDigit(at);
    }
    return ScannedText.isOf(first, LETTER)
        && (found(Kind.KEPT, KeptParts.atLetter(text, at)) || volatiles && atLetter(first, at));
  }

  private boolean atDigit(int at) {
    return found(Kind.TIMESTAMP, VolatileTimes.timestamp(text, at))
        || found(Kind.UUID, VolatileIds.uuid(text, at))
        || found(Kind.DATE, VolatileTimes.date(text, at))
        || found(Kind.TIME, VolatileTimes.time(text, at))
        || found(Kind.ADDRESS, VolatileIds.address(text, at))
        || found(Kind.HASH, VolatileIds.hash(text, at))
        || found(Kind.DURATION, VolatileTimes.duration(text, at));
  }

  private boolean atLetter(char first, int at) {
    boolean found =
        switch (first) {
          case 'l', 'L', 'c', 'C', 'p', 'P' ->
              lines && found(Kind.LINE, VolatileIds.line(text, at));
          case 'M', 'T', 'W', 'S' -> found(Kind.DATE, VolatileTimes.namedDate(text, at));
          case 's' -> found(Kind.HASH, VolatileIds.namedHash(text, at));
          default -> false;
        };
    if (!found && (first | 32) <= 'f') {
      found =
          found(Kind.UUID, VolatileIds.uuid(text, at))
              || first == 'F' && found(Kind.DATE, VolatileTimes.namedDate(text, at))
              || found(Kind.HASH, VolatileIds.hash(text, at));
    } else if (!found && (first == 'p' || first == 'P' || first == 't' || first == 'T')) {
      found = found(Kind.PROCESS, VolatileIds.process(text, at));
    }
    return found || found(Kind.TEMPORARY_PATH, VolatileIds.temporaryPathOnDrive(text, at));
  }

  private boolean atSign(char sign, int at) {
    return switch (sign) {
      case '=' ->
          found(Kind.KEPT, KeptParts.compared(text, at))
              || volatiles && found(Kind.PROCESS, VolatileIds.processBetweenSigns(text, at));
      case '!' -> found(Kind.KEPT, KeptParts.compared(text, at));
      case '\'', '"' -> found(Kind.KEPT, KeptParts.operand(text, at));
      case ':' -> lines && found(Kind.LINE, VolatileIds.lineBehindColon(text, at));
      case '(' -> lines && found(Kind.LINE, VolatileIds.lineInBrackets(text, at));
      case '/' -> volatiles && found(Kind.TEMPORARY_PATH, VolatileIds.temporaryPath(text, at));
      default -> false;
    };
  }

  private boolean found(Kind what, int until) {
    if (until < 0) {
      return false;
    }
    kind = what;
    end = until;
    return true;
  }

  @Override
  public int start() {
    return start;
  }

  @Override
  public int end() {
    return end;
  }

  @Override
  public String mask() {
    return kind == Kind.KEPT ? null : kind.mask;
  }
}

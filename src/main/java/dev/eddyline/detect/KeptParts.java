package dev.eddyline.detect;

import static dev.eddyline.detect.ScannedText.DIGIT;
import static dev.eddyline.detect.ScannedText.SMALL_HEX;
import static dev.eddyline.detect.ScannedText.SPACE;
import static dev.eddyline.detect.ScannedText.VALUE;
import static dev.eddyline.detect.ScannedText.WORD;

import java.util.stream.Stream;

/**
 * Finds parts that must not be masked: expected and actual values, exit and status codes, both
 * sides of a comparison, and arguments of assertions.
 */
final class KeptParts {

  private static final String[][] TELLING = {
    {"actual", "actually"},
    {"but was"},
    {"code"},
    {},
    {"expected", "exit", "exited", "errno"},
    {},
    {"got"},
    {"http", "hresult"},
    {},
    {},
    {},
    {},
    {},
    {},
    {},
    {},
    {},
    {"received", "returned"},
    {"status"},
    {"to be", "to equal"},
    {},
    {},
    {"want", "wanted"},
    {},
    {},
    {},
  };

  /** Words that introduce a value. */
  static final String[] TELLING_WORDS =
      Stream.of(TELLING).flatMap(Stream::of).toArray(String[]::new);

  /** Words between such a word and its value. */
  private static final String[] LINKS = {
    "with", "code", "status", "value", "to", "be", "was", "is"
  };

  private static final int MOST_LINKS = 4;
  private static final int OPERAND = 80;
  private static final String QUOTES = "'\"";

  private KeptParts() {}

  /** End of the part that begins at this letter, the first of a word; -1 for none. */
  static int atLetter(ScannedText text, int at) {
    int value = told(text, at);
    if (value >= 0) {
      return value;
    }
    int compared = operand(text, at);
    return compared >= 0 ? compared : assertion(text, at);
  }

  /** A word that introduces a value, and the value. */
  private static int told(ScannedText text, int at) {
    int from = text.endOfSpoken(TELLING[(text.at(at) | 32) - 'a'], at);
    if (from < 0) {
      return -1;
    }
    for (int links = 0; links < MOST_LINKS; links++) {
      int link = text.end(from, SPACE);
      int end = link == from ? -1 : link(text, link);
      if (end < 0) {
        break;
      }
      from = end;
    }
    int signs = from;
    while (text.is(signs, SPACE) || text.isIn(signs, ":=")) {
      signs++;
    }
    int value = value(text, text.isIn(signs, "<[\"'(") ? signs + 1 : signs);
    if (value >= 0) {
      return value;
    }
    // a colon alone is a value too
    int colon = signs - 1;
    while (colon >= from && text.at(colon) != ':') {
      colon--;
    }
    return colon >= from ? colon + 1 : -1;
  }

  private static int link(ScannedText text, int at) {
    for (String link : LINKS) {
      if (text.speaks(link, at)) {
        return at + link.length();
      }
    }
    return -1;
  }

  private static int value(ScannedText text, int at) {
    if (VolatileTimes.isDay(text, at, "-") && text.at(at + 10) == ' ') {
      int time = at + 11;
      while (text.is(time, DIGIT) || text.isIn(time, ":.,")) {
        time++;
      }
      if (time > at + 11) {
        return time;
      }
    }
    int end = text.end(at, VALUE);
    return end > at ? end : -1;
  }

  /** A number or name and its comparison operand; may begin with a quote. */
  static int operand(ScannedText text, int at) {
    if (text.is(at - 1, WORD) || text.at(at - 1) == '.' || !text.isComparedSoon(at)) {
      return -1;
    }
    int begin = text.isIn(at, QUOTES) ? at + 1 : at;
    if (!text.is(begin, SMALL_HEX)) {
      return -1;
    }
    int end = begin + 1;
    while (end <= begin + OPERAND && text.is(end, VALUE) && text.at(end) != ':') {
      end++;
    }
    end = text.isIn(end, QUOTES) ? end + 1 : end;
    int unit = VolatileTimes.unit(text, end, VolatileTimes.SHORT_UNITS);
    int sign = unit < 0 ? end : unit;
    sign = text.at(sign) == ' ' ? sign + 1 : sign;
    if (!text.isComparison(sign)) {
      return -1;
    }
    int behind = sign + 2;
    if (text.at(behind) == '=') {
      if (VolatileIds.endOfNumberBetweenSigns(text, behind + 1) >= 0) {
        return behind;
      }
      behind++;
    } else if (VolatileIds.endOfNumberBetweenSigns(text, behind) >= 0) {
      return -1;
    }
    return endOfOther(text, behind);
  }

  /** A comparison sign and its right side. */
  static int compared(ScannedText text, int at) {
    if (!text.isComparison(at) || text.at(at - 1) == '=' || text.is(at - 1, DIGIT)) {
      return -1;
    }
    int behind = text.at(at + 2) == '=' ? at + 3 : at + 2;
    if (VolatileIds.endOfNumberBetweenSigns(text, behind) >= 0) {
      return -1;
    }
    int end = endOfOther(text, behind);
    return end > behind && text.is(end - 1, VALUE) ? end : -1;
  }

  private static int endOfOther(ScannedText text, int at) {
    int begin = text.at(at) == ' ' ? at + 1 : at;
    begin = text.isIn(begin, QUOTES) ? begin + 1 : begin;
    int end = begin;
    while (end < begin + OPERAND && text.is(end, VALUE)) {
      end++;
    }
    return end;
  }

  private static int assertion(ScannedText text, int at) {
    if (!text.says("assert", at)) {
      return -1;
    }
    int open = text.end(at + 6, WORD);
    if (open > at + 46 || text.at(open) != '(') {
      return -1;
    }
    int end = open + 1;
    for (int signs = 0; signs < 200 && end < text.length(); signs++) {
      char next = text.at(end);
      if (next == ')' || next == '\n') {
        break;
      }
      end += Character.isHighSurrogate(next) && Character.isLowSurrogate(text.at(end + 1)) ? 2 : 1;
    }
    return text.at(end) == ')' ? end + 1 : -1;
  }
}

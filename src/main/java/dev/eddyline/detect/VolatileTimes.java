package dev.eddyline.detect;

import static dev.eddyline.detect.ScannedText.DIGIT;
import static dev.eddyline.detect.ScannedText.SMALL;
import static dev.eddyline.detect.ScannedText.SPACE;
import static dev.eddyline.detect.ScannedText.WORD;

/**
 * Times, dates and durations in a text. Each method returns the end of a part that begins at an
 * index (not within a word), or -1 for none.
 */
final class VolatileTimes {

  /** Units of measured times. */
  static final String[] SHORT_UNITS = {
    "ns", "us", "µs", "ms", "s", "sec", "secs", "second", "seconds"
  };

  private static final String[] UNITS = {
    "ns", "us", "µs", "ms", "s", "sec", "secs", "second", "seconds", "min", "mins", "minute",
    "minutes", "hour", "hours"
  };

  private static final String BEGIN_OF_UNITS = "nuµmsh";

  private static final String[] LAST_UNITS = {"ms", "s", "sec", "secs", "second", "seconds"};

  /** Maximum characters of the name of a day or month. */
  static final int LONGEST_NAME = 9;

  private static final String DAYS = "Mon Tue Wed Thu Fri Sat Sun";
  private static final String MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";

  private VolatileTimes() {}

  /** Whether a date such as {@code 2026-03-01} begins here. */
  static boolean isDay(ScannedText text, int at, String hyphens) {
    return text.isIn(at + 4, hyphens)
        && text.isIn(at + 7, hyphens)
        && text.are(at, 4, DIGIT)
        && text.are(at + 5, 2, DIGIT)
        && text.are(at + 8, 2, DIGIT);
  }

  /** A date and a time. */
  static int timestamp(ScannedText text, int at) {
    boolean minutes =
        isDay(text, at, "-")
            && text.isIn(at + 10, "T ")
            && text.are(at + 11, 2, DIGIT)
            && isPart(text, at + 13);
    if (!minutes) {
      return -1;
    }
    int behind = at + 16;
    if (isPart(text, behind)) {
      int fraction = fraction(text, behind + 3);
      int end = fraction < 0 ? -1 : zoned(text, fraction);
      end = end < 0 ? zoned(text, behind + 3) : end;
      if (end >= 0) {
        return end;
      }
    }
    return zoned(text, behind);
  }

  /** Whether minutes or seconds follow. */
  private static boolean isPart(ScannedText text, int at) {
    return text.at(at) == ':' && text.are(at + 1, 2, DIGIT);
  }

  /** End of at most nine fractional digits of a second; -1 for none. */
  private static int fraction(ScannedText text, int at) {
    if (!text.isIn(at, ".,") || !text.is(at + 1, DIGIT)) {
      return -1;
    }
    int end = at + 2;
    while (end < at + 10 && text.is(end, DIGIT)) {
      end++;
    }
    return end;
  }

  /** End of a time, including its zone; -1 within a word. */
  private static int zoned(ScannedText text, int at) {
    int end = at;
    if (text.at(at) == 'Z') {
      end = at + 1;
    } else if (text.isIn(at, "+-") && text.are(at + 1, 2, DIGIT)) {
      int minutes = text.at(at + 3) == ':' ? at + 4 : at + 3;
      end = text.are(minutes, 2, DIGIT) ? minutes + 2 : at;
    }
    if (!text.is(end, WORD)) {
      return end;
    }
    return text.is(at, WORD) ? -1 : at;
  }

  /** A date in digits. */
  static int date(ScannedText text, int at) {
    if (isDay(text, at, "-/") && !text.is(at + 10, WORD)) {
      return at + 10;
    }
    int month = shortNumber(text, at);
    int year = month < 0 ? -1 : shortNumber(text, month);
    boolean ends = year >= 0 && text.are(year, 4, DIGIT) && !text.is(year + 4, WORD);
    return ends ? year + 4 : -1;
  }

  /** End of one or two digits and a slash. */
  private static int shortNumber(ScannedText text, int at) {
    int slash = text.is(at + 1, DIGIT) ? at + 2 : at + 1;
    return text.is(at, DIGIT) && text.at(slash) == '/' ? slash + 1 : -1;
  }

  /** A date that begins with the name of a day. */
  static int namedDate(ScannedText text, int at) {
    int day = named(text, at, DAYS);
    if (day < 0) {
      return -1;
    }
    int month = text.at(day) == ',' ? day + 1 : day;
    if (text.at(month) != ' ') {
      return -1;
    }
    month++;
    if (text.is(month, DIGIT)) {
      month = text.is(month + 1, DIGIT) ? month + 2 : month + 1;
      if (text.at(month) != ' ') {
        return -1;
      }
      month++;
    }
    int end = named(text, month, MONTHS);
    if (end < 0) {
      return -1;
    }
    if (text.at(end) == ' ' && text.is(end + 1, DIGIT)) {
      int behind = text.is(end + 2, DIGIT) ? end + 3 : end + 2;
      int dated = year(text, behind);
      if (dated >= 0) {
        return dated;
      }
    }
    return year(text, end);
  }

  /** End of a name with these first three letters and at most {@link #LONGEST_NAME} letters. */
  private static int named(ScannedText text, int at, String names) {
    for (int i = 0; i < names.length(); i += 4) {
      if (text.at(at) == names.charAt(i)
          && text.at(at + 1) == names.charAt(i + 1)
          && text.at(at + 2) == names.charAt(i + 2)) {
        int end = at + 3;
        while (end < at + LONGEST_NAME && text.is(end, SMALL)) {
          end++;
        }
        return end;
      }
    }
    return -1;
  }

  /** End of a year, or this index without one; -1 within a word. */
  private static int year(ScannedText text, int at) {
    if (text.at(at) == ' ' && text.are(at + 1, 4, DIGIT) && !text.is(at + 5, WORD)) {
      return at + 5;
    }
    return text.is(at, WORD) ? -1 : at;
  }

  /** A time of day, to the second. */
  static int time(ScannedText text, int at) {
    int minutes = text.is(at + 1, DIGIT) ? at + 2 : at + 1;
    if (!text.is(at, DIGIT) || !isPart(text, minutes) || !isPart(text, minutes + 3)) {
      return -1;
    }
    int end = minutes + 6;
    int fraction = fraction(text, end);
    if (fraction >= 0 && !text.is(fraction, WORD)) {
      return fraction;
    }
    return text.is(end, WORD) ? -1 : end;
  }

  /** A duration, in one unit or several. */
  static int duration(ScannedText text, int at) {
    int hours = part(text, at, 'h');
    int end = hours < 0 ? -1 : belowHours(text, hours);
    return end < 0 ? belowHours(text, at) : end;
  }

  private static int belowHours(ScannedText text, int at) {
    int minutes = part(text, at, 'm');
    int end = minutes < 0 ? -1 : inUnits(text, minutes);
    return end < 0 ? inUnits(text, at) : end;
  }

  /** End of a number, its unit and an optional space. */
  private static int part(ScannedText text, int at, char unit) {
    int end = text.end(at, DIGIT);
    if (end == at || text.at(end) != unit) {
      return -1;
    }
    return text.at(end + 1) == ' ' ? end + 2 : end + 1;
  }

  private static int inUnits(ScannedText text, int at) {
    int end = measured(text, at, UNITS);
    int more = end < 0 ? -1 : measured(text, text.end(end, SPACE), LAST_UNITS);
    return more < 0 ? end : more;
  }

  private static int measured(ScannedText text, int at, String[] units) {
    int end = text.end(at, DIGIT);
    if (end == at) {
      return -1;
    }
    if (text.at(end) == '.' && text.is(end + 1, DIGIT)) {
      end = text.end(end + 1, DIGIT);
    }
    return unit(text, end, units);
  }

  /** Whether a unit may begin here or after a space, by its first letter. */
  static boolean mayBeUnit(ScannedText text, int at) {
    return text.isIn(text.at(at) == ' ' ? at + 1 : at, BEGIN_OF_UNITS);
  }

  /** End of one of the units, after an optional space. */
  static int unit(ScannedText text, int at, String[] units) {
    return text.endOfSaid(units, text.at(at) == ' ' ? at + 1 : at);
  }
}

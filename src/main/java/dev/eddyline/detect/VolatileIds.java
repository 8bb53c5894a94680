package dev.eddyline.detect;

import static dev.eddyline.detect.ScannedText.DIGIT;
import static dev.eddyline.detect.ScannedText.HEX;
import static dev.eddyline.detect.ScannedText.LETTER;
import static dev.eddyline.detect.ScannedText.SMALL;
import static dev.eddyline.detect.ScannedText.SMALL_HEX;
import static dev.eddyline.detect.ScannedText.SPACE;
import static dev.eddyline.detect.ScannedText.WORD;

import java.util.stream.Stream;

/**
 * Ids, addresses, hashes, numbers of processes and lines, and temporary paths in a text. Each
 * method returns the end of a part that begins at an index, or -1 for none.
 */
final class VolatileIds {

  private static final String[] LINES = {
    "line", "lines", "ln", "col", "column", "char", "character", "position"
  };

  private static final String[] PROCESS_IDS = {"pid", "tid", "process id", "thread id"};
  private static final String[] PROCESSES = {"process", "thread"};

  /** Words that name what follows them: a line, a process. */
  static final String[] NAMING_WORDS =
      Stream.of(LINES, PROCESS_IDS, PROCESSES).flatMap(Stream::of).toArray(String[]::new);

  /** Digits of a UUID before its first hyphen. */
  static final int UUID_BEGIN = 8;

  private static final String[] TEMPORARY = {"/tmp/", "/var/tmp/", "/var/folders/"};
  private static final String TEMP = "\\Temp\\";

  private VolatileIds() {}

  /** A line or column introduced by such a word. */
  static int line(ScannedText text, int at) {
    return numbered(text, text.endOfSpoken(LINES, at), ":#");
  }

  /** End of a number, after optional signs of this set and spaces. */
  private static int numbered(ScannedText text, int at, String signs) {
    int begin = at;
    while (begin >= 0 && (text.is(begin, SPACE) || text.isIn(begin, signs))) {
      begin++;
    }
    return begin < 0 ? -1 : wholeNumber(text, begin);
  }

  /** End of a number that is not followed by a word character. */
  private static int wholeNumber(ScannedText text, int at) {
    int end = text.end(at, DIGIT);
    return end > at && !text.is(end, WORD) ? end : -1;
  }

  /** Line and column after a file extension, as in {@code a.ts:1:2}. */
  static int lineBehindColon(ScannedText text, int at) {
    int line = text.end(at + 1, DIGIT);
    if (line == at + 1 || !isBehindEnding(text, at)) {
      return -1;
    }
    int column = text.at(line) == ':' ? wholeNumber(text, line + 1) : -1;
    if (column >= 0) {
      return column;
    }
    return text.is(line, WORD) ? -1 : line;
  }

  /** The same in brackets, as in {@code a.ts(1,2)}. */
  static int lineInBrackets(ScannedText text, int at) {
    int line = text.end(at + 1, DIGIT);
    if (line == at + 1 || !isBehindEnding(text, at)) {
      return -1;
    }
    int end = line;
    if (text.at(line) == ',' && text.is(line + 1, DIGIT)) {
      end = text.end(line + 1, DIGIT);
    }
    return text.at(end) == ')' ? end + 1 : -1;
  }

  /** Whether a full stop and one to four letters precede an index. */
  private static boolean isBehindEnding(ScannedText text, int at) {
    int stop = at - 1;
    while (stop > at - 5 && text.is(stop, LETTER)) {
      stop--;
    }
    return stop < at - 1 && text.at(stop) == '.';
  }

  /** A UUID. */
  static int uuid(ScannedText text, int at) {
    boolean found =
        text.at(at + UUID_BEGIN) == '-'
            && text.at(at + 13) == '-'
            && text.at(at + 18) == '-'
            && text.at(at + 23) == '-'
            && text.are(at, UUID_BEGIN, HEX)
            && text.are(at + 9, 4, HEX)
            && text.are(at + 14, 4, HEX)
            && text.are(at + 19, 4, HEX)
            && text.are(at + 24, 12, HEX)
            && !text.is(at + 36, WORD);
    return found ? at + 36 : -1;
  }

  /** An address in memory. */
  static int address(ScannedText text, int at) {
    int end = text.at(at) == '0' && text.at(at + 1) == 'x' ? text.end(at + 2, HEX) : at;
    return end >= at + 6 && end <= at + 18 && !text.is(end, WORD) ? end : -1;
  }

  /** A hash in hexadecimal digits, with at least one digit and one letter. */
  static int hash(ScannedText text, int at) {
    int end = text.end(at, SMALL_HEX);
    if (end < at + 7 || end > at + 64 || text.is(end, WORD)) {
      return -1;
    }
    int digits = 0;
    for (int i = at; i < end; i++) {
      digits += text.is(i, DIGIT) ? 1 : 0;
    }
    return digits > 0 && digits < end - at ? end : -1;
  }

  /** A hash after the name of its algorithm. */
  static int namedHash(ScannedText text, int at) {
    int colon = text.says("sha", at) ? text.end(at + 3, DIGIT) : at;
    if (colon < at + 4 || text.at(colon) != ':') {
      return -1;
    }
    int end = text.end(colon + 1, SMALL_HEX);
    return end > colon + 1 && !text.is(end, WORD) ? end : -1;
  }

  /** The number of a process or thread introduced by such a word. */
  static int process(ScannedText text, int at) {
    int named = numbered(text, text.endOfSpoken(PROCESS_IDS, at), ":=#-");
    if (named >= 0) {
      return named;
    }
    int sign = text.endOfSpoken(PROCESSES, at);
    if (sign < 0) {
      return -1;
    }
    if (text.isIn(sign, ":=#-")) {
      return wholeNumber(text, text.at(sign + 1) == ' ' ? sign + 2 : sign + 1);
    }
    int end = text.at(sign) == ' ' ? wholeNumber(text, sign + 1) : -1;
    return end < 0 || isCount(text, end) ? -1 : end;
  }

  /** Whether a plural after a number shows that it is a count. */
  private static boolean isCount(ScannedText text, int at) {
    int end = text.at(at) == ' ' ? text.end(at + 1, SMALL) : at;
    return end >= at + 6 && text.at(end - 1) == 's' && !text.is(end, WORD);
  }

  /** A process as Valgrind writes it: {@code ==4711==}. */
  static int processBetweenSigns(ScannedText text, int at) {
    return text.says("==", at) ? endOfNumberBetweenSigns(text, at + 2) : -1;
  }

  /** End of a number followed by two equals signs. */
  static int endOfNumberBetweenSigns(ScannedText text, int at) {
    int end = text.end(at, DIGIT);
    return end > at && text.says("==", end) ? end + 2 : -1;
  }

  /** A path below a temporary folder. */
  static int temporaryPath(ScannedText text, int at) {
    int root = text.says("/private", at) ? at + 8 : at;
    for (String folder : TEMPORARY) {
      if (text.says(folder, root)) {
        int begin = root + folder.length();
        int end = endOfPath(text, begin, "'\":,)");
        return end > begin ? end : -1;
      }
    }
    return -1;
  }

  private static int endOfPath(ScannedText text, int at, String ends) {
    int end = at;
    while (end < text.length() && !text.is(end, SPACE) && !text.isIn(end, ends)) {
      end++;
    }
    return end;
  }

  /** A path below a Windows folder for temporary files. */
  static int temporaryPathOnDrive(ScannedText text, int at) {
    if (text.at(at + 1) != ':' || text.at(at + 2) != '\\') {
      return -1;
    }
    int last = endOfPath(text, at + 3, "'\":");
    for (int folder = last - TEMP.length() - 1; folder >= at + 3; folder--) {
      if (text.says(TEMP, folder)) {
        int begin = folder + TEMP.length();
        int end = endOfPath(text, begin, "'\":,)");
        if (end > begin) {
          return end;
        }
      }
    }
    return -1;
  }
}

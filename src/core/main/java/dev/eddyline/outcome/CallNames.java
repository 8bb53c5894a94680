package dev.eddyline.outcome;

import dev.eddyline.text.Hash;
import dev.eddyline.text.Text;
import dev.eddyline.text.Truncation;
import dev.eddyline.text.Words;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Hashes of words and names, by which calls are compared with earlier results. */
final class CallNames {

  /** Characters of arguments that are read. */
  private static final int MAX_ARGUMENTS = 2_000;

  private static final int MAX_WORDS = 300;
  private static final int MAX_NAMES = 60;

  private static final int MAX_NUMBERS = 10;

  /** Lines of a result that may offer names. */
  private static final int MAX_LINES = 80;

  /** Signs within and at the end of a name, which begins with a letter or number. */
  private static final String JOINTS = "_.@+-";

  private static final Pattern NUMBER = Pattern.compile("\\p{L}{0,20}+\\d[\\p{L}\\p{N}]{0,20}+");

  private static final Pattern PROGRAM = Pattern.compile("\\S++(?: [a-z][a-z-]*+(?![^\\s]))?");

  private CallNames() {}

  /**
   * A hash of the tool and of what is left of its arguments without their names; of a command with
   * its program.
   */
  static int frame(String tool, String command, String values) {
    String cut = Truncation.truncate(command.isEmpty() ? values : command, MAX_ARGUMENTS);
    return Long.hashCode(Hash.of(tool, program(command), signs(cut)));
  }

  /** A hash of the tool, and of the program of a command, 16 bits. */
  static int tool(String tool, String command) {
    return (int) Hash.of(tool, program(command)) & 0xffff;
  }

  /** The program of a command, and its subcommand such as {@code rebase}. */
  private static String program(String command) {
    Matcher program = PROGRAM.matcher(command);
    return program.lookingAt() ? program.group() : "";
  }

  /** The words of a text, identifiers also split into their words. */
  static CompactHashes words(String text) {
    String cut = Truncation.truncate(text, MAX_ARGUMENTS);
    LongStream.Builder words = LongStream.builder();
    Text read = Text.of(cut);
    Words.each(
        read,
        (start, end) -> {
          words.add(Words.plainHash(read, start, end));
          String word = read.source().substring(start, end);
          String split = Words.splitIdentifiers(word);
          if (!split.equals(word)) {
            Stream.of(split.split(" ")).mapToLong(CallNames::word).forEach(words);
          }
        });
    return CompactHashes.of(words.build().toArray(), MAX_WORDS);
  }

  static long word(String word) {
    return Hash.of(Words.plain(word));
  }

  /** The names and numbers in a text. */
  static CompactHashes in(String text) {
    return CompactHashes.of(names(Truncation.truncate(text, MAX_ARGUMENTS), MAX_NAMES), MAX_NAMES);
  }

  /** The first words of a text that have a digit, each after a line break. */
  static String numbers(String text) {
    return NUMBER
        .matcher(Truncation.truncate(text, MAX_ARGUMENTS))
        .results()
        .limit(MAX_NUMBERS)
        .map(number -> "\n" + number.group())
        .collect(Collectors.joining());
  }

  /** Hashes of the first distinct names of a text. */
  static long[] names(String text, int most) {
    Set<Long> names = new HashSet<>();
    for (int at = nextName(text, 0);
        at < text.length() && names.size() < most;
        at = nextName(text, endOfName(text, at))) {
      names.add(hashOfName(text, at));
    }
    return names.stream().mapToLong(Long::longValue).toArray();
  }

  /** The text without its names. */
  private static String signs(String text) {
    StringBuilder signs = new StringBuilder();
    for (int at = 0; at < text.length(); ) {
      int name = nextName(text, at);
      signs.append(text, at, name);
      at = endOfName(text, name);
    }
    return signs.toString();
  }

  /** Index of the first name from an index on; the text's length without one. */
  private static int nextName(String text, int from) {
    int at = from;
    while (at < text.length() && !isLetterOrNumber(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  /** Index behind a name. */
  private static int endOfName(String text, int start) {
    int at = start;
    while (at < text.length()
        && (isLetterOrNumber(text.codePointAt(at)) || JOINTS.indexOf(text.charAt(at)) >= 0)) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  private static boolean isLetterOrNumber(int character) {
    return Character.isLetterOrDigit(character)
        || Character.getType(character) == Character.LETTER_NUMBER
        || Character.getType(character) == Character.OTHER_NUMBER;
  }

  /** The first and last name of each line: what a list offers to be looked at. */
  static long[] offered(List<String> lines) {
    LongStream.Builder names = LongStream.builder();
    for (String line : lines.subList(0, Math.min(lines.size(), MAX_LINES))) {
      String cut = Truncation.truncate(line, MAX_ARGUMENTS);
      int first = nextName(cut, 0);
      int last = first;
      for (int at = first; at < cut.length(); at = nextName(cut, endOfName(cut, at))) {
        last = at;
      }
      if (first < cut.length()) {
        names.add(hashOfName(cut, first));
      }
      if (first < last) {
        names.add(hashOfName(cut, last));
      }
    }
    return names.build().toArray();
  }

  private static long hashOfName(String text, int start) {
    String plain = text.substring(start, endOfName(text, start)).toLowerCase(Locale.ROOT);
    return Hash.of(plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain);
  }
}

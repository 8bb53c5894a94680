package dev.eddyline.outcome;

import dev.eddyline.text.Hash;
import dev.eddyline.text.Text;
import dev.eddyline.text.Truncation;
import dev.eddyline.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}_.@+-]*+");

  private static final Pattern NUMBER = Pattern.compile("\\p{L}{0,20}+\\d[\\p{L}\\p{N}]{0,20}+");

  private static final Pattern PROGRAM = Pattern.compile("\\S++(?: [a-z][a-z-]*+(?![^\\s]))?");

  private CallNames() {}

  /**
   * A hash of the tool and of what is left of its arguments without their names; of a command with
   * its program.
   */
  static int frame(String tool, String command, String values) {
    String cut = Truncation.truncate(command.isEmpty() ? values : command, MAX_ARGUMENTS);
    return Long.hashCode(Hash.of(tool, program(command), NAME.matcher(cut).replaceAll("")));
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
    Set<Long> words = new HashSet<>();
    Words.each(
        Text.of(cut),
        (start, end) -> {
          String word = cut.substring(start, end);
          words.add(word(word));
          String split = Words.splitIdentifiers(word);
          if (!split.equals(word)) {
            Stream.of(split.split(" ")).map(CallNames::word).forEach(words::add);
          }
        });
    return CompactHashes.of(words, MAX_WORDS);
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

  static Set<Long> names(String text, int most) {
    Set<Long> names = new LinkedHashSet<>();
    Matcher name = NAME.matcher(text);
    while (names.size() < most && name.find()) {
      names.add(hash(name.group()));
    }
    return names;
  }

  /** The first and last name of each line: what a list offers to be looked at. */
  static Set<Long> offered(List<String> lines) {
    Set<Long> names = new LinkedHashSet<>();
    for (String line : lines.subList(0, Math.min(lines.size(), MAX_LINES))) {
      List<String> ofLine = new ArrayList<>();
      Matcher name = NAME.matcher(Truncation.truncate(line, MAX_ARGUMENTS));
      while (name.find()) {
        if (ofLine.size() == 2) {
          ofLine.remove(1);
        }
        ofLine.add(name.group());
      }
      ofLine.forEach(each -> names.add(hash(each)));
    }
    return names;
  }

  private static long hash(String name) {
    String plain = name.toLowerCase(Locale.ROOT);
    return Hash.of(plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain);
  }
}

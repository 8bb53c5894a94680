package dev.eddyline.outcome;

import dev.eddyline.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words of a tool's name, or of the command that it runs, in lower case.
 *
 * @param all the words
 * @param own those without the name of a server, which comes before two underscores
 */
record NameWords(List<String> all, List<String> own) {

  private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}]+");

  static NameWords of(String name) {
    int server = name.lastIndexOf("__");
    List<String> all = split(name);
    return new NameWords(all, server < 0 ? all : split(name.substring(server)));
  }

  private static List<String> split(String name) {
    return List.of(SEPARATOR.split(Words.splitIdentifiers(name).toLowerCase(Locale.ROOT)));
  }

  /** Whether one of the words is in a set. */
  boolean hasAny(Set<String> some) {
    return all.stream().anyMatch(some::contains);
  }
}

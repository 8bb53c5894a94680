package dev.eddyline.prose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words and phrases that plain technical English does not use, and what to say instead. */
final class Dialect {

  private static final Path LIST =
      Path.of("src", "it", "test", "resources", "prose", "dialect.tsv");

  private record Phrase(Pattern pattern, String instead) {}

  private final List<Phrase> phrases = new ArrayList<>();

  Dialect() throws IOException {
    for (String line : Files.readAllLines(LIST)) {
      if (!line.startsWith("#")) {
        String[] columns = line.split("\t");
        phrases.add(
            new Phrase(
                Pattern.compile(
                    "(?<![\\w-])(" + columns[0] + ")(?![\\w-])", Pattern.CASE_INSENSITIVE),
                columns[1]));
      }
    }
  }

  /** What is wrong with a text, one message for each phrase in it; empty if nothing is. */
  List<String> problems(String text) {
    List<String> problems = new ArrayList<>();
    for (Phrase phrase : phrases) {
      Matcher found = phrase.pattern.matcher(text);
      while (found.find()) {
        problems.add("\"%s\": say %s".formatted(found.group(), phrase.instead));
      }
    }
    return problems;
  }
}

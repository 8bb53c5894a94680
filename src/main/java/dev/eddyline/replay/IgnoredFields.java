package dev.eddyline.replay;

import dev.eddyline.json.ParsedEvents;
import dev.eddyline.replay.EventLineReader.InputLine;
import dev.eddyline.text.Nearest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Counts unknown field names in lines, with the first position of each and the nearest known name.
 * The first few names are listed, the rest only counted.
 */
final class IgnoredFields {

  /** Maximum number of listed names. */
  static final int MAX_NAMES = 10;

  private record FirstOccurrence(int times, InputLine line, String hint) {

    FirstOccurrence incremented() {
      return new FirstOccurrence(times + 1, line, hint);
    }

    String describe() {
      return "%d (first in %s:%d%s)".formatted(times, line.file(), line.numberInFile(), hint);
    }
  }

  private final Map<String, FirstOccurrence> firstByName = new LinkedHashMap<>();
  private int others;

  /** Adds the unknown names of a line. */
  void addNames(ParsedEvents read, InputLine line) {
    for (String name : read.ignored()) {
      FirstOccurrence first = firstByName.get(name);
      if (first != null) {
        firstByName.put(name, first.incremented());
      } else if (firstByName.size() < MAX_NAMES) {
        firstByName.put(name, new FirstOccurrence(1, line, Nearest.hint(name, read.known())));
      } else {
        others++;
      }
    }
  }

  boolean isEmpty() {
    return firstByName.isEmpty();
  }

  /** The names as text on one line. */
  String describe() {
    String names =
        firstByName.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue().describe())
            .collect(Collectors.joining(", "));
    return others == 0 ? names : names + ", others " + others;
  }
}

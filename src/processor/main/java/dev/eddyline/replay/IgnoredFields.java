package dev.eddyline.replay;

import dev.eddyline.json.ParsedEvents;
import dev.eddyline.keys.Nearest;
import dev.eddyline.replay.EventLineReader.InputLine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Counts unknown field names in lines, with the first position of each and the nearest known name.
 * The first few names are listed, the rest only counted.
 */
final class IgnoredFields {

  /** Maximum number of listed names. */
  static final int MAX_LISTED_FIELD_NAMES = 10;

  private record FieldOccurrences(int times, InputLine line, String hint) {

    FieldOccurrences withIncrementedCount() {
      return new FieldOccurrences(times + 1, line, hint);
    }

    String describeCountAndFirstLine() {
      return "%d (first in %s:%d%s)".formatted(times, line.file(), line.numberInFile(), hint);
    }
  }

  private final Map<String, FieldOccurrences> occurrencesByFieldName = new LinkedHashMap<>();
  private int others;

  /** Adds the unknown names of a line. */
  void countIgnoredFields(ParsedEvents read, InputLine line) {
    for (String name : read.ignored()) {
      FieldOccurrences first = occurrencesByFieldName.get(name);
      if (first != null) {
        occurrencesByFieldName.put(name, first.withIncrementedCount());
      } else if (occurrencesByFieldName.size() < MAX_LISTED_FIELD_NAMES) {
        occurrencesByFieldName.put(
            name, new FieldOccurrences(1, line, Nearest.hint(name, read.known())));
      } else {
        others++;
      }
    }
  }

  boolean isEmpty() {
    return occurrencesByFieldName.isEmpty();
  }

  /** The names as text on one line. */
  String describeOnOneLine() {
    String names =
        occurrencesByFieldName.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue().describeCountAndFirstLine())
            .collect(Collectors.joining(", "));
    return others == 0 ? names : names + ", others " + others;
  }
}

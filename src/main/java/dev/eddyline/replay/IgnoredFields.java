package dev.eddyline.replay;

import dev.eddyline.json.ParsedEvents;
import dev.eddyline.replay.EventLines.Line;
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
  static final int MOST = 10;

  private record First(int times, Line line, String hint) {

    First again() {
      return new First(times + 1, line, hint);
    }

    String told() {
      return "%d (first in %s:%d%s)".formatted(times, line.file(), line.numberInFile(), hint);
    }
  }

  private final Map<String, First> firsts = new LinkedHashMap<>();
  private int others;

  /** Adds the unknown names of a line. */
  void seen(ParsedEvents read, Line line) {
    for (String name : read.ignored()) {
      First first = firsts.get(name);
      if (first != null) {
        firsts.put(name, first.again());
      } else if (firsts.size() < MOST) {
        firsts.put(name, new First(1, line, Nearest.hint(name, read.known())));
      } else {
        others++;
      }
    }
  }

  boolean isEmpty() {
    return firsts.isEmpty();
  }

  /** The names as text on one line. */
  String told() {
    String told =
        firsts.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue().told())
            .collect(Collectors.joining(", "));
    return others == 0 ? told : told + ", others " + others;
  }
}

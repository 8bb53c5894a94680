package dev.eddyline.text;

import java.util.ArrayList;
import java.util.List;

/** The parts of a text in the order of their starts; a line may overlap the part behind it. */
final class Parts {

  /**
   * A part.
   *
   * @param start index of its first character
   * @param end index behind its last character
   */
  record Part(PartKind kind, int start, int end) {}

  private final List<Part> parts = new ArrayList<>();

  /** Adds a part; it takes the place of a line that it overlaps and begins before. */
  void add(PartKind kind, int start, int end) {
    if (!parts.isEmpty()) {
      Part last = parts.get(parts.size() - 1);
      if (start < last.start() && last.start() < end) {
        parts.remove(parts.size() - 1);
      }
    }
    parts.add(new Part(kind, start, end));
  }

  /** All parts. */
  List<Part> all() {
    return parts;
  }
}

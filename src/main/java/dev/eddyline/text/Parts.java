package dev.eddyline.text;

import java.util.Arrays;

/** The parts of a text in the order of their starts; a line may overlap the part behind it. */
final class Parts {

  private static final int FIELDS = 3;
  private static final PartKind[] KINDS = PartKind.values();

  /** Kind, start and end of each part. */
  private int[] fields = new int[8 * FIELDS];

  private int length;

  /** Adds a part; it takes the place of a line that it overlaps and begins before. */
  void add(PartKind kind, int start, int end) {
    int last = count() - 1;
    if (last >= 0 && start < start(last) && start(last) < end) {
      length -= FIELDS;
    }
    if (length == fields.length) {
      fields = Arrays.copyOf(fields, 2 * length);
    }
    fields[length++] = kind.ordinal();
    fields[length++] = start;
    fields[length++] = end;
  }

  /** Whether one is of a kind. */
  boolean has(PartKind kind) {
    for (int part = 0; part < count(); part++) {
      if (kind(part) == kind) {
        return true;
      }
    }
    return false;
  }

  /** Number of parts. */
  int count() {
    return length / FIELDS;
  }

  /** The kind of a part. */
  PartKind kind(int part) {
    return KINDS[fields[part * FIELDS]];
  }

  /** Index of a part's first character. */
  int start(int part) {
    return fields[part * FIELDS + 1];
  }

  /** Index behind a part's last character. */
  int end(int part) {
    return fields[part * FIELDS + 2];
  }
}

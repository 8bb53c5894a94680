package dev.eddyline.detect;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A way round told in the same words wherever it was entered. */
final class Rotation {

  private Rotation() {}

  /** The names on the way round, in the rotation that is first in the order of text. */
  static String smallest(List<String> round) {
    List<String> names = new ArrayList<>(round);
    String smallest = String.join(" ", names);
    for (int turn = 1; turn < names.size(); turn++) {
      Collections.rotate(names, -1);
      String candidate = String.join(" ", names);
      smallest = candidate.compareTo(smallest) < 0 ? candidate : smallest;
    }
    return smallest;
  }
}

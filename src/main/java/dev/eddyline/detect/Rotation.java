package dev.eddyline.detect;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Normalizes cycles, independent of their entry point. */
final class Rotation {

  private Rotation() {}

  /** The names of the cycle, in the lexicographically smallest rotation. */
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

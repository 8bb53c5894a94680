package dev.eddyline.detect.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Normalizes cycles, independent of their entry point. */
public final class Rotation {

  private Rotation() {}

  /** The names of the cycle, in the lexicographically smallest rotation. */
  public static String smallest(List<String> cycle) {
    List<String> names = new ArrayList<>(cycle);
    String smallest = String.join(" ", names);
    for (int rotation = 1; rotation < names.size(); rotation++) {
      Collections.rotate(names, -1);
      String candidate = String.join(" ", names);
      smallest = candidate.compareTo(smallest) < 0 ? candidate : smallest;
    }
    return smallest;
  }
}

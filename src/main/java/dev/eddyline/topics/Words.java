package dev.eddyline.topics;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** How names are written in the catalogue, and which known one somebody meant. */
final class Words {

  private static final int FURTHEST = 3;

  private Words() {}

  /** An enum constant in lower case, its words joined by the separator. */
  static String spoken(Enum<?> constant, char separator) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', separator);
  }

  /** The known word nearest to a wrong one, empty when none is near. */
  static Optional<String> nearest(String wrong, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(word -> distance(wrong, word)))
        .filter(word -> distance(wrong, word) <= Math.min(FURTHEST, word.length() / 2));
  }

  /** Number of letters to insert, delete or replace to make one word of the other. */
  private static int distance(String one, String other) {
    int[] above = new int[other.length() + 1];
    for (int column = 0; column <= other.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= one.length(); row++) {
      int[] here = new int[other.length() + 1];
      here[0] = row;
      for (int column = 1; column <= other.length(); column++) {
        int replaced = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
        here[column] =
            Math.min(above[column - 1] + replaced, 1 + Math.min(above[column], here[column - 1]));
      }
      above = here;
    }
    return above[other.length()];
  }
}

package dev.eddyline.policy;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The known word nearest to an unknown one, for error messages. */
public final class Nearest {

  private Nearest() {}

  /** The nearest word by edit distance, if any word is there. */
  public static Optional<String> of(String word, Collection<String> known) {
    return known.stream().min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  private static int distance(String a, String b) {
    String left = a.substring(0, Math.min(a.length(), 64)).toLowerCase(java.util.Locale.ROOT);
    String right = b.toLowerCase(java.util.Locale.ROOT);
    int[] row = new int[right.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int substitution = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitution, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[right.length()];
  }
}

package dev.eddyline.keys;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Suggests the known word nearest to an unknown one, for error messages. */
public final class Nearest {

  /** A typo has at most one edit for this many letters. */
  private static final int LETTERS_PER_EDIT = 2;

  private static final int LONGEST = 64;

  private Nearest() {}

  /** Fewest letters of a word that is searched for in known ones. */
  private static final int SHORTEST_PART = 3;

  /**
   * The known word with the smallest edit distance, if a typo is likely; or else the shortest one
   * that begins or ends with the word.
   */
  public static Optional<String> of(String word, Collection<String> known) {
    String cut = word.substring(0, Math.min(word.length(), LONGEST)).toLowerCase(Locale.ROOT);
    String best = null;
    int fewest = Math.max(1, cut.length() / LETTERS_PER_EDIT) + 1;
    for (String candidate : known) {
      int edits =
          LevenshteinDistance.getDefaultInstance().apply(cut, candidate.toLowerCase(Locale.ROOT));
      if (edits < fewest) {
        fewest = edits;
        best = candidate;
      }
    }
    return Optional.ofNullable(best).or(() -> withPart(cut, known));
  }

  private static Optional<String> withPart(String part, Collection<String> known) {
    return part.length() < SHORTEST_PART
        ? Optional.empty()
        : known.stream()
            .filter(
                candidate -> {
                  String lower = candidate.toLowerCase(Locale.ROOT);
                  return lower.startsWith(part) || lower.endsWith(part);
                })
            .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
  }

  /** {@code "; nearest: WORD"}, or an empty text if no known word is near. */
  public static String hint(String word, Collection<String> known) {
    return of(word, known).map(nearest -> "; nearest: " + nearest).orElse("");
  }
}

package dev.eddyline.language;

import java.util.Set;

/** Inflections of English words: plurals and forms of verbs. */
final class EnglishInflections {

  private static final Set<String> ENDINGS = Set.of("s", "es", "d", "ed", "ing", "ies", "ied");

  private EnglishInflections() {}

  /** Whether a word is an inflected form of another, both in lower case. */
  static boolean isInflection(String word, String base) {
    int common = 0;
    while (common < Math.min(word.length(), base.length())
        && word.charAt(common) == base.charAt(common)) {
      common++;
    }
    String rest = base.substring(common);
    String ending = word.substring(common);
    boolean doubled =
        rest.isEmpty()
            && common > 1
            && !ending.isEmpty()
            && ending.charAt(0) == base.charAt(base.length() - 1)
            && ENDINGS.contains(ending.substring(1));
    return doubled
        || (rest.isEmpty() || rest.equals("e") || rest.equals("y")) && ENDINGS.contains(ending);
  }
}

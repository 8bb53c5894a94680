package dev.eddyline.language;

import org.jspecify.annotations.Nullable;

/**
 * How terms are written, which are stored as strings: {@code =enable=} is a concept, {@code <x} and
 * {@code >x} are directions from and to x, and {@code @} begins the frame.
 */
public final class TermForm {

  /** What precedes a term that is the source of a direction. */
  static final char FROM = '<';

  /** What precedes a term that is the target of a direction. */
  static final char TO = '>';

  static final char NONE = ' ';

  /** What precedes a term that is not content of its own. */
  static final String QUALIFIERS = "" + FROM + TO + '@';

  /** What precedes a name behind its direction. */
  static final String NAME = "!";

  /** What precedes a text's language and its words without content. */
  static final char FRAME = '@';

  private TermForm() {}

  /** The term of a concept. */
  static String concept(String key) {
    return "=" + key + "=";
  }

  /** Whether a term says that another is a source. */
  public static boolean isSource(String term) {
    return !term.isEmpty() && term.charAt(0) == FROM;
  }

  /** Whether a term says that another is a target. */
  public static boolean isTarget(String term) {
    return !term.isEmpty() && term.charAt(0) == TO;
  }

  /** Whether the direction is to or from a name. */
  static boolean isNamed(String direction) {
    return direction.startsWith(NAME, 1);
  }

  /** The content that a direction is about. */
  static String directed(String term) {
    return term.substring(term.startsWith(NAME, 1) ? 2 : 1);
  }

  /** Whether a term has the language and the words without content. */
  public static boolean isFrame(String term) {
    return !term.isEmpty() && term.charAt(0) == FRAME;
  }

  /** Whether a term says that its text is in English. */
  public static boolean isOfEnglish(String term) {
    return isFrame(term) && term.startsWith(Language.ENGLISH.code(), 1);
  }

  /** The words without content, a bit each; 0 if the term is of another kind. */
  public static long frame(String term) {
    return isFrame(term) ? Long.parseLong(term.substring(3), Character.MAX_RADIX) : 0;
  }

  /** Whether a term only qualifies another, and is not content of its own. */
  public static boolean isQualifier(String term) {
    return !term.isEmpty() && QUALIFIERS.indexOf(term.charAt(0)) >= 0;
  }

  /**
   * The term that contradicts a qualifier: the same as target, or source; null if there is none.
   */
  public static @Nullable String opposite(String term) {
    return switch (term.isEmpty() ? NONE : term.charAt(0)) {
      case FROM -> TO + term.substring(1);
      case TO -> FROM + term.substring(1);
      default -> null;
    };
  }
}

package dev.eddyline.detect;

import dev.eddyline.text.Expression;
import java.util.BitSet;
import java.util.List;

/**
 * Makes an event's text fit to leave for topics, console or model: secrets and personal data are
 * replaced, what is long is cut.
 */
public final class Redaction {

  /** Keys, tokens, passwords, private keys and e-mail addresses. */
  public static final List<Secret> SHIPPED_SECRETS = ShippedSecrets.ALL;

  /** How many characters are looked at, as a multiple of {@link #maxChars}. */
  private static final int LOOK_AHEAD = 4;

  private static final String REPLACEMENT = "<redacted>";
  private static final String ELLIPSIS = "…";

  private final int maxChars;
  private final List<Secret> secrets;
  private final Needles needles;
  private final List<Expression> own;

  /**
   * How texts are made fit to leave.
   *
   * @param maxChars longest text that leaves, in characters, at least 20
   * @param secrets what is replaced by {@code <redacted>}
   * @param own the same, as a policy adds it
   */
  public Redaction(int maxChars, List<Secret> secrets, List<Expression> own) {
    this(
        maxChars,
        List.copyOf(secrets),
        new Needles(secrets.stream().map(Secret::needed).toList()),
        List.copyOf(own));
  }

  /** Redaction without anything that a policy adds. */
  public Redaction(int maxChars, List<Secret> secrets) {
    this(maxChars, secrets, List.of());
  }

  private Redaction(int maxChars, List<Secret> secrets, Needles needles, List<Expression> own) {
    if (maxChars < 20) {
      throw new IllegalArgumentException("maxChars must be ≥ 20, was " + maxChars);
    }
    this.maxChars = maxChars;
    this.secrets = secrets;
    this.needles = needles;
    this.own = own;
  }

  /** Longest text that leaves, in characters. */
  public int maxChars() {
    return maxChars;
  }

  /** The same, cut at another length. */
  Redaction cutAt(int chars) {
    return new Redaction(chars, secrets, needles, own);
  }

  /** The text on one line, redacted and then cut; what lies far behind the cut is not looked at. */
  public String apply(String text) {
    return cut(line(redacted(text), maxChars), maxChars);
  }

  /** Whether a text may leave as it is: nothing in it is secret, nor is it too long. */
  boolean lets(String text) {
    return text.length() <= maxChars && redacted(text).equals(text);
  }

  private String redacted(String text) {
    String seen = beginning(text);
    // no replacement adds a word that a secret needs
    BitSet found = needles.in(seen);
    for (int i = found.nextSetBit(0); i >= 0; i = found.nextSetBit(i + 1)) {
      seen = secrets.get(i).replacedIn(seen, REPLACEMENT);
    }
    for (Expression secret : own) {
      seen = secret.replaceIn(seen, REPLACEMENT);
    }
    return seen;
  }

  /** The text's beginning with a mark that there is more, of at most so many characters. */
  static String cut(String text, int most) {
    return text.length() <= most ? text : Cut.at(text, most - 1) + ELLIPSIS;
  }

  /** The text on one line, where it may leave as it is. */
  static String line(String text) {
    return line(text, text.length());
  }

  /** The text with each run of spaces as one; no more of it than shows that it is too long. */
  private static String line(String whole, int maxChars) {
    String text = whole.strip();
    StringBuilder line = new StringBuilder(Math.min(text.length(), maxChars + 1));
    boolean space = false;
    for (int at = 0; at < text.length() && line.length() <= maxChars; at++) {
      char next = text.charAt(at);
      boolean again = ScannedText.isOf(next, ScannedText.SPACE);
      if (!again || !space) {
        line.append(again ? ' ' : next);
      }
      space = again;
    }
    return line.toString();
  }

  /**
   * As much as is looked at: up to a space, quote or ampersand, since a word that the end cuts in
   * two could be half a secret; all of it where none is near.
   */
  private String beginning(String text) {
    int most = maxChars * LOOK_AHEAD;
    if (text.length() <= most) {
      return text;
    }
    int end = most;
    while (end > maxChars && !endsWord(text.charAt(end))) {
      end--;
    }
    return text.substring(0, end > maxChars ? end : most);
  }

  private static boolean endsWord(char character) {
    return Character.isWhitespace(character) || "\"'&".indexOf(character) >= 0;
  }
}

package dev.eddyline.detect.redaction;

import dev.eddyline.text.Truncation;
import dev.eddyline.yaml.Expression;
import java.util.BitSet;
import java.util.List;

/**
 * Redacts secrets and personal data in texts for topics, console and model, and truncates long
 * texts.
 */
public final class Redaction {

  /** Keys, tokens, passwords, private keys and e-mail addresses. */
  public static final List<Secret> SHIPPED_SECRETS = ShippedSecrets.ALL;

  /** Their words, once for all policies: the search for words takes memory and time to build. */
  private static final RequiredWords SHIPPED_WORDS = wordsOf(SHIPPED_SECRETS);

  /** Number of characters scanned, as a multiple of {@link #maxChars}. */
  private static final int LOOK_AHEAD = 4;

  private static final String REPLACEMENT = "<redacted>";

  private final int maxChars;
  private final List<Secret> secrets;
  private final RequiredWords requiredWords;
  private final List<Expression> policyPatterns;

  /**
   * Creates a redaction.
   *
   * @param maxChars maximum characters of a redacted text, ≥ 20
   * @param secrets what is replaced by {@code <redacted>}
   * @param own the same, added by a policy
   */
  public Redaction(int maxChars, List<Secret> secrets, List<Expression> own) {
    this(
        maxChars,
        List.copyOf(secrets),
        secrets.equals(SHIPPED_SECRETS) ? SHIPPED_WORDS : wordsOf(secrets),
        List.copyOf(own));
  }

  /** A redaction without a policy's patterns. */
  public Redaction(int maxChars, List<Secret> secrets) {
    this(maxChars, secrets, List.of());
  }

  private Redaction(
      int maxChars, List<Secret> secrets, RequiredWords requiredWords, List<Expression> own) {
    if (maxChars < 20) {
      throw new IllegalArgumentException("maxChars must be ≥ 20, was " + maxChars);
    }
    this.maxChars = maxChars;
    this.secrets = secrets;
    this.requiredWords = requiredWords;
    this.policyPatterns = own;
  }

  private static RequiredWords wordsOf(List<Secret> secrets) {
    return new RequiredWords(secrets.stream().map(Secret::requiredWords).toList());
  }

  /** A text with the shipped secrets replaced, neither truncated nor put on one line. */
  public static String redactSecrets(String text) {
    return replaceSecrets(text, SHIPPED_SECRETS, SHIPPED_WORDS);
  }

  private static String replaceSecrets(
      String text, List<Secret> secrets, RequiredWords requiredWords) {
    String redactedText = text;
    // no replacement adds a required word
    BitSet found = requiredWords.in(redactedText);
    for (int i = found.nextSetBit(0); i >= 0; i = found.nextSetBit(i + 1)) {
      redactedText = secrets.get(i).replaceSecretsIn(redactedText, REPLACEMENT);
    }
    return redactedText;
  }

  /** Maximum characters of a redacted text. */
  public int maxChars() {
    return maxChars;
  }

  /** A copy with another maximum length. */
  public Redaction withMaxChars(int chars) {
    return new Redaction(chars, secrets, requiredWords, policyPatterns);
  }

  /** The text on one line, redacted and then truncated; text far behind the end is not scanned. */
  public String apply(String text) {
    return Truncation.shorten(toSingleLine(redacted(text), maxChars), maxChars);
  }

  /** Whether a text needs neither redaction nor truncation. */
  public boolean isUnchangedByRedaction(String text) {
    return text.length() <= maxChars && redacted(text).equals(text);
  }

  private String redacted(String text) {
    String redactedText = replaceSecrets(scannedPart(text), secrets, requiredWords);
    for (Expression secret : policyPatterns) {
      redactedText = secret.replaceIn(redactedText, REPLACEMENT);
    }
    return redactedText;
  }

  /** The text on one line, not redacted. */
  public static String toSingleLine(String text) {
    return toSingleLine(text, text.length());
  }

  /** The same, with at most one character more than the maximum. */
  public static String toSingleLine(String whole, int maxChars) {
    String text = whole.strip();
    StringBuilder line = new StringBuilder(Math.min(text.length(), maxChars + 1));
    boolean space = false;
    for (int at = 0; at < text.length() && line.length() <= maxChars; at++) {
      char next = text.charAt(at);
      boolean isSpace = next == ' ' || next >= '\t' && next <= '\r';
      if (!isSpace || !space) {
        line.append(isSpace ? ' ' : next);
      }
      space = isSpace;
    }
    return line.toString();
  }

  /**
   * The scanned part of a text. Ends at a space, quote or ampersand if one is near, since a
   * truncated word could be half a secret; and not within a number of several groups.
   */
  private String scannedPart(String text) {
    int most = maxChars * LOOK_AHEAD;
    if (text.length() <= most) {
      return text;
    }
    int end = most;
    while (end > maxChars && !endsWord(text.charAt(end))) {
      end--;
    }
    if (end == maxChars) {
      return text.substring(0, most);
    }
    int beforeNumber = end;
    while (beforeNumber > maxChars && CheckedNumbers.isPart(text.charAt(beforeNumber - 1))) {
      beforeNumber--;
    }
    return text.substring(0, beforeNumber > maxChars ? beforeNumber : end);
  }

  private static boolean endsWord(char character) {
    return Character.isWhitespace(character) || "\"'&".indexOf(character) >= 0;
  }
}

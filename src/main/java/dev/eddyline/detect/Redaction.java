package dev.eddyline.detect;

import dev.eddyline.text.Expression;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Makes an event's text fit to leave for topics, console or model: secrets and personal data are
 * replaced, what is long is cut.
 *
 * @param maxChars longest text that leaves, in characters, at least 20
 * @param secrets what is replaced by {@code <redacted>}
 * @param own the same, as a policy adds it
 */
public record Redaction(int maxChars, List<Pattern> secrets, List<Expression> own) {

  /** How many characters are looked at, as a multiple of {@link #maxChars}. */
  private static final int LOOK_AHEAD = 4;

  private static final String REPLACEMENT = "<redacted>";
  private static final String ELLIPSIS = "…";

  /** What is said of a secret without telling it. */
  private static final String STATES =
      "(?:not|missing|required|invalid|incorrect|wrong|expired|empty|null|undefined)(?![\\w-])";

  /** A quote, also one that stands in a JSON string. */
  private static final String QUOTE = "(?:\\\\{0,3}[\"'])";

  /** A text in quotes to their end, the text's or the seen part's. */
  private static final String QUOTED =
      "\"(?:[^\"\\\\]|\\\\.)*+\"?|'(?:[^'\\\\]|\\\\.)*+'?"
          + "|(?<escape>\\\\{1,3})[\"'](?:(?!(?<!\\\\)\\k<escape>[\"']).)*+(?:\\k<escape>[\"'])?";

  /** Keys, tokens, passwords, private keys and e-mail addresses. */
  public static final List<Pattern> SHIPPED_SECRETS =
      List.of(
          Pattern.compile(
              "-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(-----END [A-Z ]*-----|\\z)"),
          Pattern.compile(
              "(?i)(?<![a-z0-9])authorization"
                  + (QUOTE + "?\\s*[:=]\\s*" + QUOTE + "?(?:[a-z][a-z0-9-]*\\s+)?[^\\s\"',]+")),
          Pattern.compile(
              "(?i)(?<![a-z0-9])(?:bearer|basic)\\s+(?!authentication(?!\\w))[a-z0-9._~+/=-]{8,}"),
          Pattern.compile(
              "(?is)(?<![a-z0-9_-])(?=[a-z0-9_-]*(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?key|token|credential))"
                  + ("[a-z0-9_-]++" + QUOTE + "?(?:\\s*[:=]+>?\\s*|\\s+is\\s+(?!" + STATES + "))")
                  + ("(?:" + QUOTED + "|[^\\s,;&]+)")),
          Pattern.compile(
              "(?is)(?<![a-z0-9_-])--?(?=[a-z0-9_-]*(?:password|passwd|pwd|secret|key|token|credential))"
                  + ("[a-z0-9_-]++(?:\\s+|" + QUOTE + "\\s*,\\s*)(?:" + QUOTED + "|\\S+)")),
          Pattern.compile(
              "(?i)(?<![a-z0-9_-])x-(?=[a-z0-9-]*(?:key|token|secret))[a-z0-9-]++\\s+\\S+"),
          Pattern.compile("(?i)(?<![a-z0-9])cookie" + QUOTE + "?\\s*[:=]\\s*[^\\r\\n]+"),
          Pattern.compile("(?i)[?&](?:x-amz-)?(?:sig|signature|code|key|auth)=[^&\\s\"']+"),
          Pattern.compile(
              "(?<![A-Za-z0-9_])eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]*)?"),
          Pattern.compile(
              "(?<![A-Za-z0-9])(?:(?:sk|pk|rk|gh[oprsu]|github_pat|glpat|xox[abprs])[-_]|AKIA|ASIA)[-_A-Za-z0-9]{12,}"),
          Pattern.compile("://[^/\\s:@]*:[^/\\s\"']+@"),
          Pattern.compile(
              "[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){1,8}"));

  public Redaction {
    Objects.requireNonNull(secrets, "secrets");
    secrets = List.copyOf(secrets);
    own = List.copyOf(own);
    if (maxChars < 20) {
      throw new IllegalArgumentException("maxChars must be ≥ 20, was " + maxChars);
    }
  }

  /** Redaction without anything that a policy adds. */
  public Redaction(int maxChars, List<Pattern> secrets) {
    this(maxChars, secrets, List.of());
  }

  /** The same, cut at another length. */
  Redaction cutAt(int chars) {
    return new Redaction(chars, secrets, own);
  }

  /** The text on one line, redacted and then cut; what lies far behind the cut is not looked at. */
  public String apply(String text) {
    String seen = beginning(text);
    for (Pattern secret : secrets) {
      seen = secret.matcher(seen).replaceAll(REPLACEMENT);
    }
    for (Expression secret : own) {
      seen = secret.replaceIn(seen, REPLACEMENT);
    }
    seen = seen.strip().replaceAll("\\s+", " ");
    return cut(seen, maxChars);
  }

  /** The text's beginning with a mark that there is more, of at most so many characters. */
  static String cut(String text, int most) {
    return text.length() <= most ? text : Cut.at(text, most - 1) + ELLIPSIS;
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

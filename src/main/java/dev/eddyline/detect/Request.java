package dev.eddyline.detect;

import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.MatchKind;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What one agent asks of another, as far as it is compared.
 *
 * @param exact hash of the text
 * @param normalized hash of the text with volatile parts masked; ids are not: they name what is
 *     meant
 * @param content what it is about
 */
public record Request(long exact, long normalized, WordList content) {

  /** Characters whose content is looked at: more than any question has. */
  private static final int MAX_CHARS = 16_384;

  /** Characters of the shortest part of an id. */
  private static final int LEAST_ID = 7;

  /** A word of these is a part of an id. */
  private static final Pattern ID = Pattern.compile("(?=.{0,40}\\d)(?=.{0,40}[a-f])[0-9a-f]{7,40}");

  public Request {
    Objects.requireNonNull(content, "content");
  }

  /** The request of a text. */
  static Request of(String text, Masking masking, EventTexts texts) {
    Redaction redaction = texts.redaction().cutAt(MAX_CHARS);
    WordList content = ContentWords.of(text, redaction.lets(text) ? text : redaction.apply(text));
    String ids =
        content.names().stream()
            .filter(name -> name.length() >= LEAST_ID && ID.matcher(name).matches())
            .sorted()
            .collect(Collectors.joining(" "));
    return new Request(Hash.of(text), Hash.of(texts.masked(text, masking).plain(), ids), content);
  }

  /** The first of the requests that are remembered as one. */
  static Request of(KnownRequest known) {
    return new Request(
        known.getExact(), known.getNormalized(), WordList.of(known.getWords(), known.getWhole()));
  }

  /** How far it agrees with another letter for letter; null where it does not. */
  MatchKind agrees(Request other) {
    if (exact == other.exact) {
      return MatchKind.EXACT;
    }
    return normalized == other.normalized ? MatchKind.NORMALIZED : null;
  }
}

package dev.eddyline.detect;

import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.SpokenMeaning;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request or response in the form for comparison.
 *
 * @param exact hash of the text
 * @param normalized hash of the text with volatile parts masked, except ids, which identify the
 *     subject
 * @param content its content words
 * @param fits whether it fits the sentence model whole
 * @param plain whether it needs no redaction
 * @param vector its sentence vector, if known
 * @param wordings hashes of other texts with the same meaning
 */
public record Request(
    long exact,
    long normalized,
    WordList content,
    boolean fits,
    boolean plain,
    Optional<SentenceVector> vector,
    List<Long> wordings) {

  /** Characters whose content is analyzed. */
  private static final int MAX_CHARS = 16_384;

  /** Minimum characters of a part of an id. */
  private static final int LEAST_ID = 7;

  /** Matches a part of an id. */
  private static final Pattern ID = Pattern.compile("(?=.{0,40}\\d)(?=.{0,40}[a-f])[0-9a-f]{7,40}");

  /** Masks of parts that a request may be about; timestamps are excluded. */
  private static final List<String> MEANT =
      List.of("<duration>", "<date>", "<process>", "<address>", "<temporary path>");

  public Request {
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(vector, "vector");
    wordings = List.copyOf(wordings);
  }

  /** Creates a request from a text. */
  static Request of(String text, Masking masking, EventTexts texts) {
    Redaction redaction = texts.redaction().cutAt(MAX_CHARS);
    boolean plain = redaction.lets(text);
    WordList content = ContentWords.of(text, plain ? text : redaction.apply(text));
    String masked = texts.masked(text, masking).plain();
    boolean numbers = isMeant(masked);
    List<String> ids = content.names();
    ids.removeIf(name -> !isId(name) && !(numbers && Character.isDigit(name.charAt(0))));
    Collections.sort(ids);
    return new Request(
        Hash.of(text),
        Hash.of(masked, String.join(" ", ids)),
        content,
        CoreText.fits(text),
        plain,
        Optional.empty(),
        List.of());
  }

  private static boolean isMeant(String masked) {
    if (masked.indexOf('<') >= 0) {
      for (String meant : MEANT) {
        if (masked.contains(meant)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isId(String name) {
    return name.length() >= LEAST_ID && ID.matcher(name).matches();
  }

  /** The first of stored requests that were merged. */
  static Request of(KnownRequest known) {
    return LiveRequest.of(known).request();
  }

  /** The same, with decoded content words. */
  static Request of(KnownRequest known, WordList content) {
    return remembered(
        known.getExact(),
        known.getNormalized(),
        content,
        Requests.isComparable(known),
        known.getVector(),
        known.getWordings());
  }

  /** A stored response in the form for comparison. */
  static Request of(SpokenMeaning known) {
    return remembered(
        known.getExact(),
        known.getNormalized(),
        WordList.of(known.getWords(), known.getWhole()),
        known.getText() != null || known.getVector() != null,
        known.getVector(),
        List.of());
  }

  private static Request remembered(
      long exact,
      long normalized,
      WordList content,
      boolean fits,
      ByteBuffer vector,
      List<Long> wordings) {
    return new Request(
        exact,
        normalized,
        content,
        fits,
        true,
        Optional.ofNullable(vector).map(SentenceVector::new),
        wordings);
  }

  /** How it matches another by hash; null if it does not. */
  @Nullable MatchKind agrees(Request other) {
    if (exact == other.exact || wordings.contains(other.exact) || other.wordings.contains(exact)) {
      return MatchKind.EXACT;
    }
    return normalized == other.normalized ? MatchKind.NORMALIZED : null;
  }
}

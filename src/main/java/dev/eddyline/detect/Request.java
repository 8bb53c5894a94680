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
 * What one agent asks of another, or says, as far as it is compared.
 *
 * @param exact hash of the text
 * @param normalized hash of the text with volatile parts masked; ids are not: they name what is
 *     meant
 * @param content what it is about
 * @param fits whether a sentence model can be given it whole
 * @param plain whether nothing in it has to be redacted
 * @param vector what it means, as far as that is known
 * @param wordings hashes of other texts that were found to ask for the same
 */
public record Request(
    long exact,
    long normalized,
    WordList content,
    boolean fits,
    boolean plain,
    Optional<SentenceVector> vector,
    List<Long> wordings) {

  /** Characters whose content is looked at: more than any question has. */
  private static final int MAX_CHARS = 16_384;

  /** Characters of the shortest part of an id. */
  private static final int LEAST_ID = 7;

  /** A word of these is a part of an id. */
  private static final Pattern ID = Pattern.compile("(?=.{0,40}\\d)(?=.{0,40}[a-f])[0-9a-f]{7,40}");

  /**
   * What masking makes of what a request asks for: a span of time, a day, a process, a place. The
   * time that a clock adds is none of it.
   */
  private static final List<String> MEANT =
      List.of("<duration>", "<date>", "<process>", "<address>", "<temporary path>");

  public Request {
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(vector, "vector");
    wordings = List.copyOf(wordings);
  }

  /** The request of a text. */
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

  /** The first of the requests that are remembered as one. */
  static Request of(KnownRequest known) {
    return LiveRequest.of(known).request();
  }

  /** The same, its content words read. */
  static Request of(KnownRequest known, WordList content) {
    return remembered(
        known.getExact(),
        known.getNormalized(),
        content,
        Requests.isComparable(known),
        known.getVector(),
        known.getWordings());
  }

  /** What a response says, compared as requests are. */
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

  /** How far it agrees with another letter for letter; null where it does not. */
  @Nullable MatchKind agrees(Request other) {
    if (exact == other.exact || wordings.contains(other.exact) || other.wordings.contains(exact)) {
      return MatchKind.EXACT;
    }
    return normalized == other.normalized ? MatchKind.NORMALIZED : null;
  }
}

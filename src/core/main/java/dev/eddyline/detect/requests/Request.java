package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.EventTexts;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.detect.similarity.ContentWords;
import dev.eddyline.detect.similarity.CoreText;
import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.detect.similarity.WordList;
import dev.eddyline.language.Contrasts;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.SpokenMeaning;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import dev.eddyline.text.PartKind;
import dev.eddyline.text.Text;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request or response in the form for comparison.
 *
 * @param exactHash hash of the text
 * @param normalizedHash hash of the text with volatile parts masked, except ids, which identify the
 *     subject
 * @param contentWords its content words
 * @param fitsSentenceModel whether it fits the sentence model whole
 * @param needsNoRedaction whether it needs no redaction
 * @param vector its sentence vector, if known
 * @param equivalentTextHashes hashes of other texts with the same meaning
 */
public record Request(
    long exactHash,
    long normalizedHash,
    WordList contentWords,
    boolean fitsSentenceModel,
    boolean needsNoRedaction,
    Optional<SentenceVector> vector,
    List<Long> equivalentTextHashes) {

  /** Characters whose content is analyzed. */
  private static final int MAX_CHARS = 16_384;

  /** Minimum characters of a part of an id. */
  private static final int MIN_ID_PART_CHARS = 7;

  /** Matches a part of an id. */
  private static final Pattern ID = Pattern.compile("(?=.{0,40}\\d)(?=.{0,40}[a-f])[0-9a-f]{7,40}");

  /** Parts that a request may be about; timestamps are excluded. */
  private static final List<PartKind> MEANINGFUL_PARTS =
      List.of(
          PartKind.DURATION,
          PartKind.DATE,
          PartKind.PROCESS,
          PartKind.ADDRESS,
          PartKind.TEMPORARY_PATH);

  public Request {
    Objects.requireNonNull(contentWords, "contentWords");
    Objects.requireNonNull(vector, "vector");
    equivalentTextHashes = List.copyOf(equivalentTextHashes);
  }

  /** Creates a request from a text. */
  public static Request of(String text, Masking masking, EventTexts texts) {
    Redaction redaction = texts.redaction().withMaxChars(MAX_CHARS);
    boolean plain = redaction.isUnchangedByRedaction(text);
    WordList content = ContentWords.of(texts.read(text), plain ? text : redaction.apply(text));
    Text read = texts.read(text, masking);
    boolean numbers = MEANINGFUL_PARTS.stream().anyMatch(read::has);
    List<String> ids = new ArrayList<>(content.words());
    ids.removeIf(word -> !isId(word) && !(numbers && isPartOfDate(word)));
    Collections.sort(ids);
    return new Request(
        Hash.of(text),
        Hash.of(Long.toHexString(read.maskedHash()), String.join(" ", ids)),
        content,
        CoreText.fitsSentenceModel(text),
        plain,
        Optional.empty(),
        List.of());
  }

  private static boolean isPartOfDate(String word) {
    return !word.isEmpty() && Character.isDigit(word.charAt(0)) || Contrasts.isOneOfMany(word);
  }

  private static boolean isId(String name) {
    return name.length() >= MIN_ID_PART_CHARS && ID.matcher(name).matches();
  }

  /** The first of stored requests that were merged. */
  static Request of(KnownRequest known) {
    return CachedRequest.of(known).request();
  }

  /** The same, with decoded content words. */
  static Request of(KnownRequest known, WordList content) {
    return fromState(
        known.getExact(),
        known.getNormalized(),
        content,
        KnownRequests.isComparable(known),
        known.getVector(),
        known.getWordings());
  }

  /** A stored response in the form for comparison. */
  public static Request of(SpokenMeaning known) {
    return fromState(
        known.getExact(),
        known.getNormalized(),
        WordList.of(known.getWords(), known.getWhole()),
        known.getText() != null || known.getVector() != null,
        known.getVector(),
        List.of());
  }

  private static Request fromState(
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
  @Nullable MatchKind hashMatchKind(Request other) {
    if (exactHash == other.exactHash
        || equivalentTextHashes.contains(other.exactHash)
        || other.equivalentTextHashes.contains(exactHash)) {
      return MatchKind.EXACT;
    }
    return normalizedHash == other.normalizedHash ? MatchKind.NORMALIZED : null;
  }
}

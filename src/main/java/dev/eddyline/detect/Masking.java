package dev.eddyline.detect;

import dev.eddyline.yaml.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Replaces volatile parts (times, addresses, ids, temporary paths) by the name of their class, so
 * that equal failures and results can be recognized. Counts, exit and status codes, expected and
 * actual values stay.
 *
 * <p>One pass over the text: the first class that matches at a position wins; parts that must stay
 * come first. Masks contain nothing that a class could match, so masking is idempotent.
 */
public final class Masking {

  /** Characters that are masked; the rest is compared unmasked. */
  static final int MAX_CHARS = 32_768;

  private static final String NAME_MASK = "name";

  private final Optional<PolicyMaskingClasses> policyClasses;

  private Masking(Optional<PolicyMaskingClasses> own) {
    this.policyClasses = own;
  }

  /** Masking with the built-in classes. */
  public static Masking shipped() {
    return new Masking(Optional.empty());
  }

  /** Names that a policy's classes must not use. */
  public List<String> reservedClassNames() {
    List<String> names = new ArrayList<>(VolatileParts.NAMES);
    names.add(NAME_MASK);
    return names;
  }

  /**
   * Adds a policy's classes, which come before the built-in ones, but after parts that must stay.
   *
   * @param own expressions by the name of their class
   */
  public Masking withPolicyClasses(Map<String, Expression> own) {
    return own.isEmpty()
        ? this
        : new Masking(Optional.of(new PolicyMaskingClasses(own, reservedClassNames())));
  }

  /** The text with volatile parts masked, except lines and columns. */
  public String mask(String text) {
    return maskedForms(text).plain();
  }

  /** The text with its volatile parts, lines and columns masked. */
  public String maskWithLines(String text) {
    return maskedForms(text).unlined();
  }

  /** The text masked like {@link #maskWithLines}, its quoted and trailing names masked too. */
  public String template(String text) {
    return maskedForms(text).template();
  }

  /** All masked forms of the text. */
  MaskedText maskedForms(String text) {
    return new MaskedText(this, text);
  }

  String withoutNames(String masked) {
    return NameParts.masked(masked, "<" + NAME_MASK + ">");
  }

  String masked(String text, boolean lines) {
    String head = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS);
    ScannedText spaced = ScannedText.spaced(AnsiEscapes.removeAnsiEscapes(head));
    String masked =
        policyClasses.isPresent()
            ? policyClasses
                .get()
                .mask(
                    spaced.whole(),
                    piece -> VolatileParts.in(ScannedText.of(piece), lines),
                    piece -> VolatileParts.keptIn(ScannedText.of(piece)))
            : masked(spaced, VolatileParts.in(spaced, lines));
    return text.length() <= MAX_CHARS ? masked : masked + text.substring(MAX_CHARS);
  }

  private static String masked(ScannedText text, PartFinder parts) {
    MaskedChars masked = null;
    int from = 0;
    int at = 0;
    while (parts.find(at)) {
      at = parts.end();
      if (parts.mask() != null) {
        masked = masked == null ? new MaskedChars(text) : masked;
        masked.add(from, parts.start(), parts.mask());
        from = at;
      }
    }
    return masked == null ? text.whole() : masked.endingWith(from);
  }
}

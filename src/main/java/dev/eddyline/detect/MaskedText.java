package dev.eddyline.detect;

import org.jspecify.annotations.Nullable;

/** The masked forms of a text, computed on first use. Not thread-safe. */
final class MaskedText {

  private final Masking masking;
  private final String text;
  private @Nullable String plain;
  private @Nullable String unlined;
  private @Nullable String template;

  MaskedText(Masking masking, String text) {
    this.masking = masking;
    this.text = text;
  }

  /** Whether it was created from this text (the same object) by this masking. */
  @SuppressWarnings("ReferenceEquality") // equals() would cost more than it saves
  boolean isOf(String other, Masking by) {
    return text == other && masking == by;
  }

  /** The text with volatile parts masked, except lines and columns. */
  String plain() {
    plain = plain == null ? masking.masked(text, false) : plain;
    return plain;
  }

  /** The text with its volatile parts, lines and columns masked. */
  String unlined() {
    unlined = unlined == null ? masking.masked(text, true) : unlined;
    return unlined;
  }

  /** The same with quoted and trailing names masked too. */
  String template() {
    template = template == null ? masking.withoutNames(unlined()) : template;
    return template;
  }
}

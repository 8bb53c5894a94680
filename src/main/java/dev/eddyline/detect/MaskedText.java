package dev.eddyline.detect;

import org.jspecify.annotations.Nullable;

/**
 * One text without its volatile parts, each form of it worked out when it is first asked for: not
 * for several threads at once.
 */
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

  /** Whether it was made of this text, the very same object, by that masking. */
  @SuppressWarnings("ReferenceEquality") // comparing the letters would cost more than it saves
  boolean isOf(String other, Masking by) {
    return text == other && masking == by;
  }

  /** The text with its volatile parts masked; line and column stay. */
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

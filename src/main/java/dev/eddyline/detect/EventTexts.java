package dev.eddyline.detect;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Masked and redacted texts of one event, cached for all detectors. For one thread and one event.
 */
public final class EventTexts {

  private final Redaction redaction;
  private @Nullable MaskedText maskedForms;
  private @Nullable String redactedFrom;
  private String redacted = "";

  /** Texts with this redaction. */
  public EventTexts(Redaction redaction) {
    this.redaction = Objects.requireNonNull(redaction, "redaction");
  }

  /** The redaction. */
  Redaction redaction() {
    return redaction;
  }

  /** A text of the event, without its volatile parts. */
  MaskedText maskedForms(String text, Masking masking) {
    if (maskedForms == null || !maskedForms.isOf(text, masking)) {
      maskedForms = masking.maskedForms(text);
    }
    return maskedForms;
  }

  /** A text of the event, cut and redacted. */
  @SuppressWarnings("ReferenceEquality") // equals() would cost more than it saves
  String redacted(String text) {
    if (redactedFrom != text) {
      redacted = redaction.apply(text);
      redactedFrom = text;
    }
    return redacted;
  }
}

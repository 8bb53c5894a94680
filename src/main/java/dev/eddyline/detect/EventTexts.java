package dev.eddyline.detect;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The texts of one event as the rules ask for them: what one rule had masked or redacted last, the
 * next need not have done again. For one thread, while one event is taken.
 */
public final class EventTexts {

  private final Redaction redaction;
  private @Nullable MaskedText masked;
  private @Nullable String redactedFrom;
  private String redacted = "";

  /** Texts that are made fit to leave in this way. */
  public EventTexts(Redaction redaction) {
    this.redaction = Objects.requireNonNull(redaction, "redaction");
  }

  /** How texts are made fit to leave. */
  Redaction redaction() {
    return redaction;
  }

  /** A text of the event, without its volatile parts. */
  MaskedText masked(String text, Masking masking) {
    if (masked == null || !masked.isOf(text, masking)) {
      masked = masking.of(text);
    }
    return masked;
  }

  /** A text of the event, cut and redacted. */
  @SuppressWarnings("ReferenceEquality") // comparing the letters would cost more than it saves
  String redacted(String text) {
    if (redactedFrom != text) {
      redacted = redaction.apply(text);
      redactedFrom = text;
    }
    return redacted;
  }
}

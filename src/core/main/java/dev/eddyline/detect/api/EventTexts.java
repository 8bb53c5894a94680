package dev.eddyline.detect.api;

import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.text.Masking;
import dev.eddyline.text.Text;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The texts of one event, read and redacted, cached for all detectors. For one thread and one
 * event.
 */
public final class EventTexts {

  private final Redaction redaction;
  private final Optional<CallExcerpts> calls;
  private @Nullable String readFrom;
  private @Nullable Text read;
  private @Nullable Text masked;
  private @Nullable String redactedFrom;
  private String redacted = "";

  /** Texts with this redaction. */
  public EventTexts(Redaction redaction) {
    this(redaction, Optional.empty());
  }

  /**
   * The same with the calls of the task.
   *
   * @param calls its newest calls; empty if loops do not name them
   */
  public EventTexts(Redaction redaction, Optional<CallExcerpts> calls) {
    this.redaction = Objects.requireNonNull(redaction, "redaction");
    this.calls = Objects.requireNonNull(calls, "calls");
  }

  /** The redaction. */
  public Redaction redaction() {
    return redaction;
  }

  /** The newest calls of the task; empty if loops do not name them. */
  public Optional<CallExcerpts> calls() {
    return calls;
  }

  /** The call that the event makes or answers; empty if it is not known. */
  public Optional<String> newestCall() {
    return calls.flatMap(it -> it.newest(this));
  }

  /** A text of the event, read once. */
  @SuppressWarnings("ReferenceEquality") // equals() would cost more than it saves
  public Text read(String text) {
    if (read == null || readFrom != text) {
      readFrom = text;
      read = Text.of(text);
      masked = null;
    }
    return read;
  }

  /**
   * The same with the parts of a policy's classes masked already.
   *
   * @param masking what is volatile in the texts of this event
   */
  public Text read(String text, Masking masking) {
    Text whole = read(text);
    if (masked == null) {
      masked = masking.of(whole);
    }
    return masked;
  }

  /** A text of the event, cut and redacted. */
  @SuppressWarnings("ReferenceEquality") // equals() would cost more than it saves
  public String redacted(String text) {
    if (redactedFrom != text) {
      redacted = redaction.apply(text);
      redactedFrom = text;
    }
    return redacted;
  }
}

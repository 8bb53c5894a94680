package dev.eddyline.detect;

import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Sizes;
import dev.eddyline.text.Text;
import dev.eddyline.text.Truncation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The signature of a failure, by which failures are compared.
 *
 * @param message the original message
 * @param reported true for failure_reported, false for a tool's error
 * @param exact hash of the message and, for a tool, of the call
 * @param normalized hash with volatile parts masked
 * @param hashWithoutLines hash with line and column masked as well
 * @param template hash with quoted and trailing names masked as well, and lines by the policy
 * @param errorType class of the error given by the event, or null
 * @param location where it failed, or null
 * @param stackTraceHash hash of the stack trace, 0 without one
 */
record Failure(
    String message,
    boolean reported,
    long exact,
    long normalized,
    long hashWithoutLines,
    long template,
    @Nullable String errorType,
    @Nullable String location,
    long stackTraceHash) {

  /** Maximum characters of a stored type or location. */
  private static final int MAX_STORED_CHARS = 256;

  /** Whether an event is a failure: a reported one, or a tool's error. */
  static boolean isFailure(Object body) {
    return body instanceof FailureReported
        || body instanceof ToolReturned returned && returned.getIsError();
  }

  /** The failure of an event; empty for an empty message. */
  static Optional<Failure> fromEvent(EnrichedEvent enriched, IdenticalFailure.Limits limits) {
    LineComparison lines = limits.lines();
    Object body = enriched.event().getBody();
    if (body instanceof FailureReported failure) {
      return signature(
          failure.getMessage(),
          true,
          "",
          failure.getErrorType(),
          failure.getLocation(),
          failure.getStackTrace() == null ? 0 : Hash.of(failure.getStackTrace()),
          read(failure.getMessage(), enriched, limits),
          lines);
    }
    if (body instanceof ToolReturned returned && returned.getIsError()) {
      String call =
          enriched.callHash().isPresent() ? Long.toHexString(enriched.callHash().getAsLong()) : "";
      return signature(
          ToolTexts.output(returned),
          false,
          returned.getTool() + " " + call,
          null,
          null,
          0,
          read(ToolTexts.output(returned), enriched, limits),
          lines);
    }
    return Optional.empty();
  }

  private static Text read(String message, EnrichedEvent enriched, IdenticalFailure.Limits limits) {
    String masked = limits.maskSizes() ? Sizes.mask(message) : message;
    return masked.equals(message)
        ? enriched.texts().read(message, limits.masking())
        : limits.masking().of(Text.of(masked));
  }

  private static Optional<Failure> signature(
      String message,
      boolean reported,
      String call,
      @Nullable String errorType,
      @Nullable String location,
      long context,
      Text text,
      LineComparison lines) {
    if (message.isBlank()) {
      return Optional.empty();
    }
    String type = errorType == null ? "" : errorType;
    return Optional.of(
        new Failure(
            message,
            reported,
            Hash.of(call, message),
            Hash.of(call, Long.toHexString(text.maskedHash())),
            Hash.of(call, Long.toHexString(text.maskedWithLinesHash())),
            Hash.of(
                call,
                type,
                lines == LineComparison.MASKED ? text.template() : text.templateWithLines()),
            truncateForStorage(errorType),
            truncateForStorage(location),
            context));
  }

  /** Truncates a value that is stored in state. */
  private static @Nullable String truncateForStorage(@Nullable String text) {
    return text == null ? null : Truncation.truncate(text, MAX_STORED_CHARS);
  }
}

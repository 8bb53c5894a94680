package dev.eddyline.detect.failures;

import dev.eddyline.detect.api.Agents;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.SeenEvents;
import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Sizes;
import dev.eddyline.text.Text;
import dev.eddyline.text.Truncation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The signatures of failures, by which they are compared. */
public final class Failures {

  /** Maximum characters of a stored type or location. */
  private static final int MAX_STORED_CHARS = 256;

  /** Maximum stored evidence of one failure: the first and the newest events. */
  private static final int MAX_EVIDENCE = 5;

  private Failures() {}

  /** Whether an event is a failure: a reported one, or a tool's error. */
  public static boolean isFailure(Object body) {
    return body instanceof FailureReported
        || body instanceof ToolReturned returned && returned.getIsError();
  }

  /** The message of a failure. */
  static String message(Object body) {
    return body instanceof FailureReported reported
        ? reported.getMessage()
        : ToolTexts.output((ToolReturned) body);
  }

  /** The failure of an event; empty without a message. */
  static Optional<FailureSignature> ofEvent(
      EnrichedEvent enriched, IdenticalFailure.Limits limits) {
    Object body = enriched.event().getBody();
    if (!isFailure(body) || message(body).isBlank()) {
      return Optional.empty();
    }
    FailureReported reported = body instanceof FailureReported failure ? failure : null;
    String stackTrace = reported == null ? null : reported.getStackTrace();
    String message = message(body);
    String call = call(enriched);
    String errorType = reported == null ? null : reported.getErrorType();
    Text text = read(message, enriched, limits);
    return Optional.of(
        new FailureSignature(
            Hash.of(call, message),
            Hash.of(call, Long.toHexString(text.maskedHash())),
            Hash.of(call, Long.toHexString(text.maskedWithLinesHash())),
            Hash.of(
                call,
                errorType == null ? "" : errorType,
                limits.lines() == LineComparison.MASKED
                    ? text.template()
                    : text.templateWithLines()),
            truncateForStorage(errorType),
            truncateForStorage(reported == null ? null : reported.getLocation()),
            stackTrace == null ? 0 : Hash.of(stackTrace),
            1,
            reported == null ? 0 : 1,
            enriched.eventTimeMillis(),
            enriched.eventTimeMillis(),
            enriched.event().getEventId(),
            List.of(enriched.storedEvidence(message)),
            enriched.costBefore(),
            List.of(enriched.event().getAgentId()),
            enriched.progress().getProgress(),
            enriched.progress().getNews()));
  }

  /** The call that failed, by which errors of tools differ; empty for a reported failure. */
  private static String call(EnrichedEvent enriched) {
    if (!(enriched.event().getBody() instanceof ToolReturned returned)) {
      return "";
    }
    return returned.getTool()
        + " "
        + (enriched.callHash().isPresent()
            ? Long.toHexString(enriched.callHash().getAsLong())
            : "");
  }

  private static Text read(String message, EnrichedEvent enriched, IdenticalFailure.Limits limits) {
    String masked = limits.maskSizes() ? Sizes.mask(message) : message;
    return masked.equals(message)
        ? enriched.texts().read(message, limits.masking())
        : limits.masking().of(Text.of(masked));
  }

  private static @Nullable String truncateForStorage(@Nullable String text) {
    return text == null ? null : Truncation.truncate(text, MAX_STORED_CHARS);
  }

  /** An earlier failure after another one that equals it. */
  static FailureSignature repeated(FailureSignature earlier, FailureSignature now) {
    List<SeenEvent> evidence = new ArrayList<>(earlier.getSeen());
    SeenEvent event = now.getSeen().get(0);
    // an equal message is stored once
    boolean isEqual = now.getExact() == earlier.getExact();
    evidence.add(isEqual ? SeenEvents.withText(event, "") : event);
    if (evidence.size() > MAX_EVIDENCE) {
      evidence.remove(1);
    }
    return FailureSignature.newBuilder(earlier)
        .setAttempts(earlier.getAttempts() + 1)
        .setReported(earlier.getReported() + now.getReported())
        .setLastAt(Math.max(now.getLastAt(), earlier.getLastAt()))
        .setSeen(evidence)
        .setAgents(Agents.with(earlier.getAgents(), now.getAgents().get(0)))
        .setProgress(now.getProgress())
        .setNews(now.getNews())
        .build();
  }
}

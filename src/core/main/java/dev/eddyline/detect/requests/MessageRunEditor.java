package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.MessageRun;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Optional;

/**
 * Follows the newest equal messages of an agent, and finds that it repeats one without any other
 * event in between.
 */
final class MessageRunEditor {

  private MessageRunEditor() {}

  /** Adds the event to the newest equal messages, if there are any. */
  static DetectionResult<Optional<MessageRun>> detect(
      EnrichedEvent enriched, Optional<MessageRun> history, RepeatedMessage.Limits limits) {
    if (!(enriched.event().getBody() instanceof ResponseProduced response)) {
      return DetectionResult.noLoop(Optional.empty());
    }
    String text = response.getText();
    if (enriched.isAgentWaiting() || text.isBlank()) {
      return DetectionResult.noLoop(history);
    }
    if (text.length() < limits.minLength()) {
      return DetectionResult.noLoop(Optional.empty());
    }
    long agent = Hash.of(enriched.event().getAgentId());
    long exact = Hash.of(text);
    MessageRun before =
        history
            .filter(run -> run.getAgent() == agent && isWithinWindow(run, enriched, limits))
            .orElse(null);
    // a text equal to the run's first needs no masking
    if (before == null || before.getExact() != exact) {
      long normalized = enriched.texts().read(text, limits.masking()).maskedHash();
      if (before == null || before.getNormalized() != normalized) {
        return DetectionResult.noLoop(Optional.of(newRun(agent, exact, normalized, enriched)));
      }
    }
    MessageRun run = extendRun(before);
    int factor =
        limits
            .polls()
            .factor(
                enriched.eventTimeMillis() - run.getFirstAt(),
                run.getCount() - 1,
                enriched.silenceMillis(),
                enriched.pause());
    int times = factor * limits.times();
    return new DetectionResult<>(
        run.getCount() >= times
            ? Optional.of(
                repetition(run, text, times, "nothing else was done", enriched, limits.masking())
                    .build())
            : Optional.empty(),
        Optional.of(run));
  }

  private static boolean isWithinWindow(
      MessageRun run, EnrichedEvent enriched, RepeatedMessage.Limits limits) {
    return Math.abs(enriched.eventTimeMillis() - run.getFirstAt()) <= limits.window().toMillis();
  }

  /** The first of equal messages. */
  static MessageRun newRun(long agent, long exact, long normalized, EnrichedEvent enriched) {
    return new MessageRun(
        agent,
        exact,
        normalized,
        1,
        enriched.event().getEventId(),
        enriched.eventTimeMillis(),
        enriched.partition(),
        enriched.offset(),
        enriched.costBefore());
  }

  /** The run with another message. */
  static MessageRun extendRun(MessageRun run) {
    return MessageRun.newBuilder(run).setCount(run.getCount() + 1).build();
  }

  /**
   * A builder for the loop of equal messages.
   *
   * @param text the newest one
   * @param inBetween what the reason says of the time in between
   */
  static FoundLoop.Builder repetition(
      MessageRun run,
      String text,
      int times,
      String inBetween,
      EnrichedEvent enriched,
      Masking masking) {
    boolean isExact = run.getExact() == Hash.of(text);
    // the first text is not stored: it equals this one, apart from masked parts
    String first = isExact ? text : enriched.texts().read(text, masking).masked();
    return newLoopBuilder(
            run, enriched.redaction().apply(first), text, run.getCount(), times, enriched)
        .setMatchKind(isExact ? MatchKind.EXACT : MatchKind.NORMALIZED)
        .setIdentity(
            "message "
                + enriched.event().getAgentId()
                + " "
                + Long.toHexString(run.getNormalized()))
        .setReason(
            "The agent said the same %d times and %s in between"
                .formatted(run.getCount(), inBetween));
  }

  /**
   * A builder for a loop of messages.
   *
   * @param oldest the run with the first message
   * @param first what the evidence says of it
   * @param text the newest message
   */
  static FoundLoop.Builder newLoopBuilder(
      MessageRun oldest, String first, String text, int count, int limit, EnrichedEvent enriched) {
    SeenEvent seen =
        new SeenEvent(
            oldest.getFirstEventId(),
            oldest.getFirstAt(),
            oldest.getFirstPartition(),
            oldest.getFirstOffset(),
            first);
    return Loops.newLoopBuilder(
            LoopType.REPEATED_MESSAGE,
            List.of(seen, enriched.evidence(text)),
            seen,
            oldest.getCostBefore(),
            enriched)
        .setOccurrences(count)
        .setAttempts(count)
        .setMeasured(count)
        .setLimit(limit);
  }
}

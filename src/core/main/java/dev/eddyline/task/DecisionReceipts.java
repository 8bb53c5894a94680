package dev.eddyline.task;

import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.Outbox;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.Source;
import dev.eddyline.text.Hash;
import dev.eddyline.yaml.Printable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Builds the audit records of decisions. */
public final class DecisionReceipts {

  /** Reason of a receipt for a duplicate decision. */
  static final String DUPLICATE = "eventId: a decision with this id was taken before";

  /** Reason of a receipt for a decision older than the deduplication horizon. */
  static final String LATE = "occurredAt: too old to tell whether it was taken before";

  /**
   * Maximum length of a text from a decision, characters before escapes. A rejected decision may
   * have longer texts and unprintable characters.
   */
  private static final int MAX_TEXT_CHARS = 1_024;

  private DecisionReceipts() {}

  /** The receipt of a decision that took effect. */
  static DecisionReceipt accepted(
      AgentEvent decision, boolean verified, Source source, Instant decidedAt) {
    return receipt(decision, verified, source, decidedAt)
        .setOutcome(DecisionOutcome.ACCEPTED)
        .build();
  }

  /**
   * The receipt of a decision that had no effect.
   *
   * @param reason which field was wrong, and what is allowed
   */
  public static DecisionReceipt refused(
      AgentEvent decision, String reason, boolean verified, Source source, Instant decidedAt) {
    return receipt(decision, verified, source, decidedAt)
        .setOutcome(DecisionOutcome.REFUSED)
        .setReason(Printable.escape(reason))
        .build();
  }

  /**
   * The receipt of an event with which an agent tried to end a task at its open gate, or to move it
   * away.
   *
   * @param attempt what it tried
   */
  static DecisionReceipt refusedAttempt(
      AgentEvent event, String attempt, DecisionContext context, Outbox outbox) {
    String token = event.getIngestToken();
    return receipt(event, false, outbox.source(), outbox.decidedAt())
        .setOutcome(DecisionOutcome.REFUSED)
        .setReason(
            "the gate is open, and the sender does not have the role orchestrate: send it again,"
                + " under a new event id, after a person's decision")
        .setRootTaskId(context.subject().rootTaskId())
        .setTaskWorkflow(context.subject().workflow())
        .setGateId(context.root().openGate().orElseThrow().getGateId())
        .setAttempt(attempt)
        .setOrigin(token.isEmpty() ? null : "token " + token)
        .build();
  }

  private static DecisionReceipt.Builder receipt(
      AgentEvent decision, boolean verified, Source source, Instant decidedAt) {
    HumanIntervened body =
        decision.getBody() instanceof HumanIntervened human
            ? human
            : new HumanIntervened(null, Decision.UNKNOWN, "", "", null, null);
    String coordinates =
        "%s %d %d".formatted(source.getTopic(), source.getPartition(), source.getOffset());
    return DecisionReceipt.newBuilder()
        .setReceiptId(Hash.id("receipt", decision.getEventId(), coordinates))
        .setEventId(truncateAndEscape(decision.getEventId()))
        .setTaskId(truncateAndEscape(decision.getTaskId()))
        .setRootTaskId(truncateAndEscape(TaskEngine.namedRoot(decision)))
        .setWorkflow(truncateAndEscape(decision.getWorkflow()))
        .setGateId(truncateAndEscape(body.getGateId()))
        .setDecision(body.getDecision())
        .setBy(truncateAndEscape(body.getBy()))
        .setVerified(verified)
        .setAgentId(truncateAndEscape(decision.getAgentId()))
        .setOrigin(truncateAndEscape(body.getOrigin()))
        .setSource(source)
        .setOccurredAt(decision.getOccurredAt())
        .setDecidedAt(decidedAt);
  }

  private static @Nullable String truncateAndEscape(@Nullable String text) {
    return text == null
        ? null
        : Printable.escape(
            text.length() <= MAX_TEXT_CHARS ? text : text.substring(0, MAX_TEXT_CHARS));
  }
}

package dev.eddyline.task;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.Source;
import dev.eddyline.text.Printable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Builds the audit records of decisions. */
public final class Receipts {

  /** Reason of a receipt for a duplicate decision. */
  static final String DUPLICATE = "eventId: a decision with this id was taken before";

  /** Reason of a receipt for a decision older than the deduplication horizon. */
  static final String LATE = "occurredAt: too old to tell whether it was taken before";

  /**
   * Maximum length of a text from a decision, characters before escapes. A rejected decision may
   * have longer texts and unprintable characters.
   */
  private static final int LONGEST = 1_024;

  private Receipts() {}

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

  private static DecisionReceipt.Builder receipt(
      AgentEvent decision, boolean verified, Source source, Instant decidedAt) {
    HumanIntervened body = (HumanIntervened) decision.getBody();
    String place =
        "%s %d %d".formatted(source.getTopic(), source.getPartition(), source.getOffset());
    return DecisionReceipt.newBuilder()
        .setReceiptId(Hash.id("receipt", decision.getEventId(), place))
        .setEventId(shown(decision.getEventId()))
        .setTaskId(shown(decision.getTaskId()))
        .setRootTaskId(shown(TaskEngine.namedRoot(decision)))
        .setWorkflow(shown(decision.getWorkflow()))
        .setGateId(shown(body.getGateId()))
        .setDecision(body.getDecision())
        .setBy(shown(body.getBy()))
        .setVerified(verified)
        .setAgentId(shown(decision.getAgentId()))
        .setOrigin(shown(body.getOrigin()))
        .setSource(source)
        .setOccurredAt(decision.getOccurredAt())
        .setDecidedAt(decidedAt);
  }

  private static @Nullable String shown(@Nullable String text) {
    return text == null
        ? null
        : Printable.escape(text.length() <= LONGEST ? text : text.substring(0, LONGEST));
  }
}

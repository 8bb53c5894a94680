package dev.eddyline.audit;

import dev.eddyline.json.Doc;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import org.jspecify.annotations.Nullable;

/** The receipt of a decision in JSON. */
@Doc(of = DecisionReceipt.class)
public record ReceiptJson(
    String receiptId,
    DecisionOutcome outcome,
    @Nullable String reason,
    String eventId,
    String taskId,
    String rootTaskId,
    @Nullable String workflow,
    @Nullable String taskWorkflow,
    @Nullable String gateId,
    Decision decision,
    String by,
    boolean verified,
    String agentId,
    @Nullable String origin,
    @Doc("Topic of the decision's input record.") String topic,
    @Doc("Its partition.") int partition,
    @Doc("Its offset.") long offset,
    long occurredAt,
    long decidedAt,
    @Nullable String attempt) {

  /** The JSON form of a receipt. */
  public static ReceiptJson of(DecisionReceipt receipt) {
    return new ReceiptJson(
        receipt.getReceiptId(),
        receipt.getOutcome(),
        receipt.getReason(),
        receipt.getEventId(),
        receipt.getTaskId(),
        receipt.getRootTaskId(),
        receipt.getWorkflow(),
        receipt.getTaskWorkflow(),
        receipt.getGateId(),
        receipt.getDecision(),
        receipt.getBy(),
        receipt.getVerified(),
        receipt.getAgentId(),
        receipt.getOrigin(),
        receipt.getSource().getTopic(),
        receipt.getSource().getPartition(),
        receipt.getSource().getOffset(),
        receipt.getOccurredAt().toEpochMilli(),
        receipt.getDecidedAt().toEpochMilli(),
        receipt.getAttempt());
  }
}

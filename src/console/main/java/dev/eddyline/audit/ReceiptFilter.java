package dev.eddyline.audit;

import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Selects receipts; an empty condition admits any.
 *
 * @param from earliest {@code decidedAt}, epoch milliseconds
 * @param to {@code decidedAt} before this time, epoch milliseconds
 * @param by part of the author's name, in small or capital letters
 * @param outcome the outcome
 * @param taskId the task or its root task
 * @param gateId the gate
 */
public record ReceiptFilter(
    Optional<Long> from,
    Optional<Long> to,
    Optional<String> by,
    Optional<DecisionOutcome> outcome,
    Optional<String> taskId,
    Optional<String> gateId) {

  /** Checks that all conditions are given or empty. */
  public ReceiptFilter {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    by = by.map(name -> name.toLowerCase(Locale.ROOT));
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(taskId, "taskId");
    Objects.requireNonNull(gateId, "gateId");
  }

  /** Whether it selects a receipt. */
  public boolean selects(DecisionReceipt receipt) {
    long at = receipt.getDecidedAt().toEpochMilli();
    return from.filter(earliest -> at < earliest).isEmpty()
        && to.filter(end -> at >= end).isEmpty()
        && by.filter(name -> !receipt.getBy().toLowerCase(Locale.ROOT).contains(name)).isEmpty()
        && outcome.filter(wanted -> wanted != receipt.getOutcome()).isEmpty()
        && taskId.filter(task -> !names(receipt, task)).isEmpty()
        && gateId.filter(gate -> !gate.equals(receipt.getGateId())).isEmpty();
  }

  private static boolean names(DecisionReceipt receipt, String task) {
    return task.equals(receipt.getTaskId()) || task.equals(receipt.getRootTaskId());
  }
}

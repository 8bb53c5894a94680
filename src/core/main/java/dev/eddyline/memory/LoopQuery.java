package dev.eddyline.memory;

import dev.eddyline.policy.MemorySharing;
import dev.eddyline.schema.LoopType;
import java.util.Objects;
import java.util.function.Function;

/**
 * A query for remedies of a loop and similar ones.
 *
 * @param signature its signature
 * @param loopType its type; loops of other types are not similar
 * @param loopText the loop's text, redacted
 * @param workflow workflow of its task, or null
 * @param tenant tenant of its task, or null; records of other tenants are never visible
 * @param at event time of the query, epoch milliseconds
 * @param sharing the memory sharing of each workflow's policy
 */
public record LoopQuery(
    String signature,
    LoopType loopType,
    String loopText,
    String workflow,
    String tenant,
    long at,
    Function<String, MemorySharing> sharing) {

  public LoopQuery {
    Objects.requireNonNull(signature, "signature");
    Objects.requireNonNull(loopType, "loopType");
    Objects.requireNonNull(loopText, "loopText");
    Objects.requireNonNull(sharing, "sharing");
  }

  /**
   * Whether the policies of both workflows allow this query to see the other workflow's records.
   */
  boolean isWorkflowVisible(String otherWorkflow) {
    return sharing
        .apply(otherWorkflow)
        .allowsSharingWith(sharing.apply(workflow), isSameWorkflow(otherWorkflow));
  }

  /** Whether it is the querying tenant. */
  boolean isSameTenant(String otherTenant) {
    return Objects.equals(tenant, otherTenant);
  }

  /** Whether it is the querying workflow. */
  boolean isSameWorkflow(String otherWorkflow) {
    return Objects.equals(workflow, otherWorkflow);
  }
}

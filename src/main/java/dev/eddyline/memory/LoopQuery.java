package dev.eddyline.memory;

import dev.eddyline.policy.Sharing;
import dev.eddyline.schema.LoopType;
import java.util.Objects;
import java.util.function.Function;

/**
 * A query for remedies of a loop and similar ones.
 *
 * @param signature its signature
 * @param loopType its type; loops of other types are not similar
 * @param what the loop's text, redacted
 * @param workflow workflow of its task, or null
 * @param at event time of the query, epoch milliseconds
 * @param sharing the memory sharing of each workflow's policy
 */
public record LoopQuery(
    String signature,
    LoopType loopType,
    String what,
    String workflow,
    long at,
    Function<String, Sharing> sharing) {

  public LoopQuery {
    Objects.requireNonNull(signature, "signature");
    Objects.requireNonNull(loopType, "loopType");
    Objects.requireNonNull(what, "loopText");
    Objects.requireNonNull(sharing, "sharing");
  }

  /**
   * Whether the policies of both workflows allow this query to see the other workflow's records.
   */
  boolean maySee(String other) {
    return sharing.apply(other).lets(sharing.apply(workflow), isOwn(other));
  }

  /** Whether it is the querying workflow. */
  boolean isOwn(String other) {
    return Objects.equals(workflow, other);
  }
}

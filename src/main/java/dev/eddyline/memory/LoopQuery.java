package dev.eddyline.memory;

import dev.eddyline.policy.Sharing;
import dev.eddyline.schema.LoopType;
import java.util.Objects;
import java.util.function.Function;

/**
 * A loop of which is asked how others like it were broken.
 *
 * @param signature its signature
 * @param loopType its type: others are not like it
 * @param what what looped, redacted
 * @param workflow workflow of its task, or null
 * @param at event time of the question, epoch milliseconds
 * @param sharing how far the policy of each workflow lets go what was learnt there
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
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(sharing, "sharing");
  }

  /** Whether the policies of both workflows let what is known of the other be shown here. */
  boolean maySee(String other) {
    return sharing.apply(other).lets(sharing.apply(workflow), isOwn(other));
  }

  /** Whether it is the workflow that asks. */
  boolean isOwn(String other) {
    return Objects.equals(workflow, other);
  }
}

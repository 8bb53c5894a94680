package dev.eddyline.policy;

import dev.eddyline.published.Published;
import java.util.Objects;
import java.util.Optional;

/**
 * What loop-policies says of a workflow: its policy, or that it has none there any more.
 *
 * @param workflow the workflow, or {@link #DEFAULT} for every one without a policy of its own
 * @param offset where it stands in that topic, at least 0: the higher one is the newer
 * @param yaml the policy's text; empty when the workflow's policy was taken back
 * @param policy the policy; empty when the configuration decides
 */
public record PublishedPolicy(
    String workflow, long offset, Optional<String> yaml, Optional<Policy> policy)
    implements Published {

  /** The key of the policy for every workflow without one of its own (specification, section 5). */
  public static final String DEFAULT = "default";

  public PublishedPolicy {
    Objects.requireNonNull(workflow, "workflow");
    Objects.requireNonNull(yaml, "yaml");
    Objects.requireNonNull(policy, "policy");
    if (workflow.isEmpty()) {
      throw new IllegalArgumentException("workflow must not be empty");
    }
    if (offset < 0) {
      throw new IllegalArgumentException("offset must be ≥ 0, was " + offset);
    }
  }

  /**
   * The policy that a text describes.
   *
   * @throws InvalidPolicyException with every problem and its path
   */
  public static PublishedPolicy of(String workflow, long offset, String yaml) {
    Policy policy = PolicyReader.readFor(workflow, "workflow " + workflow, yaml);
    return new PublishedPolicy(workflow, offset, Optional.of(yaml), Optional.of(policy));
  }

  /** The workflow's policy was taken back. */
  public static PublishedPolicy withdrawn(String workflow, long offset) {
    return new PublishedPolicy(workflow, offset, Optional.empty(), Optional.empty());
  }
}

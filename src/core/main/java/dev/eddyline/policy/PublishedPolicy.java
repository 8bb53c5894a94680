package dev.eddyline.policy;

import dev.eddyline.published.PublishedConfig;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The latest record of a workflow on loop-policies: its policy or its deletion.
 *
 * @param workflow the workflow, or {@link #DEFAULT} for every one without a policy of its own
 * @param offset offset in that topic, at least 0; the higher one is newer
 * @param yaml the policy's text; empty if the policy was deleted
 * @param policy the policy; empty if the configured one applies
 * @param publishedBy its author, if named
 * @param note the reason for the change, if given
 */
public record PublishedPolicy(
    String workflow,
    long offset,
    Optional<String> yaml,
    Optional<Policy> policy,
    Optional<String> publishedBy,
    Optional<String> note)
    implements PublishedConfig {

  /** The key of the default policy. */
  public static final String DEFAULT = "default";

  public PublishedPolicy {
    Objects.requireNonNull(workflow, "workflow");
    Objects.requireNonNull(yaml, "yaml");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(publishedBy, "publishedBy");
    Objects.requireNonNull(note, "note");
    if (workflow.isEmpty()) {
      throw new IllegalArgumentException("workflow must not be empty");
    }
    if (offset < 0) {
      throw new IllegalArgumentException("offset must be ≥ 0, was " + offset);
    }
  }

  /**
   * Reads a published policy.
   *
   * @throws InvalidPolicyException with every problem and its path
   */
  public static PublishedPolicy parsePublishedPolicy(String workflow, long offset, String yaml) {
    Policy policy = PolicyReader.readFor(workflow, "workflow " + workflow, yaml);
    return new PublishedPolicy(
        workflow,
        offset,
        Optional.of(yaml),
        Optional.of(policy),
        Optional.empty(),
        Optional.empty());
  }

  /** A deleted policy. */
  public static PublishedPolicy withdrawn(String workflow, long offset) {
    return unreadable(workflow, offset, Optional.empty());
  }

  /** A policy that this version cannot read: the configured one applies. */
  public static PublishedPolicy unreadable(String workflow, long offset, Optional<String> yaml) {
    return new PublishedPolicy(
        workflow, offset, yaml, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The same with its author and the reason for the change, both optional. */
  public PublishedPolicy withOrigin(@Nullable String author, @Nullable String reason) {
    return new PublishedPolicy(
        workflow, offset, yaml, policy, Optional.ofNullable(author), Optional.ofNullable(reason));
  }
}

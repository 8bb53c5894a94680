package dev.eddyline.policy;

import dev.eddyline.published.ConfigSnapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * An immutable snapshot of the policies: published policies override the configured ones, by
 * workflow.
 */
public final class PolicySnapshot implements ConfigSnapshot<PublishedPolicy, PolicySnapshot> {

  private final Policies configured;
  private final Map<String, PublishedPolicy> published;
  private final Policies effective;

  private PolicySnapshot(Policies configured, Map<String, PublishedPolicy> published) {
    this.configured = Objects.requireNonNull(configured, "configured");
    this.published = Map.copyOf(published);
    effective = mergePolicies();
  }

  /** The configured policies without published ones. */
  public static PolicySnapshot of(Policies configured) {
    return new PolicySnapshot(configured, Map.of());
  }

  @Override
  public PolicySnapshot withChanges(Collection<PublishedPolicy> changes) {
    Map<String, PublishedPolicy> newest = ConfigSnapshot.mergeNewest(published, changes);
    return newest == published ? this : new PolicySnapshot(configured, newest);
  }

  @Override
  public PolicySnapshot withoutPublished() {
    return of(configured);
  }

  @Override
  public Set<String> configuredNames() {
    return configured.byWorkflow().keySet();
  }

  /** The configured policies. */
  public Policies configured() {
    return configured;
  }

  @Override
  public Map<String, PublishedPolicy> published() {
    return published;
  }

  /** The policies in force. */
  public Policies effective() {
    return effective;
  }

  /**
   * The policy of exactly this workflow or of {@code default}; empty if the workflow uses the
   * default.
   */
  public Optional<Policy> ownPolicy(String workflow) {
    return workflow.equals(PublishedPolicy.DEFAULT)
        ? Optional.of(effective.defaultPolicy())
        : Optional.ofNullable(effective.byWorkflow().get(workflow));
  }

  private Policies mergePolicies() {
    Map<String, Policy> byWorkflow = new HashMap<>(configured.byWorkflow());
    published.forEach((name, entry) -> entry.policy().ifPresent(p -> byWorkflow.put(name, p)));
    Policy otherwise = byWorkflow.remove(PublishedPolicy.DEFAULT);
    return new Policies(byWorkflow, otherwise == null ? configured.defaultPolicy() : otherwise);
  }
}

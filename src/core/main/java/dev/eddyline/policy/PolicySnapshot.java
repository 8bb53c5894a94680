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
  private final Policies effectivePolicies;

  private PolicySnapshot(Policies configured, Map<String, PublishedPolicy> published) {
    this.configured = Objects.requireNonNull(configured, "configured");
    this.published = Map.copyOf(published);
    effectivePolicies = mergePolicies();
  }

  /** The configured policies without published ones. */
  public static PolicySnapshot of(Policies configured) {
    return new PolicySnapshot(configured, Map.of());
  }

  @Override
  public PolicySnapshot withChanges(Collection<PublishedPolicy> changes) {
    Map<String, PublishedPolicy> newest = ConfigSnapshot.mergeKeepingNewest(published, changes);
    return newest == published ? this : new PolicySnapshot(configured, newest);
  }

  @Override
  public PolicySnapshot withoutPublishedValues() {
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
  public Policies effectivePolicies() {
    return effectivePolicies;
  }

  /**
   * The policy of exactly this workflow or of {@code default}; empty if the workflow uses the
   * default.
   */
  public Optional<Policy> policyOfExactWorkflow(String workflow) {
    return workflow.equals(PublishedPolicy.DEFAULT)
        ? Optional.of(effectivePolicies.defaultPolicy())
        : Optional.ofNullable(effectivePolicies.byWorkflow().get(workflow));
  }

  private Policies mergePolicies() {
    Map<String, Policy> byWorkflow = new HashMap<>(configured.byWorkflow());
    published.forEach((name, entry) -> entry.policy().ifPresent(p -> byWorkflow.put(name, p)));
    Policy otherwise = byWorkflow.remove(PublishedPolicy.DEFAULT);
    return new Policies(byWorkflow, otherwise == null ? configured.defaultPolicy() : otherwise);
  }
}

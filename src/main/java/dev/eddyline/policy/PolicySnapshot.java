package dev.eddyline.policy;

import dev.eddyline.published.Snapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The policies of one moment: those of the configuration, and over them what was published while
 * running, by workflow. Immutable; a newer moment is another snapshot.
 */
public final class PolicySnapshot implements Snapshot<PublishedPolicy, PolicySnapshot> {

  private final Policies configured;
  private final Map<String, PublishedPolicy> published;
  private final Policies inForce;

  private PolicySnapshot(Policies configured, Map<String, PublishedPolicy> published) {
    this.configured = Objects.requireNonNull(configured, "configured");
    this.published = Map.copyOf(published);
    inForce = merged();
  }

  /** The configuration's policies, nothing published. */
  public static PolicySnapshot of(Policies configured) {
    return new PolicySnapshot(configured, Map.of());
  }

  @Override
  public PolicySnapshot with(Collection<PublishedPolicy> changes) {
    Map<String, PublishedPolicy> newest = Snapshot.newest(published, changes);
    return newest == published ? this : new PolicySnapshot(configured, newest);
  }

  @Override
  public PolicySnapshot unpublished() {
    return of(configured);
  }

  @Override
  public Set<String> configuredNames() {
    return configured.byWorkflow().keySet();
  }

  /** What the configuration says. */
  public Policies configured() {
    return configured;
  }

  @Override
  public Map<String, PublishedPolicy> published() {
    return published;
  }

  /** The policies that decide. */
  public Policies inForce() {
    return inForce;
  }

  /** The policy of a workflow alone, or that of {@code default}; empty when it follows that. */
  public Optional<Policy> own(String workflow) {
    return workflow.equals(PublishedPolicy.DEFAULT)
        ? Optional.of(inForce.otherwise())
        : Optional.ofNullable(inForce.byWorkflow().get(workflow));
  }

  private Policies merged() {
    Map<String, Policy> byWorkflow = new HashMap<>(configured.byWorkflow());
    published.forEach((name, entry) -> entry.policy().ifPresent(p -> byWorkflow.put(name, p)));
    Policy otherwise = byWorkflow.remove(PublishedPolicy.DEFAULT);
    return new Policies(byWorkflow, otherwise == null ? configured.otherwise() : otherwise);
  }
}

package dev.eddyline.policy;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The policies of one moment: those of the configuration, and over them what was published while
 * running, by workflow. Immutable; a newer moment is another snapshot.
 */
public final class PolicySnapshot {

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

  /** The snapshot after these changes, but for those of which it knows a newer one; or itself. */
  public PolicySnapshot with(Collection<PublishedPolicy> changes) {
    Map<String, PublishedPolicy> changed = new HashMap<>(published);
    boolean newer = false;
    for (PublishedPolicy change : changes) {
      PublishedPolicy known = changed.get(change.workflow());
      if (known == null || known.offset() < change.offset()) {
        changed.put(change.workflow(), change);
        newer = true;
      }
    }
    return newer ? new PolicySnapshot(configured, changed) : this;
  }

  /** What the configuration says. */
  public Policies configured() {
    return configured;
  }

  /** The newest that was published, by workflow. */
  public Map<String, PublishedPolicy> published() {
    return published;
  }

  /** The offset of the newest that was published of a workflow; -1 when nothing was. */
  public long offset(String workflow) {
    PublishedPolicy newest = published.get(workflow);
    return newest == null ? -1 : newest.offset();
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

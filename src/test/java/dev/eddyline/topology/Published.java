package dev.eddyline.topology;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.policy.PublishedPolicy;
import java.util.List;

/** The policies of loop-policies as a test puts them. */
final class Published implements PolicySource {

  private PolicySnapshot snapshot;

  /** Nothing is published over the preset named default. */
  Published() {
    this(Policies.preset("default"));
  }

  /** Nothing is published over this policy. */
  Published(Policy configured) {
    snapshot = PolicySnapshot.of(Policies.always(configured));
  }

  /** A policy that finds identical failures, and what goes round on a graph. */
  static String yaml(String name) {
    return "name: %s\nidentical_failure: {enabled: true}\nunbounded_retry: {enabled: true}"
        .formatted(name);
  }

  /** The version of that policy. */
  static String version(String name) {
    return PolicyReader.read("test", yaml(name)).version();
  }

  Published put(String workflow, long offset, String name) {
    return with(PublishedPolicy.of(workflow, offset, yaml(name)));
  }

  Published withdraw(String workflow, long offset) {
    return with(PublishedPolicy.withdrawn(workflow, offset));
  }

  private Published with(PublishedPolicy change) {
    snapshot = snapshot.with(List.of(change));
    return this;
  }

  /** From here on, what another instance has read by now. */
  void becomes(Published other) {
    snapshot = other.snapshot;
  }

  @Override
  public PolicySnapshot current() {
    return snapshot;
  }
}

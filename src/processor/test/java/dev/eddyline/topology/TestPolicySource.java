package dev.eddyline.topology;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.policy.PublishedPolicy;
import java.util.List;

/** A policy source with policies of a test. */
final class TestPolicySource implements PolicySource {

  private PolicySnapshot snapshot;

  /** Only the default preset. */
  TestPolicySource() {
    this(Policies.preset("default"));
  }

  /** Only this policy. */
  TestPolicySource(Policy configured) {
    snapshot = PolicySnapshot.of(Policies.ofSinglePolicy(configured));
  }

  /** A policy for identical failures and for cycles on a graph. */
  static String yaml(String name) {
    return "name: %s\nidentical_failure: {enabled: true}\nunbounded_retry: {enabled: true}"
        .formatted(name);
  }

  /** The version of that policy. */
  static String version(String name) {
    return PolicyReader.read("test", yaml(name)).version();
  }

  TestPolicySource put(String workflow, long offset, String name) {
    return with(PublishedPolicy.parsePublishedPolicy(workflow, offset, yaml(name)));
  }

  TestPolicySource withdraw(String workflow, long offset) {
    return with(PublishedPolicy.withdrawn(workflow, offset));
  }

  private TestPolicySource with(PublishedPolicy change) {
    snapshot = snapshot.withChanges(List.of(change));
    return this;
  }

  /** Replaces the policies with those of another instance. */
  void replaceWith(TestPolicySource other) {
    snapshot = other.snapshot;
  }

  @Override
  public PolicySnapshot current() {
    return snapshot;
  }
}

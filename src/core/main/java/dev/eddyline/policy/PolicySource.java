package dev.eddyline.policy;

/** Provides the newest policies; never blocks and is thread-safe. */
@FunctionalInterface
public interface PolicySource {

  /** The newest snapshot; the same object until a policy changes. */
  PolicySnapshot current();

  /** Policies that never change. */
  static PolicySource ofFixedPolicies(Policies policies) {
    PolicySnapshot only = PolicySnapshot.of(policies);
    return () -> only;
  }
}

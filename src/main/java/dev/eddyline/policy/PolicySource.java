package dev.eddyline.policy;

/** Where the newest policies are to be had; never blocks, safe for use by many threads. */
@FunctionalInterface
public interface PolicySource {

  /** The newest snapshot: the same object until something changes. */
  PolicySnapshot current();

  /** Policies that never change. */
  static PolicySource always(Policies policies) {
    PolicySnapshot only = PolicySnapshot.of(policies);
    return () -> only;
  }
}

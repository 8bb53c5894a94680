package dev.eddyline.policy;

import dev.eddyline.detect.CrossTaskCycle;
import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.IdenticalFailure;
import dev.eddyline.detect.RepeatedActionLimits;

/** The limits of single rules in a policy. */
final class DetectorLimits {

  private DetectorLimits() {}

  static IdenticalFailure.Limits failures(Policy policy) {
    return (IdenticalFailure.Limits) policy.limits(detector("identical_failure"));
  }

  static RepeatedActionLimits actions(Policy policy) {
    return (RepeatedActionLimits) policy.limits(detector("repeated_action"));
  }

  static CrossTaskCycle.Limits sessions(Policy policy) {
    return (CrossTaskCycle.Limits) policy.limits(detector("cross_task_cycle"));
  }

  private static Detector<?, ?> detector(String key) {
    return Detectors.ALL.stream().filter(d -> d.key().equals(key)).findFirst().orElseThrow();
  }
}

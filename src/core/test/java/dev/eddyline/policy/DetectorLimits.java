package dev.eddyline.policy;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.actions.RepeatedActionLimits;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.failures.IdenticalFailure;
import dev.eddyline.detect.steps.CrossTaskCycle;

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

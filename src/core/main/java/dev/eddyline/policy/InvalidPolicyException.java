package dev.eddyline.policy;

import dev.eddyline.yaml.InvalidTextException;
import java.util.List;

/** A policy is invalid. */
public final class InvalidPolicyException extends InvalidTextException {

  /** The problems of the policy from this origin; each problem starts with its path. */
  public InvalidPolicyException(String place, List<String> problems) {
    super(place, problems);
  }
}

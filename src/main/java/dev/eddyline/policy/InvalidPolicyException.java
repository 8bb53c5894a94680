package dev.eddyline.policy;

import dev.eddyline.text.InvalidTextException;
import java.util.List;

/** A policy that cannot be taken. */
public final class InvalidPolicyException extends InvalidTextException {

  /** What is wrong with the policy from this place; each problem begins with its path. */
  public InvalidPolicyException(String place, List<String> problems) {
    super(place, problems);
  }
}

package dev.eddyline.gate;

import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Cost;
import java.util.Objects;

/**
 * One event before the gate.
 *
 * @param subject whom the event is about
 * @param policy the policy that decides
 * @param taskCost what the task has cost so far
 * @param root how the root task stands; a ruling changes it
 */
public record Case(Subject subject, Policy policy, Cost taskCost, RootStanding root) {

  public Case {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(taskCost, "taskCost");
    Objects.requireNonNull(root, "root");
  }
}

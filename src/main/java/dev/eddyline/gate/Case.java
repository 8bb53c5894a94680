package dev.eddyline.gate;

import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
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

  /** Whether the policy only watches. */
  boolean isShadow() {
    return policy.mode() == Mode.SHADOW;
  }

  /** Loops of the root, counted apart where the policy only watches. */
  int loopCount() {
    return root.loopCount(policy.mode());
  }

  /** Identity of a loop within the root task. */
  String loopId(FoundLoop loop) {
    return Verdicts.loopId(subject.rootTaskId(), loop);
  }
}

package dev.eddyline.task;

import dev.eddyline.gate.Learning;
import dev.eddyline.policy.Policies;
import java.util.Optional;
import java.util.function.Supplier;

/** Who learns from the loops of a root. */
final class Learners {

  private Learners() {}

  /** What is learnt is kept under the root; the policies are those in force when it is asked. */
  static Learning of(String root, Memory memory, Supplier<Policies> policies) {
    return new Learning(
        () -> memory.history(root, Learning.PLACE),
        lessons -> memory.history(root, Learning.PLACE, lessons),
        memory.recall(),
        workflow -> Optional.of(policies.get().of(workflow)));
  }
}

package dev.eddyline.task;

import dev.eddyline.gate.Learning;
import dev.eddyline.policy.Policies;
import java.util.Optional;
import java.util.function.Supplier;

/** Creates the remedy recorders of root tasks. */
final class Learners {

  private Learners() {}

  /** A recorder that stores pending remedies under the root and uses the policies in force. */
  static Learning of(String root, Memory memory, Supplier<Policies> policies) {
    return new Learning(
        () -> memory.history(root, Learning.PLACE),
        lessons -> memory.history(root, Learning.PLACE, lessons),
        memory.recall(),
        workflow -> Optional.of(policies.get().of(workflow)));
  }
}

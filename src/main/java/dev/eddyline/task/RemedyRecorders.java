package dev.eddyline.task;

import dev.eddyline.gate.RemedyRecorder;
import dev.eddyline.policy.Policies;
import java.util.Optional;
import java.util.function.Supplier;

/** Creates the remedy recorders of root tasks. */
final class RemedyRecorders {

  private RemedyRecorders() {}

  /** A recorder that stores pending remedies under the root and uses the policies in force. */
  static RemedyRecorder forRoot(String root, TaskStateStore memory, Supplier<Policies> policies) {
    return new RemedyRecorder(
        () -> memory.history(root, RemedyRecorder.HISTORY),
        pending -> memory.history(root, RemedyRecorder.HISTORY, pending),
        memory.remedyLookup(),
        workflow -> Optional.of(policies.get().forWorkflow(workflow)));
  }
}

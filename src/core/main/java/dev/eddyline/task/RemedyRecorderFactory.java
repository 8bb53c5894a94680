package dev.eddyline.task;

import dev.eddyline.gate.RemedyRecorder;
import dev.eddyline.policy.Policies;
import java.util.Optional;
import java.util.function.Supplier;

/** Creates the remedy recorders of root tasks. */
final class RemedyRecorderFactory {

  private RemedyRecorderFactory() {}

  /** A recorder that stores pending remedies under the root and uses the policies in force. */
  static RemedyRecorder forRoot(String root, TaskStateStore memory, Supplier<Policies> policies) {
    return new RemedyRecorder(
        () -> memory.history(root, RemedyRecorder.PENDING_REMEDIES_STORE),
        pending -> memory.history(root, RemedyRecorder.PENDING_REMEDIES_STORE, pending),
        memory.remedyLookup(),
        workflow -> Optional.of(policies.get().policyForWorkflow(workflow)));
  }
}

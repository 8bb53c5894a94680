package dev.eddyline.task;

import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Finding;
import dev.eddyline.detect.IdenticalFailure;
import dev.eddyline.detect.Observation;
import dev.eddyline.detect.RepeatedAction;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.FoundLoop;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A detector with the place of its history and of its limits.
 *
 * @param detector the rule itself
 * @param history where its history is kept
 * @param limits its limits in a policy
 */
record Rule<H, L>(Detector<H, L> detector, History<H> history, Function<Policy, L> limits) {

  /** All rules; to add one is to add a line. */
  static final List<Rule<?, ?>> ALL =
      List.of(
          new Rule<>(new IdenticalFailure(), History.FAILURES, Policy::identicalFailure),
          new Rule<>(new RepeatedAction(), History.ACTIONS, Policy::repeatedAction));

  /** Shows the event to the rule, when it concerns it, and keeps what the rule then remembers. */
  Optional<FoundLoop> apply(Observation seen, Policy policy, TaskMemory memory) {
    if (!detector.concerns(seen)) {
      return Optional.empty();
    }
    Finding<H> finding = detector.detect(seen, history.load(memory), limits.apply(policy));
    history.save(memory, finding.history());
    return finding.loop();
  }
}

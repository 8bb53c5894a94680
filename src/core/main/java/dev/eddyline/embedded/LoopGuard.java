package dev.eddyline.embedded;

import dev.eddyline.embedded.InProcessEngine.EventResult;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.EventObserver;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds loops in the events of agents, in this process alone: no Kafka, no network, no file, no
 * clock. It gives the verdicts that {@code replay} gives for the same events.
 *
 * <p>Threads may share a guard. It processes one event at a time; the events of a task must come in
 * their order.
 *
 * <p>What a guard cannot do, and a processor can:
 *
 * <ul>
 *   <li>Its state is in memory: it is lost with the process, and no other process sees it. There is
 *       no exactly-once.
 *   <li>It stores the state of {@link #MAX_IDS} tasks, roots and sessions; that of the least
 *       recently used one is evicted, and its counts begin again.
 *   <li>A gate is a field of verdicts. A decision counts if this guard observes it: nobody signs
 *       it, no gate service hears of it, and the guard stops nobody.
 *   <li>It has no workflow graphs, and asks no model whether a task makes progress: rules judge.
 *   <li>It reads no clock: event times are taken as they are. An event dated in the future makes
 *       the later ones of its task late, which give no verdict.
 * </ul>
 */
public final class LoopGuard {

  /** Most ids of tasks, roots and sessions whose state a guard stores. */
  public static final int MAX_IDS = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(LoopGuard.class);

  private final InProcessEngine engine;

  private LoopGuard(Policies policies, int maxIds) {
    engine =
        new InProcessEngine(
            policies, GraphSnapshot.NONE, InProcessEngine.NO_CLAMP, EventObserver.NONE, maxIds);
  }

  /** A guard with this policy for all workflows, such as {@code Policies.preset("default")}. */
  public static LoopGuard of(Policy policy) {
    return of(Policies.ofSinglePolicy(policy));
  }

  /** A guard with policies by workflow, such as those of {@link Policies#load} from files. */
  public static LoopGuard of(Policies policies) {
    return of(policies, MAX_IDS);
  }

  static LoopGuard of(Policies policies, int maxIds) {
    return new LoopGuard(Objects.requireNonNull(policies, "policies"), maxIds);
  }

  /**
   * Processes an event, which is copied.
   *
   * @return the verdicts on it, mostly none; replies without a loop among them. {@code decidedAt}
   *     is the event's time
   * @throws BadInputException if the event is invalid; its message names the fields. Nothing is
   *     changed then.
   */
  public synchronized List<LoopVerdict> observe(AgentEvent event) {
    EventRecord.check(Objects.requireNonNull(event, "event"));
    EventResult result = engine.processEvent(event);
    if (result.isRefused()) {
      throw result.failures().get(0);
    }
    result
        .failures()
        .forEach(
            failure ->
                LOG.atError()
                    .addKeyValue("error", failure.getClass().getName())
                    .log("a consequence of an event failed: its other verdicts are complete"));
    return result.outputs().stream()
        .filter(LoopVerdict.class::isInstance)
        .map(LoopVerdict.class::cast)
        .map(LoopGuard::decidedAtEventTime)
        .toList();
  }

  private static LoopVerdict decidedAtEventTime(LoopVerdict verdict) {
    verdict.setDecidedAt(verdict.getOccurredAt());
    return verdict;
  }
}

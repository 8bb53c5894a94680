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
 *   <li>It remembers {@link #MAX_TASKS} tasks, and erases the state of the least recently used one.
 *   <li>A gate is a field of verdicts. A decision counts if this guard observes it: nobody signs it
 *       and no gate service hears of it.
 *   <li>It has no workflow graphs, and asks no model whether a task makes progress: rules judge.
 *   <li>It reads no clock: event times are taken as they are, and time limits that no event follows
 *       do not pass.
 * </ul>
 */
public final class LoopGuard {

  /** Most tasks, roots and sessions that a guard remembers. */
  public static final int MAX_TASKS = 10_000;

  private final InProcessEngine engine;

  private LoopGuard(Policies policies, int maxTasks) {
    engine =
        new InProcessEngine(
            policies, GraphSnapshot.NONE, InProcessEngine.NO_CLAMP, EventObserver.NONE, maxTasks);
  }

  /** A guard with this policy for all workflows, such as {@code Policies.preset("default")}. */
  public static LoopGuard of(Policy policy) {
    return of(Policies.ofSinglePolicy(policy));
  }

  /** A guard with policies by workflow, such as those of {@link Policies#load} from files. */
  public static LoopGuard of(Policies policies) {
    return of(policies, MAX_TASKS);
  }

  static LoopGuard of(Policies policies, int maxTasks) {
    return new LoopGuard(Objects.requireNonNull(policies, "policies"), maxTasks);
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
    EventResult result = engine.processEvent(Objects.requireNonNull(event, "event"));
    if (!result.failures().isEmpty()) {
      throw result.failures().get(0);
    }
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

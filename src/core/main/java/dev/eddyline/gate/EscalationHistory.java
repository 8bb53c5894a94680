package dev.eddyline.gate;

import dev.eddyline.policy.ChosenAction;
import dev.eddyline.schema.AnsweredLoop;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RuledLoop;
import dev.eddyline.schema.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The escalation ladder of a root task: the verdicts of each loop and the earlier human decisions.
 * The oldest entries are evicted first.
 *
 * @param loopsWithVerdict loops that had a verdict since the last reset
 * @param decidedByHuman loops that a person decided on, at any time
 */
record EscalationHistory(List<RuledLoop> loopsWithVerdict, List<AnsweredLoop> decidedByHuman) {

  /** Maximum number of loops in each list. */
  static final int MAX_LOOPS_PER_LIST = 32;

  EscalationHistory {
    loopsWithVerdict = List.copyOf(loopsWithVerdict);
    decidedByHuman = List.copyOf(decidedByHuman);
  }

  /** Whether the loop had a verdict since the last reset. */
  boolean hasVerdict(String loopId) {
    return loopsWithVerdict(loopId).isPresent();
  }

  /** The earlier human decision on the loop, if it is stored. */
  Optional<AnsweredLoop> findHumanDecision(String loopId) {
    return decidedByHuman.stream().filter(loop -> loop.getLoopId().equals(loopId)).findFirst();
  }

  /** Whether the agent was released from the loop since the last reset. */
  boolean wasReleased(String loopId) {
    return loopsWithVerdict(loopId).map(RuledLoop::getReleased).orElse(false);
  }

  /**
   * The history after another verdict on a loop.
   *
   * @param target target of the escalation; null if it was not escalated
   * @param released whether the agent was released from it
   */
  EscalationHistory withVerdict(String loopId, @Nullable Target target, boolean released) {
    Optional<RuledLoop> previous = loopsWithVerdict(loopId);
    int times = previous.map(RuledLoop::getTimes).orElse(0) + 1;
    Target highest = higher(previous.map(RuledLoop::getTarget).orElse(null), target);
    List<RuledLoop> updated = new ArrayList<>(loopsWithVerdict);
    previous.ifPresent(updated::remove);
    boolean everReleased = released || wasReleased(loopId);
    updated.add(new RuledLoop(loopId, times, highest, everReleased));
    return new EscalationHistory(newest(updated), decidedByHuman);
  }

  /**
   * The history after a person closed a gate. A false positive does not count as a decision on the
   * target.
   */
  EscalationHistory afterGateClosed(OpenGate gate, boolean falsePositive) {
    Target target = falsePositive ? null : gate.getTarget();
    return decidedByHuman(gate.getLoopId(), gate.getGateId(), target);
  }

  /** The history after a person decided on all escalations since the last reset. */
  EscalationHistory afterAllEscalationsDecided() {
    EscalationHistory after = this;
    for (RuledLoop loop : loopsWithVerdict) {
      if (loop.getTarget() != null) {
        after = after.decidedByHuman(loop.getLoopId(), null, loop.getTarget());
      }
    }
    return after;
  }

  /** The history after a reset: only loops that a person decided on remain. */
  EscalationHistory afterCounterReset() {
    return new EscalationHistory(List.of(), decidedByHuman);
  }

  private EscalationHistory decidedByHuman(
      String loopId, @Nullable String gateId, @Nullable Target target) {
    Optional<AnsweredLoop> previous = findHumanDecision(loopId);
    String gate = gateId == null ? previous.map(AnsweredLoop::getGateId).orElse(null) : gateId;
    Target highest = higher(previous.map(AnsweredLoop::getTarget).orElse(null), target);
    List<AnsweredLoop> updated = new ArrayList<>(decidedByHuman);
    previous.ifPresent(updated::remove);
    updated.add(new AnsweredLoop(loopId, gate, highest));
    return new EscalationHistory(loopsWithVerdict, newest(updated));
  }

  private Optional<RuledLoop> loopsWithVerdict(String loopId) {
    return loopsWithVerdict.stream().filter(loop -> loop.getLoopId().equals(loopId)).findFirst();
  }

  private static @Nullable Target higher(@Nullable Target one, @Nullable Target other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return ChosenAction.escalationRank(other) > ChosenAction.escalationRank(one) ? other : one;
  }

  private static <T> List<T> newest(List<T> all) {
    return all.subList(Math.max(0, all.size() - MAX_LOOPS_PER_LIST), all.size());
  }
}

package dev.eddyline.gate;

import dev.eddyline.policy.Answer;
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
 * @param ruled loops that had a verdict since the last reset
 * @param answered loops that a person decided on, at any time
 */
record Ladder(List<RuledLoop> ruled, List<AnsweredLoop> answered) {

  /** Maximum number of loops in each list. */
  static final int MAX = 32;

  Ladder {
    ruled = List.copyOf(ruled);
    answered = List.copyOf(answered);
  }

  /** Whether the loop had a verdict since the last reset. */
  boolean knows(String loopId) {
    return ruled(loopId).isPresent();
  }

  /** The earlier human decision on the loop, if it is stored. */
  Optional<AnsweredLoop> decided(String loopId) {
    return answered.stream().filter(loop -> loop.getLoopId().equals(loopId)).findFirst();
  }

  /** The history after another verdict on a loop; the target is null if it was not escalated. */
  Ladder with(String loopId, @Nullable Target target) {
    Optional<RuledLoop> before = ruled(loopId);
    int times = before.map(RuledLoop::getTimes).orElse(0) + 1;
    Target highest = higher(before.map(RuledLoop::getTarget).orElse(null), target);
    List<RuledLoop> more = new ArrayList<>(ruled);
    before.ifPresent(more::remove);
    more.add(new RuledLoop(loopId, times, highest));
    return new Ladder(newest(more), answered);
  }

  /**
   * The history after a person closed a gate. A false positive does not count as a decision on the
   * target.
   */
  Ladder closed(OpenGate gate, boolean falsePositive) {
    Target target = falsePositive ? null : gate.getTarget();
    return answered(gate.getLoopId(), gate.getGateId(), target);
  }

  /** The history after a person decided on all escalations since the last reset. */
  Ladder allAnswered() {
    Ladder after = this;
    for (RuledLoop loop : ruled) {
      if (loop.getTarget() != null) {
        after = after.answered(loop.getLoopId(), null, loop.getTarget());
      }
    }
    return after;
  }

  /** The history after a reset: only loops that a person decided on remain. */
  Ladder reset() {
    return new Ladder(List.of(), answered);
  }

  private Ladder answered(String loopId, @Nullable String gateId, @Nullable Target target) {
    Optional<AnsweredLoop> before = decided(loopId);
    String gate = gateId == null ? before.map(AnsweredLoop::getGateId).orElse(null) : gateId;
    Target highest = higher(before.map(AnsweredLoop::getTarget).orElse(null), target);
    List<AnsweredLoop> more = new ArrayList<>(answered);
    before.ifPresent(more::remove);
    more.add(new AnsweredLoop(loopId, gate, highest));
    return new Ladder(ruled, newest(more));
  }

  private Optional<RuledLoop> ruled(String loopId) {
    return ruled.stream().filter(loop -> loop.getLoopId().equals(loopId)).findFirst();
  }

  private static @Nullable Target higher(@Nullable Target one, @Nullable Target other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return Answer.height(other) > Answer.height(one) ? other : one;
  }

  private static <T> List<T> newest(List<T> all) {
    return all.subList(Math.max(0, all.size() - MAX), all.size());
  }
}

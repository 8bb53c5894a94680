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
 * How often each loop of a root was ruled on, and what a person decided on before: the oldest leave
 * when there are too many.
 *
 * @param ruled loops ruled on since the last reset
 * @param answered loops that a person decided on, whenever that was
 */
record Ladder(List<RuledLoop> ruled, List<AnsweredLoop> answered) {

  /** Loops that are remembered, of either kind. */
  static final int MAX = 32;

  Ladder {
    ruled = List.copyOf(ruled);
    answered = List.copyOf(answered);
  }

  /** Whether the loop was ruled on since the last reset. */
  boolean knows(String loopId) {
    return ruled(loopId).isPresent();
  }

  /** What a person decided on the loop before, if that is known. */
  Optional<AnsweredLoop> decided(String loopId) {
    return answered.stream().filter(loop -> loop.getLoopId().equals(loopId)).findFirst();
  }

  /** After one more ruling on a loop; the target is null where it was no escalation. */
  Ladder with(String loopId, @Nullable Target target) {
    Optional<RuledLoop> before = ruled(loopId);
    int times = before.map(RuledLoop::getTimes).orElse(0) + 1;
    Target highest = higher(before.map(RuledLoop::getTarget).orElse(null), target);
    List<RuledLoop> more = new ArrayList<>(ruled);
    before.ifPresent(more::remove);
    more.add(new RuledLoop(loopId, times, highest));
    return new Ladder(newest(more), answered);
  }

  /** After a person closed a gate; what was no loop counts as no answer to one. */
  Ladder closed(OpenGate gate, boolean falsePositive) {
    Target target = falsePositive ? null : gate.getTarget();
    return answered(gate.getLoopId(), gate.getGateId(), target);
  }

  /** After a person answered all that was escalated since the last reset. */
  Ladder allAnswered() {
    Ladder after = this;
    for (RuledLoop loop : ruled) {
      if (loop.getTarget() != null) {
        after = after.answered(loop.getLoopId(), null, loop.getTarget());
      }
    }
    return after;
  }

  /** After a reset: only what was answered stays. */
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

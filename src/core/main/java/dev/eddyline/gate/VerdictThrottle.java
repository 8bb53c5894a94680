package dev.eddyline.gate;

import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.GatedLoop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Throttles verdicts on loops while a gate is open. A loop is published the first, second, fourth
 * and eighth time and so on, and whenever its action changes. The least recent loop is evicted
 * first.
 *
 * @param loops the loops, least recent first
 * @param shouldPublish whether any of the added loops is published
 */
record VerdictThrottle(List<GatedLoop> loops, boolean shouldPublish) {

  /** Maximum number of loops that are counted. */
  static final int MAX_COUNTED_LOOPS = 32;

  VerdictThrottle {
    loops = List.copyOf(loops);
  }

  /**
   * The throttle after another occurrence of a loop.
   *
   * @param answer its action; null if another loop of the event determined the action
   */
  VerdictThrottle withLoopOccurrence(String loopId, @Nullable ActionTaken answer) {
    GatedLoop previous =
        loops.stream().filter(loop -> loop.getLoopId().equals(loopId)).findFirst().orElse(null);
    long times = previous == null ? 1 : previous.getTimes() + 1;
    ActionTaken lastAnswer = previous == null ? null : previous.getAnswer();
    boolean changed = answer != null && !answer.equals(lastAnswer);
    List<GatedLoop> updated = new ArrayList<>(loops);
    updated.remove(previous);
    updated.add(new GatedLoop(loopId, times, answer == null ? lastAnswer : answer));
    return new VerdictThrottle(
        updated.subList(Math.max(0, updated.size() - MAX_COUNTED_LOOPS), updated.size()),
        shouldPublish || changed || Long.bitCount(times) == 1);
  }
}

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
 * @param isTold whether any of the added loops is published
 */
record Storm(List<GatedLoop> loops, boolean isTold) {

  /** Maximum number of loops that are counted. */
  static final int MAX = 32;

  Storm {
    loops = List.copyOf(loops);
  }

  /**
   * The throttle after another occurrence of a loop.
   *
   * @param answer its action; null if another loop of the event determined the action
   */
  Storm with(String loopId, @Nullable ActionTaken answer) {
    GatedLoop before =
        loops.stream().filter(loop -> loop.getLoopId().equals(loopId)).findFirst().orElse(null);
    long times = before == null ? 1 : before.getTimes() + 1;
    ActionTaken last = before == null ? null : before.getAnswer();
    boolean changed = answer != null && !answer.equals(last);
    List<GatedLoop> more = new ArrayList<>(loops);
    more.remove(before);
    more.add(new GatedLoop(loopId, times, answer == null ? last : answer));
    return new Storm(
        more.subList(Math.max(0, more.size() - MAX), more.size()),
        isTold || changed || Long.bitCount(times) == 1);
  }
}

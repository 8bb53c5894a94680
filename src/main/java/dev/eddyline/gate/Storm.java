package dev.eddyline.gate;

import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.GatedLoop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How often each loop came since a gate was opened: it is told the first, second, fourth, eighth
 * time, and whenever its answer changes (specification, section 8, "Storms"). The loop that came
 * longest ago leaves when there are too many.
 *
 * @param loops the loops, the one that came longest ago first
 * @param isTold whether any of the loops that were added is to be told
 */
record Storm(List<GatedLoop> loops, boolean isTold) {

  /** Loops that are counted apart. */
  static final int MAX = 32;

  Storm {
    loops = List.copyOf(loops);
  }

  /**
   * After a loop came once more.
   *
   * @param answer what answers it; null where another loop of the event is answered
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

package dev.eddyline.cases;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The events of a run between which it is stuck.
 *
 * @param first first event of the first repetition
 * @param wanted event after which a careful person wants an alert
 * @param last last event of the last repetition
 */
record StuckStretch(ObjectNode first, ObjectNode wanted, ObjectNode last) {

  /** Repeats for about twice as long as until the wanted alert, and a little longer. */
  static StuckStretch perform(Stage stage, CaseKind kind, OrdinaryWork work) {
    Draw draw = stage.draw;
    IntConsumer repetition = kind.stuck().apply(stage);
    int wantedAfter = draw.between(kind.leastWanted(), kind.mostWanted());
    int interruption = draw.chance(0.2) ? draw.between(1, wantedAfter) : -1;
    String nudge = stage.words.phrase("nudge");
    int from = stage.recorder.size();
    int wantedSize = 0;
    int end = Integer.MAX_VALUE;
    for (int number = 0; stage.recorder.size() < end; number++) {
      if (kind.noisy() && stage.style.nudges()) {
        stage.nudge(nudge);
      }
      repetition.accept(number);
      stage.think("retry");
      if (number == interruption) {
        stage.recorder.pass(draw.logarithmic(60, 500));
      }
      if (number + 1 == wantedAfter) {
        wantedSize = stage.recorder.size();
        end =
            Math.max(
                CaseGenerator.LEAST_EVENTS, from + 2 * (wantedSize - from) + draw.between(1, 6));
      }
      if (kind.noisy() && draw.chance(stage.style.noise())) {
        work.makeNoise();
      }
    }
    List<ObjectNode> events = stage.recorder.events();
    return new StuckStretch(
        events.get(from), events.get(wantedSize - 1), events.get(events.size() - 1));
  }
}

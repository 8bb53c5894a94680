package dev.eddyline.bench;

import dev.eddyline.schema.AgentEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Measures the memory of the processor while new tasks keep arriving. */
final class MemoryMeasure {

  /** Few, because the number of tasks matters. */
  private static final int EVENTS_OF_TASK = 6;

  /** Number of tasks whose events interleave. */
  private static final int AT_ONCE = 500;

  private static final int PARTS = 10;

  private final Stage stage;

  MemoryMeasure(Stage stage) {
    this.stage = stage;
  }

  BenchReport.Memory measure() {
    int events = stage.plan().soak();
    Assignment task;
    try (Bed bed = stage.bed("memory")) {
      stage.tell("Eddyline with new tasks all the time, %,d events…", events);
      bed.publish(taker -> events(events, taker));
      task = bed.assignment(Subject.EDDYLINE, "soak", 0).with(stage.plan().settings());
      bed.begin(task.application(), true);
      // the heap is committed at the start, so that only other memory grows
      try (Run run = new Run(task, "-XX:+AlwaysPreTouch")) {
        run.measure(bed, events, List.of());
        return new BenchReport.Memory(events, events / EVENTS_OF_TASK, tenths(run, events));
      }
    }
  }

  private void events(int events, Consumer<AgentEvent> taker) {
    int left = events;
    for (int cohort = 0; left > 0; cohort++) {
      String prefix = "soak-" + cohort + "-";
      EventGenerator generator =
          new EventGenerator(stage.mix(), cohort, AT_ONCE, stage.begin(), prefix);
      for (int i = 0; i < AT_ONCE * EVENTS_OF_TASK && left > 0; i++, left--) {
        taker.accept(generator.next(i % AT_ONCE));
      }
    }
  }

  private static List<Double> tenths(Run run, int events) {
    List<Double> tenths = new ArrayList<>();
    for (Moment moment : run.moments()) {
      if (moment.events() >= (double) events * (tenths.size() + 1) / PARTS
          && tenths.size() < PARTS) {
        tenths.add(moment.resident() / 1e6);
      }
    }
    return tenths;
  }
}

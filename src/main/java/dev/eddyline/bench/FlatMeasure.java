package dev.eddyline.bench;

import java.util.List;
import java.util.Map;

/** Measures whether an event's cost stays with long histories and with many tasks. */
final class FlatMeasure {

  private final Stage stage;
  private final BenchPlan plan;

  FlatMeasure(Stage stage) {
    this.stage = stage;
    plan = stage.plan();
  }

  BenchReport.Flat measure() {
    List<Pace> histories = histories();
    try (Bed filled = stage.bed("filled")) {
      Load load = stage.load(plan.few(), plan.fill(), 0);
      filled.publish(load);
      stage.eddyline(filled, "filled", load, List.of(), Map.of());
      Copies copies = Copies.of(filled, Subject.EDDYLINE, "filled");
      Pace few = among(plan.few(), copies);
      return new BenchReport.Flat(
          histories.get(0), histories.get(1), few, among(plan.many(), copies));
    }
  }

  private List<Pace> histories() {
    Load load = stage.load(plan.longTasks(), plan.longEvents(), 0);
    long tasks = plan.longTasks();
    long hundredth = plan.longEvents() / 100;
    Span early = new Span(tasks * hundredth, tasks * 2 * hundredth);
    Span late = new Span(tasks * (plan.longEvents() - hundredth), load.size());
    try (Bed bed = stage.bed("histories")) {
      bed.publish(load);
      return stage.eddyline(bed, "long", load, List.of(early, late), Map.of());
    }
  }

  /** Tasks whose histories are copies of some filled ones, restored before the first event. */
  private Pace among(int tasks, Copies copies) {
    stage.tell("Filling %,d tasks…", tasks);
    Load load = stage.later(tasks, plan.events());
    try (Bed bed = stage.bed("among-" + tasks)) {
      copies.write(bed, Subject.EDDYLINE, "run", tasks);
      bed.publish(load);
      return stage.eddyline(bed, "run", load, List.of(Span.middle(load)), Map.of()).get(0);
    }
  }
}

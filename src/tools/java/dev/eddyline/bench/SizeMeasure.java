package dev.eddyline.bench;

import dev.eddyline.schema.AgentEvent;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measures the state size of a task: after a median run, with full histories, at the maximum. */
final class SizeMeasure {

  private static final int TASKS = 1_000;
  private static final int FULL_TASKS = 20;

  private final Stage stage;

  SizeMeasure(Stage stage) {
    this.stage = stage;
  }

  BenchReport.Size measure() {
    int tasks = Math.min(TASKS, stage.plan().tasks());
    Load median = stage.load(tasks, stage.mix().runs().medianEvents(), 0);
    Load filled = stage.load(tasks, stage.plan().fill(), 0);
    return new BenchReport.Size(
        stored("median", median::forEach, median),
        stored("filled", filled::forEach, filled),
        full());
  }

  private StateBytes full() {
    Load sized = stage.load(FULL_TASKS, FullTasks.EVENTS, 0);
    FullTasks events = new FullTasks(FULL_TASKS, stage.begin());
    return stored("full", events::forEach, sized);
  }

  private StateBytes stored(String part, Consumer<Consumer<AgentEvent>> events, Load load) {
    try (Bed bed = stage.bed(part)) {
      bed.publish(events);
      stage.eddyline(bed, "run", load, List.of(), Map.of());
      String application = bed.assignment(Subject.EDDYLINE, "run", 0).application();
      return StateBytes.of(bed, application, Load.TASK);
    }
  }
}

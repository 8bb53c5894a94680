package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.load.MaxStateTasks;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchReport;
import dev.eddyline.bench.report.StateBytes;
import dev.eddyline.schema.AgentEvent;
import java.util.function.Consumer;

/** Measures the state size of a task: after a median run, with full histories, at the maximum. */
public final class SizeMeasure {

  private static final int TASKS = 1_000;
  private static final int FULL_TASKS = 20;

  private final BenchContext context;

  /** A measurement with the servers, plan and load of this run. */
  public SizeMeasure(BenchContext context) {
    this.context = context;
  }

  /** Runs the three loads; the stored bytes after each. */
  public BenchReport.StateSizes measure() {
    int tasks = Math.min(TASKS, context.plan().tasks());
    Load median = context.load(tasks, context.mix().runs().medianEvents(), 0);
    Load filled = context.load(tasks, context.plan().fill(), 0);
    return new BenchReport.StateSizes(
        measureStateBytes("median", median::forEach, median),
        measureStateBytes("filled", filled::forEach, filled),
        measureFullState());
  }

  private StateBytes measureFullState() {
    Load sized = context.load(FULL_TASKS, MaxStateTasks.EVENTS_PER_TASK, 0);
    MaxStateTasks events = new MaxStateTasks(FULL_TASKS, context.firstEventAt());
    return measureStateBytes("full", events::forEach, sized);
  }

  private StateBytes measureStateBytes(
      String part, Consumer<Consumer<AgentEvent>> events, Load load) {
    try (TopicFixture fixture = context.createTopicFixture(part)) {
      fixture.publish(events);
      context.run(fixture, TopologyVariant.EDDYLINE, "run", load);
      String application =
          fixture
              .createProcessConfig(TopologyVariant.EDDYLINE, "run", BaselineOutputs.NONE)
              .applicationId();
      return StateBytes.measureChangelogs(fixture, application, Load.TASK_ID_PREFIX);
    }
  }
}

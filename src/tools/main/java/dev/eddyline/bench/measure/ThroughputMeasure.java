package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.process.StateReplicator;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchReport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the three topology variants with different numbers of tasks. All tasks have full
 * histories: the variants process the events of some tasks once, and other tasks get copies of
 * their state.
 */
public final class ThroughputMeasure {

  private static final String FILLING_RUN = "filling";

  private final BenchContext context;

  /** A measurement with the servers, plan and load of this run. */
  public ThroughputMeasure(BenchContext context) {
    this.context = context;
  }

  /**
   * The figures of each number of tasks, in the order of the plan.
   *
   * @throws IllegalStateException when verdicts differ from those of the replay
   */
  public List<BenchReport.ThroughputFigures> measure() {
    List<BenchReport.ThroughputFigures> figures = new ArrayList<>();
    Map<TopologyVariant, StateReplicator> filledState = fillTasks();
    for (int tasks : context.plan().throughputTasks()) {
      figures.add(measureTasks(tasks, filledState));
    }
    return figures;
  }

  private Map<TopologyVariant, StateReplicator> fillTasks() {
    Map<TopologyVariant, StateReplicator> filledState = new EnumMap<>(TopologyVariant.class);
    Load filling = context.fillingLoad();
    try (TopicFixture fixture = context.createTopicFixture(FILLING_RUN)) {
      fixture.publish(filling);
      for (TopologyVariant variant : List.of(TopologyVariant.STATE, TopologyVariant.EDDYLINE)) {
        context.run(fixture, variant, FILLING_RUN, filling);
        filledState.put(variant, StateReplicator.readFromChangelogs(fixture, variant, FILLING_RUN));
      }
    }
    return filledState;
  }

  private BenchReport.ThroughputFigures measureTasks(
      int tasks, Map<TopologyVariant, StateReplicator> filledState) {
    Load load = context.laterLoad(tasks, context.plan().throughput());
    int replayedTasks = Math.min(tasks, context.plan().few());
    context.printProgress("%,d tasks: replaying %,d of them…", tasks, replayedTasks);
    ReplayBaseline baseline =
        ReplayBaseline.replay(replayedTasks, List.of(context.fillingLoad(), load));
    try (TopicFixture fixture = context.createTopicFixture("throughput-" + tasks)) {
      context.printProgress("Publishing %,d events…", load.eventCount());
      fixture.publish(load);
      return new ThroughputRounds(context, fixture, load, replayedTasks, baseline, filledState)
          .measure();
    }
  }
}

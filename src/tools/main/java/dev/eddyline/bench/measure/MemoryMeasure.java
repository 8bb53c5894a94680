package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.EventGenerator;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.BenchProcess;
import dev.eddyline.bench.process.BenchProcessConfig;
import dev.eddyline.bench.process.ProgressSample;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchReport;
import dev.eddyline.schema.AgentEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Measures the memory of the processor while new tasks keep arriving. */
public final class MemoryMeasure {

  /** Few, because the number of tasks matters. */
  private static final int EVENTS_PER_TASK = 6;

  /** Number of tasks whose events interleave. */
  private static final int INTERLEAVED_TASKS = 500;

  private static final int PARTS = 10;

  private final BenchContext context;

  /** A measurement with the servers, plan and load of this run. */
  public MemoryMeasure(BenchContext context) {
    this.context = context;
  }

  /** Runs the new tasks; resident memory after each tenth of their events. */
  public BenchReport.MemoryFigures measure() {
    int events = context.plan().soak();
    BenchProcessConfig config;
    try (TopicFixture fixture = context.createTopicFixture("memory")) {
      context.printProgress("Eddyline with new tasks all the time, %,d events…", events);
      fixture.publish(receiver -> generateEvents(events, receiver));
      config =
          fixture
              .createProcessConfig(TopologyVariant.EDDYLINE, "soak", BaselineOutputs.NONE)
              .withSettings(context.plan().settings());
      fixture.commitStartOffsets(config.applicationId(), true);
      // the heap is committed at the start, so that only other memory grows
      try (BenchProcess process = new BenchProcess(config, "-XX:+AlwaysPreTouch")) {
        List<ProgressSample> samples = process.awaitAllEvents(fixture, events);
        return new BenchReport.MemoryFigures(
            events, events / EVENTS_PER_TASK, residentMbAfterEachTenth(samples, events));
      }
    }
  }

  private void generateEvents(int events, Consumer<AgentEvent> receiver) {
    int left = events;
    for (int cohort = 0; left > 0; cohort++) {
      String prefix = "soak-" + cohort + "-";
      EventGenerator generator =
          new EventGenerator(
              context.mix(), cohort, INTERLEAVED_TASKS, context.firstEventAt(), prefix);
      for (int i = 0; i < INTERLEAVED_TASKS * EVENTS_PER_TASK && left > 0; i++, left--) {
        receiver.accept(generator.next(i % INTERLEAVED_TASKS));
      }
    }
  }

  private static List<Double> residentMbAfterEachTenth(List<ProgressSample> samples, int events) {
    List<Double> tenths = new ArrayList<>();
    for (ProgressSample sample : samples) {
      if (sample.events() >= (double) events * (tenths.size() + 1) / PARTS
          && tenths.size() < PARTS) {
        tenths.add(sample.residentBytes() / 1e6);
      }
    }
    return tenths;
  }
}

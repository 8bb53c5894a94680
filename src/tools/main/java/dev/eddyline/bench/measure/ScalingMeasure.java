package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.EventGenerator;
import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.BenchProcess;
import dev.eddyline.bench.process.BenchProcessConfig;
import dev.eddyline.bench.process.ProgressSample;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchReport;
import dev.eddyline.bench.report.ProcessingRate;
import dev.eddyline.bench.report.RoundStats;
import dev.eddyline.bench.report.TimedRange;
import dev.eddyline.schema.AgentEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.streams.StreamsConfig;

/** Measures what an event costs late in a long task, and with two instances. */
public final class ScalingMeasure {

  private static final int LONG_TASK_EVENTS = 10_000;

  /** Events of a task that are timed: from here on, and at the end of a long task. */
  private static final int EARLY = 100;

  private static final int TIMED = 100;

  /** Timed events of the plan for each long task. */
  private static final int EVENTS_PER_LONG_TASK = 3_000;

  /** Part of an instance's events that is timed, in tenths. */
  private static final int FROM_TENTH = 4;

  private static final int TO_TENTH = 9;

  private static final int MAX_INSTANCES = 2;

  /** An instance with fewer events had no partition while there were any. */
  private static final int MIN_EVENTS = 10;

  private final BenchContext context;

  /** A measurement with the servers, plan and load of this run. */
  public ScalingMeasure(BenchContext context) {
    this.context = context;
  }

  /** The figures of all rounds. */
  public BenchReport.ScalingFigures measure() {
    List<Double> early = new ArrayList<>();
    List<Double> late = new ArrayList<>();
    List<ProcessingRate> one = new ArrayList<>();
    List<ProcessingRate> two = new ArrayList<>();
    for (int round = 1; round <= context.plan().rounds(); round++) {
      context.printProgress("scaling, round %d of %d…", round, context.plan().rounds());
      List<ProgressSample> samples = runLongTasks("long-" + round);
      early.add(costOfEventsFrom(EARLY, samples));
      late.add(costOfEventsFrom(LONG_TASK_EVENTS - TIMED, samples));
      one.add(runInstances(1, "one-" + round));
      two.add(runInstances(MAX_INSTANCES, "two-" + round));
    }
    return new BenchReport.ScalingFigures(
        longTasks(),
        RoundStats.of(early),
        RoundStats.of(late),
        RoundStats.ofRatios(late, early),
        BenchReport.RoundFigures.of(one),
        BenchReport.RoundFigures.of(two),
        RoundStats.ofRatios(
            two.stream().map(ProcessingRate::eventsPerSecond).toList(),
            one.stream().map(ProcessingRate::eventsPerSecond).toList()),
        RoundStats.ofRatios(
            two.stream().map(ProcessingRate::cpuMicros).toList(),
            one.stream().map(ProcessingRate::cpuMicros).toList()));
  }

  private int longTasks() {
    return Math.max(1, context.plan().events() / EVENTS_PER_LONG_TASK);
  }

  /** Half as many events of other tasks come first, in which the code is compiled. */
  private long warmUpEvents() {
    return (long) longTasks() * LONG_TASK_EVENTS / 2;
  }

  private List<ProgressSample> runLongTasks(String name) {
    long total = warmUpEvents() + (long) longTasks() * LONG_TASK_EVENTS;
    try (TopicFixture fixture = context.createTopicFixture(name)) {
      fixture.publish(
          receiver -> {
            generate("warm-up-", warmUpEvents(), receiver);
            generate("long-", (long) longTasks() * LONG_TASK_EVENTS, receiver);
          });
      BenchProcessConfig config = config(fixture, name);
      fixture.commitStartOffsets(config.applicationId(), true);
      try (BenchProcess process = new BenchProcess(config)) {
        return process.awaitAllEvents(fixture, total);
      }
    }
  }

  private void generate(String prefix, long events, Consumer<AgentEvent> receiver) {
    EventGenerator generator =
        new EventGenerator(context.mix(), 1, longTasks(), context.firstEventAt(), prefix);
    for (long event = 0; event < events; event++) {
      receiver.accept(generator.next((int) (event % longTasks())));
    }
  }

  /** Processor time of an event, microseconds. */
  private double costOfEventsFrom(long position, List<ProgressSample> samples) {
    long from = warmUpEvents() + position * longTasks();
    return ProcessingRate.ofRange(samples, new TimedRange(from, from + (long) TIMED * longTasks()))
        .cpuMicros();
  }

  /** Each instance has one processor and one thread, and its part of the partitions. */
  private ProcessingRate runInstances(int count, String name) {
    Load load = context.load(context.plan().few() * count, 0, context.plan().throughput() * count);
    List<BenchProcess> instances = new ArrayList<>();
    try (TopicFixture fixture = context.createTopicFixture(name)) {
      fixture.publish(load);
      BenchProcessConfig config =
          config(fixture, name).withSettings(Map.of(StreamsConfig.NUM_STREAM_THREADS_CONFIG, "1"));
      fixture.commitStartOffsets(config.applicationId(), true);
      try {
        IntStream.range(0, count)
            .forEach(each -> instances.add(new BenchProcess(config, "-XX:ActiveProcessorCount=1")));
        instances
            .get(0)
            .await(
                newest ->
                    processed(instances) >= load.eventCount()
                        && fixture.committedEventCount(config.applicationId()) >= load.eventCount(),
                load.eventCount() + " events were committed");
        return sum(instances);
      } finally {
        instances.forEach(BenchProcess::close);
      }
    }
  }

  private BenchProcessConfig config(TopicFixture fixture, String name) {
    return fixture
        .createProcessConfig(TopologyVariant.EDDYLINE, name, BaselineOutputs.NONE)
        .withSettings(context.plan().settings());
  }

  private static double processed(List<BenchProcess> instances) {
    return instances.stream()
        .map(BenchProcess::newestSample)
        .mapToDouble(sample -> sample == null ? 0 : sample.events())
        .sum();
  }

  /** The rates together, and the processor time of their mean event. */
  private static ProcessingRate sum(List<BenchProcess> instances) {
    double eventsPerSecond = 0;
    double cpuMicros = 0;
    double compilerShare = 0;
    double all = processed(instances);
    for (BenchProcess instance : instances) {
      double events = instance.newestSample().events();
      if (events >= MIN_EVENTS) {
        ProcessingRate rate =
            ProcessingRate.ofRange(
                instance.progressSamples(),
                new TimedRange((long) (events * FROM_TENTH / 10), (long) (events * TO_TENTH / 10)));
        eventsPerSecond += rate.eventsPerSecond();
        cpuMicros += rate.cpuMicros() * events / all;
        compilerShare = Math.max(compilerShare, rate.compilerShare());
      }
    }
    return new ProcessingRate(eventsPerSecond, cpuMicros, compilerShare);
  }
}

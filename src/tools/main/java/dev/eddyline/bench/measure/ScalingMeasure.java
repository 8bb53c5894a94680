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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.streams.StreamsConfig;

/** Measures what an event costs late in a long task, and with two instances. */
public final class ScalingMeasure {

  private static final String ONE_PROCESSOR = "-XX:ActiveProcessorCount=1";

  private static final int LONG_TASK_EVENTS = 10_000;

  /** Events of a task that are timed: from here on, and at the end of a long task. */
  private static final int EARLY = 100;

  private static final int TIMED = 100;

  /** Timed events of the plan for each long task. */
  private static final int EVENTS_PER_LONG_TASK = 3_000;

  /** The timed part of what instances process, in tenths. */
  private static final int FROM_TENTH = 4;

  private static final int TO_TENTH = 8;

  private static final Duration POLL = Duration.ofMillis(20);

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
      runLongTasks("long-" + round, early, late);
      one.add(runInstances(1, "one-" + round));
      two.add(runInstances(2, "two-" + round));
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

  /**
   * Runs other tasks until the code is compiled, then the long tasks. Their timed events are
   * published when all before them are processed.
   */
  private void runLongTasks(String name, List<Double> early, List<Double> late) {
    try (TopicFixture fixture = context.createTopicFixture(name)) {
      BenchProcessConfig config = config(fixture, name);
      fixture.commitStartOffsets(config.applicationId(), true);
      try (BenchProcess process = new BenchProcess(config)) {
        process(generator("warm-up-"), LONG_TASK_EVENTS / 2, fixture, process);
        EventGenerator tasks = generator("long-");
        process(tasks, EARLY, fixture, process);
        early.add(process(tasks, TIMED, fixture, process));
        process(tasks, LONG_TASK_EVENTS - EARLY - 2 * TIMED, fixture, process);
        late.add(process(tasks, TIMED, fixture, process));
      }
    }
  }

  private EventGenerator generator(String prefix) {
    return new EventGenerator(context.mix(), 1, longTasks(), context.firstEventAt(), prefix);
  }

  /** Publishes so many events of each task; the processor time of one, microseconds. */
  private double process(
      EventGenerator tasks, int eventsOfTask, TopicFixture fixture, BenchProcess process) {
    ProgressSample before = process.awaitRunning();
    long events = (long) eventsOfTask * longTasks();
    fixture.publish(
        receiver -> {
          for (long event = 0; event < events; event++) {
            receiver.accept(tasks.next((int) (event % longTasks())));
          }
        });
    ProgressSample after =
        process.await(
            sample -> sample.events() >= before.events() + events, events + " were processed");
    return (after.cpuNanos() - before.cpuNanos()) / 1e3 / events;
  }

  /** Each instance has one thread and its part of the partitions. */
  private ProcessingRate runInstances(int count, String name) {
    Load load = context.load(context.plan().few() * count, 0, context.plan().throughput() * count);
    try (TopicFixture fixture = context.createTopicFixture(name)) {
      BenchProcessConfig config =
          config(fixture, name).withSettings(Map.of(StreamsConfig.NUM_STREAM_THREADS_CONFIG, "1"));
      fixture.commitStartOffsets(config.applicationId(), true);
      try (BenchProcess first = new BenchProcess(config, ONE_PROCESSOR);
          BenchProcess second = count == 1 ? null : new BenchProcess(config, ONE_PROCESSOR)) {
        List<BenchProcess> instances = second == null ? List.of(first) : List.of(first, second);
        instances.forEach(BenchProcess::awaitRunning);
        fixture.publish(load);
        ProgressSample from = awaitEvents(load.timed() * FROM_TENTH / 10, instances);
        ProgressSample to = awaitEvents(load.timed() * TO_TENTH / 10, instances);
        return ProcessingRate.between(from, to);
      }
    }
  }

  /** What the instances have done when they have processed so many events together. */
  private static ProgressSample awaitEvents(int events, List<BenchProcess> instances) {
    long limit = System.nanoTime() + BenchProcess.STALL_TIMEOUT.toNanos();
    ProgressSample last = newestSamples(instances);
    while (last.events() < events) {
      LockSupport.parkNanos(POLL.toNanos());
      ProgressSample newest = newestSamples(instances);
      if (newest.events() > last.events()) {
        limit = System.nanoTime() + BenchProcess.STALL_TIMEOUT.toNanos();
      } else if (System.nanoTime() > limit) {
        throw new IllegalStateException(
            "the instances stopped after %.0f of %d events".formatted(newest.events(), events));
      }
      last = newest;
    }
    return last;
  }

  /** What the instances have done; throws when one has ended or failed. */
  private static ProgressSample newestSamples(List<BenchProcess> instances) {
    return ProgressSample.sum(
        instances.stream().map(each -> each.await(sample -> true, "its events")).toList());
  }

  private BenchProcessConfig config(TopicFixture fixture, String name) {
    return fixture
        .createProcessConfig(TopologyVariant.EDDYLINE, name, BaselineOutputs.NONE)
        .withSettings(context.plan().settings());
  }
}

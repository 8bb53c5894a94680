package dev.eddyline.bench;

import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Measures whether the cost per event is constant with long histories. */
final class ScalingMeasure {

  private final BenchContext context;
  private final BenchPlan plan;

  ScalingMeasure(BenchContext context) {
    this.context = context;
    plan = context.plan();
  }

  BenchReport.RateComparison measure() {
    List<ProcessingRate> early = new ArrayList<>();
    List<ProcessingRate> late = new ArrayList<>();
    for (int round = 1; round <= plan.rounds(); round++) {
      List<ProcessingRate> histories = measureLongAndShortHistories(round);
      early.add(histories.get(0));
      late.add(histories.get(1));
    }
    return BenchReport.RateComparison.of(early, late);
  }

  /**
   * Measures long histories first, then short ones in the same process: the JIT compiler is done
   * before either is timed.
   */
  private List<ProcessingRate> measureLongAndShortHistories(int round) {
    int timed = plan.longEvents() / 100;
    try (TopicFixture fixture = context.createTopicFixture("histories-" + round)) {
      BenchProcessConfig task =
          fixture
              .createProcessConfig(TopologyVariant.EDDYLINE, "run", BaselineOutputs.NONE)
              .withSettings(plan.settings());
      fixture.commitStartOffsets(task.applicationId(), true);
      try (BenchProcess process = new BenchProcess(task)) {
        process.awaitRunning();
        Instant begin = context.firstEventAt();
        TimedRange late =
            runNewTasks(fixture, process, "long-", begin, plan.longEvents() - timed, timed);
        Instant then = begin.plusSeconds(plan.longEvents());
        TimedRange early = runNewTasks(fixture, process, "short-", then, timed, timed);
        List<ProgressSample> samples =
            process.awaitAllEvents(fixture, processedEventCount(process));
        return List.of(
            ProcessingRate.ofRange(samples, early), ProcessingRate.ofRange(samples, late));
      }
    }
  }

  /**
   * Runs new tasks and times their last events.
   *
   * @param tasks prefix of their ids
   * @param begin event time of each task's first event
   * @param untimed untimed events of each task
   * @param timed timed events of each task, published after those in one transaction
   */
  private TimedRange runNewTasks(
      TopicFixture fixture,
      BenchProcess process,
      String tasks,
      Instant begin,
      int untimed,
      int timed) {
    context.printProgress("%,d tasks of %,d events…", plan.longTasks(), untimed + timed);
    EventGenerator events = context.createEventGenerator(plan.longTasks(), begin, tasks);
    long processedBefore = processedEventCount(process);
    fixture.publish(receiver -> emitEventsInTurns(events, untimed, receiver));
    long from = processedBefore + (long) untimed * plan.longTasks();
    awaitProcessedEvents(process, from);
    fixture.publishInOneTransaction(receiver -> emitEventsInTurns(events, timed, receiver));
    long to = from + (long) timed * plan.longTasks();
    awaitProcessedEvents(process, to);
    return TimedRange.middle80Percent(from, to);
  }

  private static long processedEventCount(BenchProcess process) {
    return (long) process.newestSample().events();
  }

  private static void awaitProcessedEvents(BenchProcess process, long events) {
    process.await(sample -> sample.events() >= events, events + " events were processed");
  }

  private void emitEventsInTurns(
      EventGenerator events, int perTask, Consumer<AgentEvent> receiver) {
    for (int round = 0; round < perTask; round++) {
      for (int task = 0; task < plan.longTasks(); task++) {
        receiver.accept(events.next(task));
      }
    }
  }
}

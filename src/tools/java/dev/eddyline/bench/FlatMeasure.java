package dev.eddyline.bench;

import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measures whether the cost per event is constant with long histories and many tasks. */
final class FlatMeasure {

  private final Stage stage;
  private final BenchPlan plan;

  FlatMeasure(Stage stage) {
    this.stage = stage;
    plan = stage.plan();
  }

  BenchReport.Flat measure() {
    List<Pace> early = new ArrayList<>();
    List<Pace> late = new ArrayList<>();
    List<Pace> few = new ArrayList<>();
    List<Pace> many = new ArrayList<>();
    try (Bed filled = stage.bed("filled")) {
      Load load = stage.load(plan.few(), plan.fill(), 0);
      filled.publish(load);
      stage.eddyline(filled, "filled", load, List.of(), Map.of());
      Copies copies = Copies.of(filled, Subject.EDDYLINE, "filled");
      for (int round = 1; round <= plan.rounds(); round++) {
        List<Pace> histories = histories(round);
        early.add(histories.get(0));
        late.add(histories.get(1));
        few.add(among(plan.few(), copies, round));
        many.add(among(plan.many(), copies, round));
      }
    }
    return new BenchReport.Flat(
        BenchReport.Compared.of(early, late), BenchReport.Compared.of(few, many));
  }

  /**
   * Measures long histories first, then short ones in the same process: the JIT compiler is done
   * before either is timed.
   */
  private List<Pace> histories(int round) {
    int last = plan.longEvents() / 100;
    try (Bed bed = stage.bed("histories-" + round)) {
      Assignment task = bed.assignment(Subject.EDDYLINE, "run", 0).with(plan.settings());
      bed.begin(task.application(), true);
      try (Run run = new Run(task)) {
        run.awaitRunning();
        Instant begin = stage.begin();
        Span late = live(bed, run, "long-", begin, plan.longEvents() - last, last);
        Instant then = begin.plusSeconds(plan.longEvents());
        Span early = live(bed, run, "short-", then, last, last);
        return run.measure(bed, taken(run), List.of(early, late));
      }
    }
  }

  /**
   * Runs new tasks and times their last events.
   *
   * @param tasks prefix of their ids
   * @param begin event time of each task's first event
   * @param first untimed events of each task
   * @param last timed events of each task, published after those in one transaction
   */
  private Span live(Bed bed, Run run, String tasks, Instant begin, int first, int last) {
    stage.tell("%,d tasks of %,d events…", plan.longTasks(), first + last);
    EventGenerator events = stage.events(plan.longTasks(), begin, tasks);
    long before = taken(run);
    bed.publish(taker -> inTurn(events, first, taker));
    long from = before + (long) first * plan.longTasks();
    awaitTaken(run, from);
    bed.publishAtOnce(taker -> inTurn(events, last, taker));
    long to = from + (long) last * plan.longTasks();
    awaitTaken(run, to);
    return Span.middle(from, to);
  }

  private static long taken(Run run) {
    return (long) run.newest().events();
  }

  private static void awaitTaken(Run run, long events) {
    run.await(now -> now.events() >= events, events + " events were processed");
  }

  private void inTurn(EventGenerator events, int each, Consumer<AgentEvent> taker) {
    for (int round = 0; round < each; round++) {
      for (int task = 0; task < plan.longTasks(); task++) {
        taker.accept(events.next(task));
      }
    }
  }

  /** Times tasks whose histories are copies of filled ones, restored before the first event. */
  private Pace among(int tasks, Copies copies, int round) {
    stage.tell("Filling %,d tasks…", tasks);
    Load load = stage.later(tasks, plan.throughput());
    try (Bed bed = stage.bed("among-" + tasks + "-" + round)) {
      copies.write(bed, Subject.EDDYLINE, "run", tasks);
      bed.publish(load);
      return stage.eddyline(bed, "run", load, List.of(Span.middle(load)), Map.of()).get(0);
    }
  }
}

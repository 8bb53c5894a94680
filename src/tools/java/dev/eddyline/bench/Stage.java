package dev.eddyline.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * Servers, plan and load settings that all measurements of one run share.
 *
 * @param servers the broker and the registry
 * @param plan the plan of the run
 * @param mix distribution of the events
 * @param begin event time of each task's first event
 * @param name prefix of every topic name
 * @param progress where progress is printed
 */
record Stage(
    Servers servers, BenchPlan plan, Mix mix, Instant begin, String name, PrintStream progress) {

  private static final long SEED = 5;

  /** Keeps event times in the past, however many events a task has. */
  private static final Duration BEFORE_NOW = Duration.ofHours(6);

  /** The context of one run. */
  static Stage of(Servers servers, BenchPlan plan, PrintStream progress) {
    return new Stage(
        servers,
        plan,
        Mix.shipped(),
        Instant.now().minus(BEFORE_NOW).truncatedTo(ChronoUnit.SECONDS),
        "bench-" + UUID.randomUUID().toString().substring(0, 8) + "-",
        progress);
  }

  /** A load of this size after the mix. */
  Load load(int tasks, int fill, int timed) {
    return new Load(mix, SEED, tasks, fill, timed, begin);
  }

  /** Other events of the same tasks, later than those of {@link #load}. */
  Load later(int tasks, int timed) {
    return new Load(mix, SEED + 1, tasks, 0, timed, begin.plus(BEFORE_NOW.dividedBy(2)));
  }

  /** A generator of the mix's events; the caller chooses the order of tasks. */
  EventGenerator events(int tasks, Instant begin, String prefix) {
    return new EventGenerator(mix, SEED, tasks, begin, prefix);
  }

  /** The load of the throughput section. */
  Load steady() {
    return load(plan.throughputTasks(), plan.fill(), plan.throughput());
  }

  /** The load of the sections that compare settings. */
  Load usual() {
    return load(plan.tasks(), plan.fill(), plan.events());
  }

  /** Creates separate topics for one part. */
  Bed bed(String part) {
    return new Bed(servers, name + part + "-");
  }

  /** Prints a line of progress. */
  void tell(String format, Object... values) {
    progress.println(String.format(Locale.ROOT, format, values));
  }

  /** Runs Eddyline over the published events; its changelogs remain. */
  List<Pace> eddyline(Bed bed, String run, Load load, List<Span> spans, Map<String, String> more) {
    tell("Eddyline with %,d tasks and %,d events…", load.tasks(), load.size());
    Assignment task = bed.assignment(Subject.EDDYLINE, run, 0).with(plan.settings()).with(more);
    bed.begin(task.application(), true);
    try (Run running = new Run(task)) {
      return running.measure(bed, load.size(), spans);
    }
  }
}

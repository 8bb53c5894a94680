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
 * What all measurements of one run share.
 *
 * @param servers the broker and the registry
 * @param plan how much is measured
 * @param mix what events are like
 * @param begin when each task's first event occurred
 * @param name begins every topic's name
 * @param progress where it is told how far the bench is
 */
record Stage(
    Servers servers, BenchPlan plan, Mix mix, Instant begin, String name, PrintStream progress) {

  private static final long SEED = 5;

  /** No event lies in the future, however many a task has. */
  private static final Duration BEFORE_NOW = Duration.ofHours(6);

  /** The stage of one run. */
  static Stage of(Servers servers, BenchPlan plan, PrintStream progress) {
    return new Stage(
        servers,
        plan,
        Mix.shipped(),
        Instant.now().minus(BEFORE_NOW).truncatedTo(ChronoUnit.SECONDS),
        "bench-" + UUID.randomUUID().toString().substring(0, 8) + "-",
        progress);
  }

  /** Events after the mix. */
  Load load(int tasks, int fill, int timed) {
    return new Load(mix, SEED, tasks, fill, timed, begin);
  }

  /** Other events of the same tasks, later than those of {@link #load}. */
  Load later(int tasks, int timed) {
    return new Load(mix, SEED + 1, tasks, 0, timed, begin.plus(BEFORE_NOW.dividedBy(2)));
  }

  /** The mix's events of tasks that take turns as the caller likes. */
  EventGenerator events(int tasks, Instant begin, String prefix) {
    return new EventGenerator(mix, SEED, tasks, begin, prefix);
  }

  /** The events that throughput is measured with. */
  Load steady() {
    return load(plan.throughputTasks(), plan.fill(), plan.throughput());
  }

  /** The events that options are measured with. */
  Load usual() {
    return load(plan.tasks(), plan.fill(), plan.events());
  }

  /** Topics of their own for one part. */
  Bed bed(String part) {
    return new Bed(servers, name + part + "-");
  }

  /** Says how far the bench is. */
  void tell(String format, Object... values) {
    progress.println(String.format(Locale.ROOT, format, values));
  }

  /** Runs Eddyline over all that is published on a bed, and leaves its changelogs. */
  List<Pace> eddyline(Bed bed, String run, Load load, List<Span> spans, Map<String, String> more) {
    tell("Eddyline with %,d tasks and %,d events…", load.tasks(), load.size());
    Assignment task = bed.assignment(Subject.EDDYLINE, run, 0).with(plan.settings()).with(more);
    bed.begin(task.application(), true);
    try (Run running = new Run(task)) {
      return running.measure(bed, load.size(), spans);
    }
  }
}

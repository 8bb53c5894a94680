package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.EventMix;
import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.BenchProcess;
import dev.eddyline.bench.process.BenchProcessConfig;
import dev.eddyline.bench.process.ProgressSample;
import dev.eddyline.bench.process.Servers;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchPlan;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Servers, plan and load settings that all measurements of one run share.
 *
 * @param servers the broker and the registry
 * @param plan the plan of the run
 * @param mix distribution of the events
 * @param firstEventAt event time of each task's first event
 * @param topicNamePrefix prefix of every topic name
 * @param progress where progress is printed
 */
public record BenchContext(
    Servers servers,
    BenchPlan plan,
    EventMix mix,
    Instant firstEventAt,
    String topicNamePrefix,
    PrintStream progress) {

  private static final long SEED = 5;

  /** Keeps event times in the past, however many events a task has. */
  private static final Duration FIRST_EVENT_AGE = Duration.ofHours(6);

  /** The context of one run. */
  public static BenchContext create(Servers servers, BenchPlan plan, PrintStream progress) {
    return new BenchContext(
        servers,
        plan,
        EventMix.shipped(),
        Instant.now().minus(FIRST_EVENT_AGE).truncatedTo(ChronoUnit.SECONDS),
        "bench-" + UUID.randomUUID().toString().substring(0, 8) + "-",
        progress);
  }

  /** A load of this size after the mix. */
  public Load load(int tasks, int fill, int timed) {
    return new Load(mix, SEED, tasks, fill, timed, firstEventAt);
  }

  /** Other events of the same tasks, later than those of {@link #load}. */
  Load laterLoad(int tasks, int timed) {
    return new Load(
        mix, SEED + 1, tasks, 0, timed, firstEventAt.plus(FIRST_EVENT_AGE.dividedBy(2)));
  }

  /** The load that fills the tasks whose state is copied to others. */
  Load fillingLoad() {
    return load(plan.few(), plan.fill(), 0);
  }

  /** The load of a single run. */
  public Load defaultLoad() {
    return load(plan.tasks(), plan.fill(), plan.events());
  }

  /** Creates separate topics for one part. */
  public TopicFixture createTopicFixture(String part) {
    return new TopicFixture(servers, topicNamePrefix + part + "-");
  }

  /** Prints a line of progress. */
  public void printProgress(String format, Object... values) {
    progress.println(String.format(Locale.ROOT, format, values));
  }

  /** Runs a topology over the published events; its changelogs remain. */
  public List<ProgressSample> run(
      TopicFixture fixture, TopologyVariant variant, String runName, Load load) {
    printProgress(
        "%s with %,d tasks and %,d events…", variant.title(), load.tasks(), load.eventCount());
    BenchProcessConfig config =
        fixture
            .createProcessConfig(variant, runName, BaselineOutputs.NONE)
            .withSettings(plan.settings());
    fixture.commitStartOffsets(config.applicationId(), true);
    try (BenchProcess process = new BenchProcess(config)) {
      return process.awaitAllEvents(fixture, load.eventCount());
    }
  }
}

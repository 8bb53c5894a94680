package dev.eddyline.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.measure.BenchContext;
import dev.eddyline.bench.measure.Capacity;
import dev.eddyline.bench.measure.LatencyMeasure;
import dev.eddyline.bench.measure.MeaningMeasure;
import dev.eddyline.bench.measure.ReplayBaseline;
import dev.eddyline.bench.measure.RestoreMeasure;
import dev.eddyline.bench.measure.ScalingMeasure;
import dev.eddyline.bench.measure.SizeMeasure;
import dev.eddyline.bench.measure.ThroughputMeasure;
import dev.eddyline.bench.process.ProgressSample;
import dev.eddyline.bench.process.Servers;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.profile.ProfileMeasure;
import dev.eddyline.bench.report.BenchPlan;
import dev.eddyline.bench.report.BenchReport;
import dev.eddyline.bench.report.BenchReportPrinter;
import dev.eddyline.bench.report.BenchSection;
import dev.eddyline.bench.report.JitWarmUp;
import dev.eddyline.bench.report.ProcessingRate;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Measures the cost of Eddyline relative to plain Kafka Streams on this machine. */
public final class Bench {

  private final BenchPlan plan;
  private final PrintStream out;
  private final PrintStream progress;
  private final Path profiles;
  private Capacity capacity;

  /**
   * A bench.
   *
   * @param out where it prints its figures
   * @param progress where it prints its progress
   * @param profiles folder of the profiles
   */
  public Bench(BenchPlan plan, PrintStream out, PrintStream progress, Path profiles) {
    this.profiles = profiles;
    this.plan = plan;
    this.out = out;
    this.progress = progress;
  }

  /**
   * Measures against its own local servers.
   *
   * @param json where the figures are written to, if anywhere
   * @throws IllegalStateException when verdicts differ from the replay, or a process fails
   */
  public void run(Optional<Path> json) throws IOException {
    progress.println("Starting a Kafka broker and a schema registry on this machine…");
    try (Servers servers = Servers.start()) {
      run(servers, json);
    }
  }

  /**
   * Measures against a running cluster; deletes its own topics there afterwards.
   *
   * @param registryUrl the registry of that cluster; if empty, a local one is started
   */
  public void run(String bootstrap, Optional<String> registryUrl, Optional<Path> json)
      throws IOException {
    try (Servers servers =
        registryUrl
            .map(url -> Servers.forExistingCluster(bootstrap, url))
            .orElseGet(() -> Servers.forExistingCluster(bootstrap))) {
      run(servers, json);
    }
  }

  private void run(Servers servers, Optional<Path> json) throws IOException {
    BenchReport report = measure(BenchContext.create(servers, plan, progress));
    new BenchReportPrinter(out).print(report);
    if (json.isPresent()) {
      ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
      Files.writeString(json.get(), mapper.writeValueAsString(report) + "\n");
    }
  }

  private BenchReport measure(BenchContext context) {
    return new BenchReport(
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().toString(),
        plan,
        measureIfSelected(BenchSection.THROUGHPUT, () -> measureThroughput(context)),
        measureIfSelected(
            BenchSection.PROFILE, () -> new ProfileMeasure(context, profiles).measure()),
        measureIfSelected(BenchSection.SCALING, new ScalingMeasure(context)::measure),
        measureIfSelected(BenchSection.SIZE, new SizeMeasure(context)::measure),
        measureIfSelected(BenchSection.LATENCY, () -> measureLatencies(context)),
        measureIfSelected(BenchSection.MEANING, new MeaningMeasure(context)::measure),
        measureIfSelected(BenchSection.RESTORE, new RestoreMeasure(context)::measure));
  }

  private <T> T measureIfSelected(BenchSection section, Supplier<T> measure) {
    return plan.sections().contains(section) ? measure.get() : null;
  }

  private List<BenchReport.ThroughputFigures> measureThroughput(BenchContext context) {
    List<BenchReport.ThroughputFigures> measured = new ThroughputMeasure(context).measure();
    BenchReport.ThroughputFigures first = measured.get(0);
    capacity =
        new Capacity(
            first.subjects().get(TopologyVariant.EDDYLINE.title()).eventsPerSecond().median(),
            first.outputs());
    return measured;
  }

  /** The capacity at the throughput section's first number of tasks, or else of a single run. */
  private Capacity capacity(BenchContext context) {
    if (capacity == null) {
      Load load = context.defaultLoad();
      ReplayBaseline baseline = ReplayBaseline.replay(load.tasks(), List.of(load));
      try (TopicFixture fixture = context.createTopicFixture("capacity")) {
        fixture.publish(load);
        List<ProgressSample> samples = context.run(fixture, TopologyVariant.EDDYLINE, "run", load);
        ProcessingRate rate =
            ProcessingRate.ofRange(samples, JitWarmUp.findTimedRange(samples, load));
        capacity = new Capacity(rate.eventsPerSecond(), baseline.outputs());
      }
    }
    return capacity;
  }

  private List<BenchReport.ReplyLatency> measureLatencies(BenchContext context) {
    LatencyMeasure measure = new LatencyMeasure(context, capacity(context));
    List<BenchReport.ReplyLatency> latencies = new ArrayList<>();
    for (TopologyVariant variant : TopologyVariant.values()) {
      latencies.addAll(measure.measure(variant));
    }
    return latencies;
  }
}

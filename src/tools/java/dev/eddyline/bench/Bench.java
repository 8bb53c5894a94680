package dev.eddyline.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Measures the cost of Eddyline relative to plain Kafka Streams on this machine. */
public final class Bench {

  private static final int[] COMMIT_MS = {10, 100};

  private final BenchPlan plan;
  private final PrintStream out;
  private final PrintStream progress;
  private Capacity capacity;

  /** A bench that prints its figures to one stream and its progress to the other. */
  public Bench(BenchPlan plan, PrintStream out, PrintStream progress) {
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
        registryUrl.map(url -> Servers.at(bootstrap, url)).orElseGet(() -> Servers.at(bootstrap))) {
      run(servers, json);
    }
  }

  private void run(Servers servers, Optional<Path> json) throws IOException {
    BenchReport report = measure(Stage.of(servers, plan, progress));
    new Table(out).print(report);
    if (json.isPresent()) {
      ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
      Files.writeString(json.get(), mapper.writeValueAsString(report) + "\n");
    }
  }

  private BenchReport measure(Stage stage) {
    OptionsMeasure options = new OptionsMeasure(stage);
    return new BenchReport(
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().toString(),
        plan,
        when(Section.THROUGHPUT, () -> throughput(stage)),
        when(Section.FLAT, new FlatMeasure(stage)::measure),
        when(Section.SIZE, new SizeMeasure(stage)::measure),
        when(Section.LATENCY, () -> latencies(stage)),
        when(Section.API, () -> new ApiMeasure(stage, capacity(stage)).measure()),
        when(Section.MEANING, new MeaningMeasure(stage)::measure),
        when(Section.COMMIT, () -> commit(stage, options)),
        when(Section.STORES, options::stores),
        when(Section.COMPRESSION, new CompressionMeasure(stage)::measure),
        when(Section.RESTORE, new RestoreMeasure(stage)::measure),
        when(Section.STANDBY, new StandbyMeasure(stage)::measure),
        when(Section.MEMORY, new MemoryMeasure(stage)::measure));
  }

  private <T> T when(Section section, Supplier<T> measure) {
    return plan.sections().contains(section) ? measure.get() : null;
  }

  private BenchReport.Throughput throughput(Stage stage) {
    Load load = stage.steady();
    stage.tell("Replaying %,d events…", load.size());
    Replayed replayed = Replayed.of(load);
    try (Bed bed = stage.bed("throughput")) {
      stage.tell("Publishing them, and measuring pass, state and Eddyline in turn…");
      bed.publish(load);
      BenchReport.Throughput measured =
          new ThroughputMeasure(bed, load, replayed, plan.settings(), progress)
              .rounds(plan.rounds());
      double rate = measured.subjects().get(Subject.EDDYLINE.title()).eventsPerSecond().median();
      capacity = new Capacity(rate, replayed.published());
      return measured;
    }
  }

  /** The capacity that the throughput section measured, or else that of a single run. */
  private Capacity capacity(Stage stage) {
    if (capacity == null) {
      Load load = stage.usual();
      double published = Replayed.of(load).published();
      try (Bed bed = stage.bed("capacity")) {
        bed.publish(load);
        List<Span> middle = List.of(Span.middle(load));
        Pace pace = stage.eddyline(bed, "run", load, middle, Map.of()).get(0);
        capacity = new Capacity(pace.eventsPerSecond(), published);
      }
    }
    return capacity;
  }

  private List<BenchReport.Latency> latencies(Stage stage) {
    LatencyMeasure measure = new LatencyMeasure(stage, capacity(stage));
    List<BenchReport.Latency> latencies = new ArrayList<>();
    for (int commitMs : COMMIT_MS) {
      for (Subject subject : Subject.values()) {
        latencies.addAll(measure.measure(subject, commitMs));
      }
    }
    return latencies;
  }

  private BenchReport.Commit commit(Stage stage, OptionsMeasure options) {
    LatencyMeasure measure = new LatencyMeasure(stage, capacity(stage));
    List<BenchReport.Option> throughput = options.commitIntervals();
    List<BenchReport.Latency> latencies = new ArrayList<>();
    for (int commitMs : OptionsMeasure.COMMIT_MS) {
      latencies.addAll(measure.measure(Subject.EDDYLINE, commitMs));
    }
    return new BenchReport.Commit(throughput, latencies);
  }
}

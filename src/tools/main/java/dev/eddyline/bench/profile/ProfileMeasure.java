package dev.eddyline.bench.profile;

import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.measure.BenchContext;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.BenchProcess;
import dev.eddyline.bench.process.BenchProcessConfig;
import dev.eddyline.bench.process.ProgressSample;
import dev.eddyline.bench.process.RangeProfiler;
import dev.eddyline.bench.process.RangeProfiler.Kind;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchReport;
import dev.eddyline.bench.report.BenchReport.StageFigures;
import dev.eddyline.bench.report.ProcessingRate;
import dev.eddyline.bench.report.TimedRange;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Profiles Eddyline over the mix, and over recorded runs if there are any: where the processor time
 * of an event goes, and what it allocates, by stage.
 */
public final class ProfileMeasure {

  /** Where the stacks and flame graphs are written, in a folder for each load. */
  private static final Path FOLDER = Path.of("eddyline-profile");

  /** Ranges of the events in hundredths: until then the JIT compiler works most. */
  private static final int FROM = 60;

  private static final int MIDDLE = 75;
  private static final int TO = 90;

  private final BenchContext context;

  /** A measurement with the servers, plan and load of this run. */
  public ProfileMeasure(BenchContext context) {
    this.context = context;
  }

  /** The figures of each load. */
  public List<BenchReport.ProfileFigures> measure() {
    int events = context.plan().throughput();
    Load mix = context.load(context.plan().few(), 0, events);
    List<BenchReport.ProfileFigures> figures = new ArrayList<>();
    figures.add(profile("mix", events, mix::forEach));
    if (!context.plan().runs().isEmpty()) {
      RecordedRuns runs = RecordedRuns.read(context.plan().runs());
      figures.add(profile("runs", events, receiver -> runs.forEach(events, receiver)));
    }
    return figures;
  }

  private BenchReport.ProfileFigures profile(
      String name, long events, Consumer<Consumer<AgentEvent>> load) {
    Path folder = FOLDER.resolve(name).toAbsolutePath();
    long from = events * FROM / 100;
    long middle = events * MIDDLE / 100;
    long to = events * TO / 100;
    try (TopicFixture fixture = context.createTopicFixture("profile-" + name)) {
      Files.createDirectories(folder);
      context.printProgress("%s: publishing %,d events…", name, events);
      fixture.publish(load);
      BenchProcessConfig config =
          fixture
              .createProcessConfig(TopologyVariant.EDDYLINE, "profiled", BaselineOutputs.NONE)
              .withSettings(context.plan().settings());
      fixture.commitStartOffsets(config.applicationId(), true);
      context.printProgress("%s: profiling…", name);
      List<ProgressSample> samples;
      try (BenchProcess process =
          new BenchProcess(
              config, RangeProfiler.options(folder, from, middle, to).toArray(String[]::new))) {
        samples = process.awaitAllEvents(fixture, events);
      }
      return new BenchReport.ProfileFigures(
          name,
          ProcessingRate.ofRange(samples, new TimedRange(from, middle)).cpuMicros(),
          stages(folder, middle - from, to - middle),
          Kind.CPU.flameGraph(folder).toString(),
          Kind.ALLOCATION.flameGraph(folder).toString());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static List<StageFigures> stages(Path folder, long timedEvents, long allocatingEvents)
      throws IOException {
    Map<String, Long> nanos = weightByStage(Kind.CPU.stacks(folder));
    Map<String, Long> bytes = weightByStage(Kind.ALLOCATION.stacks(folder));
    TreeSet<String> names = new TreeSet<>(nanos.keySet());
    names.addAll(bytes.keySet());
    return names.stream()
        .map(
            name ->
                new StageFigures(
                    name,
                    nanos.getOrDefault(name, 0L) / 1e3 / timedEvents,
                    (double) bytes.getOrDefault(name, 0L) / allocatingEvents))
        .sorted((one, other) -> Double.compare(other.cpuMicros(), one.cpuMicros()))
        .toList();
  }

  private static Map<String, Long> weightByStage(Path stacks) throws IOException {
    Map<String, Long> weights = new HashMap<>();
    for (String line : Files.readAllLines(stacks)) {
      int end = line.lastIndexOf(' ');
      weights.merge(
          Stages.of(line.substring(0, end)), Long.parseLong(line.substring(end + 1)), Long::sum);
    }
    return weights;
  }
}

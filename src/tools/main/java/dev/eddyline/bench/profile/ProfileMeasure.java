package dev.eddyline.bench.profile;

import dev.eddyline.bench.measure.BenchContext;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.BenchProcess;
import dev.eddyline.bench.process.BenchProcessConfig;
import dev.eddyline.bench.process.ProgressSample;
import dev.eddyline.bench.process.RangeProfiler;
import dev.eddyline.bench.process.RangeProfiler.ProfileKind;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Profiles Eddyline over the mix, and over recorded runs if there are any: where the processor time
 * of an event goes, and what it allocates, by stage.
 */
public final class ProfileMeasure {

  /** Ranges of the events in hundredths: until then the JIT compiler works most. */
  private static final int FROM = 60;

  private static final int MIDDLE = 75;
  private static final int TO = 90;

  private final BenchContext context;
  private final Path folder;

  /**
   * A measurement with the servers, plan and load of this run.
   *
   * @param folder where the stacks and flame graphs are written, in a folder for each load
   */
  public ProfileMeasure(BenchContext context, Path folder) {
    this.context = context;
    this.folder = folder;
  }

  /** The figures of each load. */
  public List<BenchReport.ProfileFigures> measure() {
    int events = context.plan().throughput();
    Map<String, Consumer<Consumer<AgentEvent>>> loads = new LinkedHashMap<>();
    loads.put("mix", context.load(context.plan().few(), 0, events)::forEach);
    if (!context.plan().runs().isEmpty()) {
      RecordedRuns runs = RecordedRuns.read(context.plan().runs());
      loads.put("runs", receiver -> runs.forEach(events, receiver));
    }
    List<BenchReport.ProfileFigures> figures = new ArrayList<>();
    loads.forEach((name, load) -> figures.add(profile(name, events, load)));
    return figures;
  }

  private BenchReport.ProfileFigures profile(
      String name, long events, Consumer<Consumer<AgentEvent>> load) {
    Path results = folder.resolve(name).toAbsolutePath();
    long from = events * FROM / 100;
    long middle = events * MIDDLE / 100;
    long to = events * TO / 100;
    try (TopicFixture fixture = context.createTopicFixture("profile-" + name)) {
      Files.createDirectories(results);
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
              config, RangeProfiler.options(results, from, middle, to).toArray(String[]::new))) {
        samples = process.awaitAllEvents(fixture, events);
      }
      return new BenchReport.ProfileFigures(
          name,
          ProcessingRate.ofRange(samples, range(ProfileKind.CPU, results)).cpuMicros(),
          stages(results),
          ProfileKind.CPU.flameGraph(results).toString(),
          ProfileKind.ALLOCATION.flameGraph(results).toString());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The processed events during which this was profiled. */
  private static TimedRange range(ProfileKind kind, Path results) throws IOException {
    List<String> numbers = Files.readAllLines(kind.range(results));
    return new TimedRange(Long.parseLong(numbers.get(0)), Long.parseLong(numbers.get(1)));
  }

  private static List<StageFigures> stages(Path results) throws IOException {
    long timedEvents = range(ProfileKind.CPU, results).eventCount();
    long allocatingEvents = range(ProfileKind.ALLOCATION, results).eventCount();
    Map<String, Long> nanos = weightByStage(ProfileKind.CPU.stacks(results));
    Map<String, Long> bytes = weightByStage(ProfileKind.ALLOCATION.stacks(results));
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
          Stages.find(line.substring(0, end)), Long.parseLong(line.substring(end + 1)), Long::sum);
    }
    return weights;
  }
}

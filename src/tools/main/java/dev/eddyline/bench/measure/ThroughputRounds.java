package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.process.BenchProcess;
import dev.eddyline.bench.process.BenchProcessConfig;
import dev.eddyline.bench.process.BenchProcessConfig.WarmUp;
import dev.eddyline.bench.process.CommittedReader;
import dev.eddyline.bench.process.ProgressSample;
import dev.eddyline.bench.process.StateReplicator;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchReport;
import dev.eddyline.bench.report.JitWarmUp;
import dev.eddyline.bench.report.ProcessingRate;
import dev.eddyline.bench.report.RoundStats;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Runs the three topology variants over the same published load in rounds, each with a new
 * application and filled state. The order rotates from round to round.
 *
 * @param load the published load
 * @param replayedTasks number of the first tasks, whose verdicts the replay knows
 * @param baseline the replay
 * @param filledState state of the variants that have state
 */
record ThroughputRounds(
    BenchContext context,
    TopicFixture fixture,
    Load load,
    int replayedTasks,
    ReplayBaseline baseline,
    Map<TopologyVariant, StateReplicator> filledState) {

  /** Longest time of the baselines' warm-up; a load of fewer events has less. */
  private static final long MAX_WARM_UP_MILLIS = 60_000;

  private static final long WARM_UP_EVENTS = 2_000_000;

  /**
   * Runs the rounds.
   *
   * @throws IllegalStateException when verdicts differ from those of the replay
   */
  BenchReport.ThroughputFigures measure() {
    Map<TopologyVariant, List<ProcessingRate>> rates = new EnumMap<>(TopologyVariant.class);
    List<TopologyVariant> order = new ArrayList<>(List.of(TopologyVariant.values()));
    order.forEach(variant -> rates.put(variant, new ArrayList<>()));
    int rounds = context.plan().rounds();
    for (int round = 1; round <= rounds; round++) {
      for (TopologyVariant variant : order) {
        ProcessingRate rate = measureVariantOnce(variant, round);
        rates.get(variant).add(rate);
        context.printProgress(
            "  round %d of %d  %-8s  %,9.0f events/s  %6.1f CPU µs per event  JIT %4.1f %%",
            round,
            rounds,
            variant.title(),
            rate.eventsPerSecond(),
            rate.cpuMicros(),
            rate.compilerShare() * 100);
      }
      Collections.rotate(order, 1);
    }
    return toThroughputFigures(rates);
  }

  private ProcessingRate measureVariantOnce(TopologyVariant variant, int round) {
    String runName = Integer.toString(round);
    BenchProcessConfig config =
        fixture
            .createProcessConfig(variant, runName, baseline.outputs())
            .withWarmUp(variant == TopologyVariant.EDDYLINE ? WarmUp.NONE : warmUp())
            .withSettings(context.plan().settings());
    if (filledState.containsKey(variant)) {
      filledState.get(variant).writeToChangelogs(fixture, variant, runName, load.tasks());
    }
    fixture.commitStartOffsets(config.applicationId(), true);
    Map<TopicPartition, Long> outputs =
        fixture.offsets(fixture.outputTopicName(variant), OffsetSpec.latest());
    List<ProgressSample> samples;
    try (BenchProcess process = new BenchProcess(config)) {
      samples = process.awaitAllEvents(fixture, load.eventCount());
    }
    if (variant == TopologyVariant.EDDYLINE) {
      requireSameVerdicts(outputs, round);
    }
    fixture.deleteApplicationTopicsAndGroup(config.applicationId());
    return ProcessingRate.ofRange(samples, JitWarmUp.findTimedRange(samples, load));
  }

  /** A baseline topology is through with all events before its code is compiled. */
  private WarmUp warmUp() {
    long millis = Math.min(MAX_WARM_UP_MILLIS, load.timed() * MAX_WARM_UP_MILLIS / WARM_UP_EVENTS);
    return new WarmUp(millis, load.eventCount());
  }

  private void requireSameVerdicts(Map<TopicPartition, Long> startOffsets, int round) {
    VerdictDigest digest = new VerdictDigest();
    var verdicts = AvroSerde.of(LoopVerdict.class, fixture.registry()).deserializer();
    CommittedReader.readFromOffsets(
        fixture.bootstrap(),
        startOffsets,
        record -> {
          LoopVerdict verdict = verdicts.deserialize(record.topic(), record.value());
          if (Load.taskNumber(verdict.getTaskId()) < replayedTasks) {
            digest.add(verdict);
          }
        });
    VerdictDigest expected = baseline.digest();
    if (!digest.hex().equals(expected.hex())) {
      AtomicLong deadLettered = new AtomicLong();
      String deadLetters = fixture.topics().name(TopicRole.AGENT_EVENTS_DLQ);
      CommittedReader.readAll(
          fixture.bootstrap(), List.of(deadLetters), record -> deadLettered.incrementAndGet());
      throw new IllegalStateException(
          "round %d: verdicts differ from the replay: %d with digest %s, replay: %d with %s;"
                  .formatted(
                      round,
                      digest.verdictCount(),
                      digest.hex(),
                      expected.verdictCount(),
                      expected.hex())
              + " dead-lettered records: "
              + deadLettered);
    }
  }

  private BenchReport.ThroughputFigures toThroughputFigures(
      Map<TopologyVariant, List<ProcessingRate>> rates) {
    Map<String, BenchReport.RoundFigures> figures = new LinkedHashMap<>();
    rates.forEach(
        (variant, rounds) -> figures.put(variant.title(), BenchReport.RoundFigures.of(rounds)));
    List<ProcessingRate> pass = rates.get(TopologyVariant.PASS);
    List<ProcessingRate> state = rates.get(TopologyVariant.STATE);
    List<ProcessingRate> eddyline = rates.get(TopologyVariant.EDDYLINE);
    return new BenchReport.ThroughputFigures(
        load.tasks(),
        baseline.outputs(),
        figures,
        ratios(eddyline, state, ProcessingRate::eventsPerSecond),
        ratios(eddyline, pass, ProcessingRate::eventsPerSecond),
        ratios(eddyline, state, ProcessingRate::cpuMicros),
        ratios(eddyline, pass, ProcessingRate::cpuMicros),
        replayedTasks,
        baseline.digest().verdictCount(),
        baseline.digest().hex());
  }

  private static RoundStats ratios(
      List<ProcessingRate> numerators,
      List<ProcessingRate> denominators,
      ToDoubleFunction<ProcessingRate> figure) {
    return RoundStats.ofRatios(
        numerators.stream().map(figure::applyAsDouble).toList(),
        denominators.stream().map(figure::applyAsDouble).toList());
  }
}

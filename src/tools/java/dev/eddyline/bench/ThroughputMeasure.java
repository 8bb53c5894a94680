package dev.eddyline.bench;

import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Measures the three topology variants over the same input in rounds, each run with a new
 * application. The order rotates from round to round.
 */
final class ThroughputMeasure {

  private final TopicFixture fixture;
  private final Load load;
  private final ReplayBaseline baseline;
  private final PrintStream progress;
  private final Map<TopologyVariant, List<ProcessingRate>> ratesByVariant =
      new EnumMap<>(TopologyVariant.class);
  private final Map<String, String> options;

  /**
   * A measurement of a load that is already published.
   *
   * @param options settings of all three variants
   */
  ThroughputMeasure(
      TopicFixture fixture,
      Load load,
      ReplayBaseline baseline,
      Map<String, String> options,
      PrintStream progress) {
    this.fixture = fixture;
    this.load = load;
    this.baseline = baseline;
    this.options = options;
    this.progress = progress;
    for (TopologyVariant variant : TopologyVariant.values()) {
      ratesByVariant.put(variant, new ArrayList<>());
    }
  }

  /**
   * Runs the rounds.
   *
   * @throws IllegalStateException when verdicts differ from those of the replay
   */
  BenchReport.ThroughputFigures measureRounds(int rounds) {
    List<TopologyVariant> order = new ArrayList<>(List.of(TopologyVariant.values()));
    for (int round = 1; round <= rounds; round++) {
      for (TopologyVariant variant : order) {
        ProcessingRate rate = measureVariantOnce(variant, round);
        ratesByVariant.get(variant).add(rate);
        progress.printf(
            Locale.ROOT,
            "  round %d of %d  %-8s  %,9.0f events/s  %6.1f CPU µs per event%n",
            round,
            rounds,
            variant.title(),
            rate.eventsPerSecond(),
            rate.cpuMicros());
      }
      Collections.rotate(order, 1);
    }
    return toThroughputFigures();
  }

  private ProcessingRate measureVariantOnce(TopologyVariant variant, int round) {
    BenchProcessConfig config =
        fixture
            .createProcessConfig(
                variant, Integer.toString(round), baseline.publishedRecordsPerEvent())
            .withSettings(options);
    fixture.commitStartOffsets(config.applicationId(), true);
    Map<TopicPartition, Long> outputs =
        fixture.offsets(fixture.outputTopicName(variant), OffsetSpec.latest());
    ProcessingRate rate;
    try (BenchProcess process = new BenchProcess(config)) {
      rate =
          process
              .measureRates(fixture, load.eventCount(), List.of(TimedRange.middle80Percent(load)))
              .get(0);
    }
    if (variant == TopologyVariant.EDDYLINE) {
      requireSameVerdicts(outputs, round);
    }
    fixture.deleteApplicationTopicsAndGroup(config.applicationId());
    return rate;
  }

  private void requireSameVerdicts(Map<TopicPartition, Long> startOffsets, int round) {
    VerdictDigest digest = new VerdictDigest();
    var verdicts = AvroSerde.of(LoopVerdict.class, fixture.registry()).deserializer();
    CommittedReader.readFromOffsets(
        fixture.bootstrap(),
        startOffsets,
        record -> digest.add(verdicts.deserialize(record.topic(), record.value())));
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

  private BenchReport.ThroughputFigures toThroughputFigures() {
    Map<String, BenchReport.RoundFigures> figures = new LinkedHashMap<>();
    ratesByVariant.forEach(
        (variant, rounds) -> figures.put(variant.title(), BenchReport.RoundFigures.of(rounds)));
    return new BenchReport.ThroughputFigures(
        baseline.publishedRecordsPerEvent(),
        figures,
        RoundStats.ofRatios(rates(TopologyVariant.EDDYLINE), rates(TopologyVariant.STATE)),
        RoundStats.ofRatios(rates(TopologyVariant.EDDYLINE), rates(TopologyVariant.PASS)),
        RoundStats.ofRatios(
            cpuMicrosPerEventByRound(TopologyVariant.EDDYLINE),
            cpuMicrosPerEventByRound(TopologyVariant.STATE)),
        baseline.digest().verdictCount(),
        baseline.digest().hex());
  }

  private List<Double> rates(TopologyVariant variant) {
    return ratesByVariant.get(variant).stream().map(ProcessingRate::eventsPerSecond).toList();
  }

  private List<Double> cpuMicrosPerEventByRound(TopologyVariant variant) {
    return ratesByVariant.get(variant).stream().map(ProcessingRate::cpuMicros).toList();
  }
}

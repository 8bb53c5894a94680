package dev.eddyline.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the effect of the producer's compression on throughput and topic size: interleaved
 * rounds over the same events.
 */
final class CompressionMeasure {

  private static final String PRODUCER_COMPRESSION_SETTING = "producer.compression.type";
  private static final String CHANGELOG_COMPRESSION_SETTING = "topic.compression.type";
  private static final String NONE = "none";
  private static final double BYTES_PER_MB = 1e6;

  private final BenchContext context;

  CompressionMeasure(BenchContext context) {
    this.context = context;
  }

  /** The figures of each compression; the first, none, is the baseline of the ratios. */
  List<BenchReport.CompressionFigures> measure() {
    Map<String, Map<String, String>> options = options();
    Map<String, List<CompressionRun>> results = new LinkedHashMap<>();
    List<String> order = new ArrayList<>(options.keySet());
    order.forEach(name -> results.put(name, new ArrayList<>()));
    Load load = context.defaultLoad();
    try (TopicFixture fixture = context.createTopicFixture("compression")) {
      fixture.publish(load);
      for (int round = 1; round <= context.plan().rounds(); round++) {
        for (String name : order) {
          context.printProgress("compression %s, round %d", name, round);
          String runName = round + "-" + results.keySet().stream().toList().indexOf(name);
          results.get(name).add(measureRun(fixture, runName, load, options.get(name)));
        }
        Collections.rotate(order, 1);
      }
    }
    List<Double> baseline = rates(results.get(NONE));
    return results.entrySet().stream()
        .map(each -> toCompressionFigures(each.getKey(), each.getValue(), baseline))
        .toList();
  }

  private static Map<String, Map<String, String>> options() {
    Map<String, Map<String, String>> options = new LinkedHashMap<>();
    options.put(NONE, Map.of(PRODUCER_COMPRESSION_SETTING, NONE));
    options.put(
        "none, changelogs lz4",
        Map.of(PRODUCER_COMPRESSION_SETTING, NONE, CHANGELOG_COMPRESSION_SETTING, "lz4"));
    options.put("lz4", Map.of(PRODUCER_COMPRESSION_SETTING, "lz4"));
    options.put(
        "gzip, level 1",
        Map.of(PRODUCER_COMPRESSION_SETTING, "gzip", "producer.compression.gzip.level", "1"));
    return options;
  }

  private CompressionRun measureRun(
      TopicFixture fixture, String runName, Load load, Map<String, String> options) {
    long bytesBefore = fixture.outputBytes();
    ProcessingRate rate =
        context
            .runEddylineAndMeasureRates(
                fixture, runName, load, List.of(TimedRange.middle80Percent(load)), options)
            .get(0);
    String application =
        fixture.createProcessConfig(TopologyVariant.EDDYLINE, runName, 0).applicationId();
    CompressionRun result =
        new CompressionRun(
            rate,
            (fixture.outputBytes() - bytesBefore) / BYTES_PER_MB,
            fixture.changelogBytes(application) / BYTES_PER_MB);
    fixture.deleteApplicationTopicsAndGroup(application);
    return result;
  }

  private static BenchReport.CompressionFigures toCompressionFigures(
      String name, List<CompressionRun> results, List<Double> baseline) {
    return new BenchReport.CompressionFigures(
        name,
        BenchReport.RoundFigures.of(results.stream().map(CompressionRun::rate).toList()),
        RoundStats.ofRatios(rates(results), baseline),
        RoundStats.of(results.stream().map(CompressionRun::outputMb).toList()),
        RoundStats.of(results.stream().map(CompressionRun::changelogMb).toList()));
  }

  private static List<Double> rates(List<CompressionRun> results) {
    return results.stream().map(result -> result.rate().eventsPerSecond()).toList();
  }

  /** Result of one run; sizes in MB. */
  private record CompressionRun(ProcessingRate rate, double outputMb, double changelogMb) {}
}

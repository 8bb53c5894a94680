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

  private static final String PRODUCER = "producer.compression.type";
  private static final String CHANGELOGS = "topic.compression.type";
  private static final String NONE = "none";
  private static final double MEGA = 1e6;

  private final Stage stage;

  CompressionMeasure(Stage stage) {
    this.stage = stage;
  }

  /** The figures of each compression; the first, none, is the baseline of the ratios. */
  List<BenchReport.Compressed> measure() {
    Map<String, Map<String, String>> options = options();
    Map<String, List<Result>> results = new LinkedHashMap<>();
    List<String> order = new ArrayList<>(options.keySet());
    order.forEach(name -> results.put(name, new ArrayList<>()));
    Load load = stage.usual();
    try (Bed bed = stage.bed("compression")) {
      bed.publish(load);
      for (int round = 1; round <= stage.plan().rounds(); round++) {
        for (String name : order) {
          stage.tell("compression %s, round %d", name, round);
          String run = round + "-" + results.keySet().stream().toList().indexOf(name);
          results.get(name).add(run(bed, run, load, options.get(name)));
        }
        Collections.rotate(order, 1);
      }
    }
    List<Double> base = rates(results.get(NONE));
    return results.entrySet().stream()
        .map(each -> compressed(each.getKey(), each.getValue(), base))
        .toList();
  }

  private static Map<String, Map<String, String>> options() {
    Map<String, Map<String, String>> options = new LinkedHashMap<>();
    options.put(NONE, Map.of(PRODUCER, NONE));
    options.put("none, changelogs lz4", Map.of(PRODUCER, NONE, CHANGELOGS, "lz4"));
    options.put("lz4", Map.of(PRODUCER, "lz4"));
    options.put("gzip, level 1", Map.of(PRODUCER, "gzip", "producer.compression.gzip.level", "1"));
    return options;
  }

  private Result run(Bed bed, String run, Load load, Map<String, String> options) {
    long before = bed.outputBytes();
    Pace pace = stage.eddyline(bed, run, load, List.of(Span.middle(load)), options).get(0);
    String application = bed.assignment(Subject.EDDYLINE, run, 0).application();
    Result result =
        new Result(
            pace, (bed.outputBytes() - before) / MEGA, bed.changelogBytes(application) / MEGA);
    bed.forget(application);
    return result;
  }

  private static BenchReport.Compressed compressed(
      String name, List<Result> results, List<Double> base) {
    return new BenchReport.Compressed(
        name,
        BenchReport.Figures.of(results.stream().map(Result::pace).toList()),
        Spread.ofRatios(rates(results), base),
        Spread.of(results.stream().map(Result::outputMb).toList()),
        Spread.of(results.stream().map(Result::changelogMb).toList()));
  }

  private static List<Double> rates(List<Result> results) {
    return results.stream().map(result -> result.pace().eventsPerSecond()).toList();
  }

  /** Result of one run; sizes in MB. */
  private record Result(Pace pace, double outputMb, double changelogMb) {}
}

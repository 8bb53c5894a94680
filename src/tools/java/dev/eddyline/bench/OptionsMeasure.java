package dev.eddyline.bench;

import dev.eddyline.config.Setting;
import dev.eddyline.topology.StoreType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures the effect of settings on throughput: interleaved rounds over the same events. */
final class OptionsMeasure {

  private static final int[] THREADS = {1, 2, 4};

  /** Commit intervals in milliseconds. */
  static final int[] COMMIT_MS = {10, 30, 100, 300, 1_000};

  private final Stage stage;

  OptionsMeasure(Stage stage) {
    this.stage = stage;
  }

  /** Measures store types with different numbers of threads. */
  List<BenchReport.Option> stores() {
    Map<String, Map<String, String>> options = new LinkedHashMap<>();
    for (StoreType type : StoreType.values()) {
      String store = type.name().toLowerCase(Locale.ROOT);
      for (int threads : THREADS) {
        options.put(
            "%s, threads %d".formatted(store, threads),
            Map.of(
                Setting.STORE_TYPE.key(), store, "num.stream.threads", Integer.toString(threads)));
      }
    }
    return measure("stores", options);
  }

  /** Measures commit intervals. */
  List<BenchReport.Option> commitIntervals() {
    Map<String, Map<String, String>> options = new LinkedHashMap<>();
    for (int commitMs : COMMIT_MS) {
      options.put(
          "commit " + commitMs + " ms", Map.of("commit.interval.ms", Integer.toString(commitMs)));
    }
    return measure("commit", options);
  }

  private List<BenchReport.Option> measure(String part, Map<String, Map<String, String>> options) {
    Load load = stage.usual();
    Map<String, List<Pace>> paces = new LinkedHashMap<>();
    List<String> order = new ArrayList<>(options.keySet());
    options.keySet().forEach(name -> paces.put(name, new ArrayList<>()));
    try (Bed bed = stage.bed(part)) {
      bed.publish(load);
      for (int round = 1; round <= stage.plan().rounds(); round++) {
        for (String name : order) {
          stage.tell("%s, round %d", name, round);
          String run = round + "-" + new ArrayList<>(options.keySet()).indexOf(name);
          List<Span> middle = List.of(Span.middle(load));
          paces.get(name).addAll(stage.eddyline(bed, run, load, middle, options.get(name)));
          bed.forget(bed.assignment(Subject.EDDYLINE, run, 0).application());
        }
        Collections.rotate(order, 1);
      }
    }
    return paces.entrySet().stream()
        .map(each -> new BenchReport.Option(each.getKey(), BenchReport.Figures.of(each.getValue())))
        .toList();
  }
}

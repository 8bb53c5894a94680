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

  private final BenchContext context;

  OptionsMeasure(BenchContext context) {
    this.context = context;
  }

  /** Measures store types with different numbers of threads. */
  List<BenchReport.SettingsFigures> measureStoreTypes() {
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
  List<BenchReport.SettingsFigures> measureCommitIntervals() {
    Map<String, Map<String, String>> options = new LinkedHashMap<>();
    for (int commitMs : COMMIT_MS) {
      options.put(
          "commit " + commitMs + " ms", Map.of("commit.interval.ms", Integer.toString(commitMs)));
    }
    return measure("commit", options);
  }

  private List<BenchReport.SettingsFigures> measure(
      String part, Map<String, Map<String, String>> options) {
    Load load = context.defaultLoad();
    Map<String, List<ProcessingRate>> rates = new LinkedHashMap<>();
    List<String> order = new ArrayList<>(options.keySet());
    options.keySet().forEach(name -> rates.put(name, new ArrayList<>()));
    try (TopicFixture fixture = context.createTopicFixture(part)) {
      fixture.publish(load);
      for (int round = 1; round <= context.plan().rounds(); round++) {
        for (String name : order) {
          context.printProgress("%s, round %d", name, round);
          String runName = round + "-" + new ArrayList<>(options.keySet()).indexOf(name);
          List<TimedRange> middle = List.of(TimedRange.middle80Percent(load));
          rates
              .get(name)
              .addAll(
                  context.runEddylineAndMeasureRates(
                      fixture, runName, load, middle, options.get(name)));
          fixture.deleteApplicationTopicsAndGroup(
              fixture.createProcessConfig(TopologyVariant.EDDYLINE, runName, 0).applicationId());
        }
        Collections.rotate(order, 1);
      }
    }
    return rates.entrySet().stream()
        .map(
            each ->
                new BenchReport.SettingsFigures(
                    each.getKey(), BenchReport.RoundFigures.of(each.getValue())))
        .toList();
  }
}

package dev.eddyline.bench.process;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topology.StoreType;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Configuration of one process under test.
 *
 * @param variant the topology that it runs
 * @param outputs outputs of the baseline topologies
 * @param warmUp what it does before it is measured
 * @param settings the product's settings, by name
 */
public record BenchProcessConfig(
    TopologyVariant variant, BaselineOutputs outputs, WarmUp warmUp, Map<String, String> settings) {

  /**
   * Processes the events of the load again and again, so that the JIT compiler has little left to
   * do.
   *
   * @param millis time after which it does not begin again, at least 0
   * @param events events of the load
   */
  public record WarmUp(long millis, long events) {

    /** No warm-up. */
    public static final WarmUp NONE = new WarmUp(0, 0);
  }

  private static final String VARIANT_KEY = "bench.subject";
  private static final String OUTPUTS_PER_EVENT_KEY = "bench.outputs.per.event";
  private static final String WARM_UP_MILLIS_KEY = "bench.warm.up.millis";
  private static final String WARM_UP_EVENTS_KEY = "bench.warm.up.events";
  private static final String VERDICT_BYTES_KEY = "bench.outputs.verdict.bytes";

  public BenchProcessConfig {
    settings = Map.copyOf(settings);
  }

  /** A copy with additional settings. */
  public BenchProcessConfig withSettings(Map<String, String> moreSettings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(moreSettings);
    return new BenchProcessConfig(variant, outputs, warmUp, all);
  }

  /** A copy with a warm-up. */
  public BenchProcessConfig withWarmUp(WarmUp wanted) {
    return new BenchProcessConfig(variant, outputs, wanted, settings);
  }

  /** Its consumer group, and what its topics' names begin with. */
  public String applicationId() {
    return settings.get(Setting.APPLICATION_ID.key());
  }

  /** Prefix of each topic name. */
  String topicPrefix() {
    return settings.get(Setting.TOPIC_PREFIX.key());
  }

  /** Type of its state stores. */
  StoreType storeType() {
    String name =
        settings.getOrDefault(Setting.STORE_TYPE.key(), Setting.STORE_TYPE.defaultValue());
    return StoreType.valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Its settings, defaults included. */
  public Settings allSettings() {
    return Settings.mergeLayers(null, Map.of(), settings);
  }

  /** Writes it to a file. */
  void write(Path file) throws IOException {
    Properties properties = new Properties();
    properties.putAll(settings);
    properties.put(VARIANT_KEY, variant.name());
    properties.put(OUTPUTS_PER_EVENT_KEY, Double.toString(outputs.perEvent()));
    properties.put(VERDICT_BYTES_KEY, Integer.toString(outputs.verdictBytes()));
    properties.put(WARM_UP_MILLIS_KEY, Long.toString(warmUp.millis()));
    properties.put(WARM_UP_EVENTS_KEY, Long.toString(warmUp.events()));
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
  }

  /** Reads what {@link #write} wrote. */
  static BenchProcessConfig read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    TopologyVariant variant = TopologyVariant.valueOf(properties.remove(VARIANT_KEY).toString());
    BaselineOutputs outputs =
        new BaselineOutputs(
            Double.parseDouble(properties.remove(OUTPUTS_PER_EVENT_KEY).toString()),
            Integer.parseInt(properties.remove(VERDICT_BYTES_KEY).toString()));
    WarmUp warmUp =
        new WarmUp(
            Long.parseLong(properties.remove(WARM_UP_MILLIS_KEY).toString()),
            Long.parseLong(properties.remove(WARM_UP_EVENTS_KEY).toString()));
    Map<String, String> settings = new HashMap<>();
    properties.forEach((name, value) -> settings.put(name.toString(), value.toString()));
    return new BenchProcessConfig(variant, outputs, warmUp, settings);
  }
}

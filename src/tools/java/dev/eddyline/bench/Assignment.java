package dev.eddyline.bench;

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
 * @param subject the topology that it runs
 * @param published records that Eddyline publishes for each event; the baseline topologies match it
 * @param settings the product's settings, by name
 */
record Assignment(Subject subject, double published, Map<String, String> settings) {

  private static final String SUBJECT = "bench.subject";
  private static final String PUBLISHED = "bench.published";

  Assignment {
    settings = Map.copyOf(settings);
  }

  /** A copy with additional settings. */
  Assignment with(Map<String, String> others) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(others);
    return new Assignment(subject, published, all);
  }

  /** Its consumer group, and what its topics' names begin with. */
  String application() {
    return settings.get(Setting.APPLICATION_ID.key());
  }

  /** Prefix of each topic name. */
  String prefix() {
    return settings.get(Setting.TOPIC_PREFIX.key());
  }

  /** Type of its state stores. */
  StoreType stores() {
    String name =
        settings.getOrDefault(Setting.STORE_TYPE.key(), Setting.STORE_TYPE.defaultValue());
    return StoreType.valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Its settings, defaults included. */
  Settings allSettings() {
    return Settings.merge(null, Map.of(), settings);
  }

  /** Writes it to a file. */
  void write(Path file) throws IOException {
    Properties properties = new Properties();
    properties.putAll(settings);
    properties.put(SUBJECT, subject.name());
    properties.put(PUBLISHED, Double.toString(published));
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
  }

  /** Reads what {@link #write} wrote. */
  static Assignment read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    Subject subject = Subject.valueOf(properties.remove(SUBJECT).toString());
    double published = Double.parseDouble(properties.remove(PUBLISHED).toString());
    Map<String, String> settings = new HashMap<>();
    properties.forEach((name, value) -> settings.put(name.toString(), value.toString()));
    return new Assignment(subject, published, settings);
  }
}

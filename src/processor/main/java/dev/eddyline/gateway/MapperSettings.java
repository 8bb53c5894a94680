package dev.eddyline.gateway;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.keys.Durations;
import dev.eddyline.otlp.TelemetryMapping;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topology.StreamsSettings;
import dev.eddyline.yaml.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The mapper's settings. */
final class MapperSettings {

  /**
   * Records in memory at which a partition is paused. Kafka Streams' default of 1,000 allows
   * gigabytes for a backlog of long bodies.
   */
  private static final String BUFFERED_RECORDS = "2";

  /** Most bytes of a fetch, unless one record is longer. */
  private static final String FETCH_BYTES = Integer.toString(16 << 20);

  private static final Duration SHORTEST_DELAY = Duration.ofMillis(100);
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(60);

  private MapperSettings() {}

  /** The mapper's application.id. */
  static String applicationId(Settings settings) {
    return settings.get(Setting.APPLICATION_ID) + MapperApplication.ID_SUFFIX;
  }

  /**
   * How long a record waits.
   *
   * @throws InvalidSettingException for another value than 0.1s to 60s
   */
  static Duration delay(Settings settings) {
    String text = settings.get(Setting.OTLP_DELAY).strip();
    Duration delay = Durations.parseWithMaximum(text, LONGEST_DELAY);
    if (delay == null || delay.compareTo(SHORTEST_DELAY) < 0) {
      throw new InvalidSettingException(
          "otlp.delay: must be 0.1s to 60s, such as 2s, was '%s'".formatted(text));
    }
    return delay;
  }

  /**
   * The mapping, with the entries of the configured file first.
   *
   * @throws InvalidSettingException when the file cannot be read, or an entry is wrong
   */
  static TelemetryMapping mapping(Settings settings) {
    String file = settings.get(Setting.OTLP_MAPPING).strip();
    if (file.isEmpty()) {
      return TelemetryMapping.shipped();
    }
    try {
      return TelemetryMapping.shipped().overriddenBy(Files.readString(Path.of(file)));
    } catch (IOException unreadable) {
      throw new InvalidSettingException(
          "otlp.mapping: %s cannot be read: %s".formatted(file, FileProblem.reason(unreadable)));
    } catch (IllegalArgumentException invalid) {
      throw new InvalidSettingException("otlp.mapping: " + invalid.getMessage());
    }
  }

  /** The properties of the mapper's Kafka Streams. */
  static Properties streamsProperties(Settings settings, TopicCatalogue topics) {
    Properties properties = StreamsSettings.streamsProperties(settings, topics);
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId(settings));
    properties.remove(StreamsConfig.APPLICATION_SERVER_CONFIG);
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, "1");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.putIfAbsent(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, BUFFERED_RECORDS);
    properties.putIfAbsent(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    return properties;
  }
}

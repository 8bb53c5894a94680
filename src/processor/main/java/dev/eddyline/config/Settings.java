package dev.eddyline.config;

import dev.eddyline.keys.Nearest;
import dev.eddyline.yaml.FileProblem;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of a run. There are four layers, each overriding the previous one: the defaults of
 * {@link Setting}, a properties file, {@code EDDYLINE_…} in the environment (upper case, dots as
 * underscores), flags.
 *
 * <p>All properties of Kafka Streams, Kafka's clients and Confluent's registry client are passed
 * through under their own names.
 */
public final class Settings {

  private static final Logger LOG = LoggerFactory.getLogger(Settings.class);
  private static final String ENVIRONMENT = "EDDYLINE_";

  /** The token of commands and hooks that publish events; no setting. */
  private static final String TOKEN_VARIABLE = ENVIRONMENT + "TOKEN";

  private static final String CLIENT_TAG = "client.tag.";

  /** Topic properties that can be set for changelog topics. */
  private static final Set<String> TOPIC_NAMES =
      Set.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.COMPRESSION_TYPE_CONFIG,
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
          TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
          TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG,
          TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG,
          TopicConfig.RETENTION_BYTES_CONFIG,
          TopicConfig.RETENTION_MS_CONFIG,
          TopicConfig.SEGMENT_BYTES_CONFIG,
          TopicConfig.SEGMENT_MS_CONFIG,
          TopicConfig.DELETE_RETENTION_MS_CONFIG);

  private static final Map<String, Set<String>> NAMES_BY_PREFIX =
      Map.of(
          "producer.", ProducerConfig.configNames(),
          "consumer.", ConsumerConfig.configNames(),
          "main.consumer.", ConsumerConfig.configNames(),
          "restore.consumer.", ConsumerConfig.configNames(),
          "global.consumer.", ConsumerConfig.configNames(),
          "admin.", AdminClientConfig.configNames(),
          "topic.", TOPIC_NAMES);
  private static final List<String> REGISTRY_PREFIXES =
      List.of("schema.registry.", "basic.auth.", "bearer.auth.", "proxy.");
  private static final Set<String> REGISTRY_NAMES =
      Set.of("auto.register.schemas", "use.latest.version", "normalize.schemas");

  private final Map<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /**
   * Merges the layers.
   *
   * @param file properties file, or null
   * @param environment the process's environment
   * @param flags settings by name
   * @throws InvalidSettingException for an unreadable file or an unknown name
   */
  public static Settings mergeLayers(
      Path file, Map<String, String> environment, Map<String, String> flags) {
    Map<String, String> values = new HashMap<>();
    for (Setting setting : Setting.values()) {
      values.put(setting.key(), setting.defaultValue());
    }
    if (file != null) {
      values.putAll(requireKnownKeys(read(file), file.toString()));
    }
    String receiver = environment.get(Setting.OTEL_EXPORTER_OTLP_ENDPOINT.name());
    if (receiver != null) {
      values.put(Setting.OTEL_EXPORTER_OTLP_ENDPOINT.key(), receiver);
    }
    values.putAll(withoutUnknownKeys(fromEnvironment(environment)));
    values.putAll(requireKnownKeys(flags, "flags"));
    return new Settings(values);
  }

  /** The value of a setting. */
  public String get(Setting setting) {
    return values.get(setting.key());
  }

  /** The value of an integer setting. */
  public int integer(Setting setting, int least, int most) {
    String text = get(setting);
    try {
      int value = Integer.parseInt(text.strip());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException notNumber) {
      // reported below
    }
    throw new InvalidSettingException(
        "%s: must be a whole number from %d to %d, was '%s'"
            .formatted(setting.key(), least, most, text));
  }

  /**
   * The value of a setting that must be one of these words.
   *
   * @throws InvalidSettingException for any other value
   */
  public String oneOf(Setting setting, String... allowed) {
    String word = get(setting).strip();
    if (!List.of(allowed).contains(word)) {
      throw new InvalidSettingException(
          "%s: must be one of %s, was '%s'"
              .formatted(setting.key(), String.join(", ", allowed), word));
    }
    return word;
  }

  /**
   * The value of a setting that must be true or false.
   *
   * @throws InvalidSettingException for any other value
   */
  public boolean flag(Setting setting) {
    return oneOf(setting, "true", "false").equals("true");
  }

  /** The properties for Kafka's clients and Kafka Streams. */
  public Map<String, String> kafka() {
    return settingsWithKeysMatching(key -> Setting.of(key).isEmpty() && isKafka(key));
  }

  /** The properties for Kafka's admin client, without prefixes. */
  public Map<String, String> admin() {
    return client("admin.");
  }

  /** The properties for a plain consumer, without prefixes. */
  public Map<String, String> consumer() {
    return client("consumer.");
  }

  /** The properties for a plain producer, without prefixes. */
  public Map<String, String> producer() {
    return client("producer.");
  }

  private Map<String, String> client(String prefix) {
    Map<String, String> client = settingsWithKeysMatching(NAMES_BY_PREFIX.get(prefix)::contains);
    kafka()
        .forEach(
            (key, value) -> {
              if (key.startsWith(prefix)) {
                client.put(key.substring(prefix.length()), value);
              }
            });
    return client;
  }

  /** The properties for the registry client, including its URL. */
  public Map<String, String> registry() {
    return settingsWithKeysMatching(Settings::isRegistry);
  }

  private Map<String, String> settingsWithKeysMatching(
      java.util.function.Predicate<String> wanted) {
    return values.entrySet().stream()
        .filter(entry -> wanted.test(entry.getKey()))
        .collect(
            Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> b, TreeMap::new));
  }

  private static Map<String, String> read(Path file) {
    try (Reader reader = Files.newBufferedReader(file)) {
      Properties properties = new Properties();
      properties.load(reader);
      return properties.stringPropertyNames().stream()
          .collect(Collectors.toMap(name -> name, properties::getProperty));
    } catch (IOException unreadable) {
      throw new InvalidSettingException(
          file + ": cannot be read: " + FileProblem.reason(unreadable));
    } catch (IllegalArgumentException malformed) {
      throw new InvalidSettingException(file + ": cannot be read: " + malformed.getMessage());
    }
  }

  private static Map<String, String> fromEnvironment(Map<String, String> environment) {
    Map<String, String> values = new HashMap<>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(ENVIRONMENT) && !name.equals(TOKEN_VARIABLE)) {
            String key = name.substring(ENVIRONMENT.length()).toLowerCase(Locale.ROOT);
            values.put(key.replace('_', '.'), value);
          }
        });
    return values;
  }

  /**
   * Ignores unknown variables, since the environment is shared (Kubernetes adds service names to
   * it).
   */
  private static Map<String, String> withoutUnknownKeys(Map<String, String> environment) {
    Map<String, String> known = new HashMap<>(environment);
    known
        .keySet()
        .removeIf(
            key -> {
              boolean others = !isKnown(key);
              if (others) {
                LOG.atWarn().addKeyValue("setting", key).log("ignored unknown setting");
              }
              return others;
            });
    return known;
  }

  private static boolean isKnown(String key) {
    return Setting.of(key).isPresent() || isKafka(key) || isRegistry(key);
  }

  private static Map<String, String> requireKnownKeys(Map<String, String> layer, String layerName) {
    List<String> problems = new ArrayList<>();
    for (String key : new TreeMap<>(layer).keySet()) {
      if (!isKnown(key)) {
        String hint = Nearest.hint(key, Setting.keys());
        problems.add("%s: unknown setting %s%s".formatted(layerName, key, hint));
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidSettingException(String.join("; ", problems));
    }
    return layer;
  }

  private static boolean isKafka(String key) {
    return NAMES_BY_PREFIX.entrySet().stream().anyMatch(known -> isPrefixed(key, known))
        || key.startsWith(CLIENT_TAG)
        || StreamsConfig.configDef().names().contains(key)
        || ConsumerConfig.configNames().contains(key)
        || ProducerConfig.configNames().contains(key)
        || AdminClientConfig.configNames().contains(key);
  }

  private static boolean isPrefixed(String key, Map.Entry<String, Set<String>> known) {
    String prefix = known.getKey();
    return key.startsWith(prefix) && known.getValue().contains(key.substring(prefix.length()));
  }

  private static boolean isRegistry(String key) {
    return REGISTRY_NAMES.contains(key) || REGISTRY_PREFIXES.stream().anyMatch(key::startsWith);
  }
}

package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.cluster.BootstrapServers;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of all commands that connect to a cluster. */
public final class SettingsOptions {

  private static final String INDENT = "      ";

  /** As wide as the rest of a help text. */
  private static final int WIDTH = 80;

  @Option(names = "--config", paramLabel = "FILE", description = "properties file with settings")
  private Path file;

  @Option(names = "--bootstrap", paramLabel = "HOST:PORT", description = "bootstrap.servers")
  private String bootstrap;

  @Option(names = "--registry", paramLabel = "URL", description = "schema.registry.url")
  private String registry;

  @Option(names = "--policy", paramLabel = "NAME|FILE", description = "policy; can be repeated")
  private List<String> policies = List.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "any setting, any property of Kafka's or of the registry's client")
  private Map<String, String> settingValuesByKey = new LinkedHashMap<>();

  /** Sets a setting from an option of a single command. */
  public void set(Setting setting, String value) {
    put(settingValuesByKey, setting, value);
  }

  /** Whether the command line names a cluster. */
  boolean namesCluster() {
    return bootstrap != null;
  }

  /** The settings of all layers; these options have precedence. */
  public Settings settings() {
    Map<String, String> flags = new LinkedHashMap<>(settingValuesByKey);
    put(flags, Setting.BOOTSTRAP_SERVERS, bootstrap);
    put(flags, Setting.SCHEMA_REGISTRY_URL, registry);
    put(flags, Setting.POLICY, policies.isEmpty() ? null : String.join(",", policies));
    return Settings.mergeLayers(file, System.getenv(), flags);
  }

  /**
   * An admin client of a command that ends. Unlike a service, it does not wait for a broker that
   * may still start.
   *
   * @throws dev.eddyline.cluster.ClusterUnreachableException when all hosts are unknown, or refuse
   *     every connection
   */
  TopicAdmin topicAdmin(Settings settings, TopicCatalogue topics) {
    new BootstrapServers(settings.get(Setting.BOOTSTRAP_SERVERS)).requireListener();
    return new TopicAdmin(topics, Application.admin(settings), Application.CLUSTER_TIMEOUT);
  }

  /** All settings for a help text: name, default, meaning, name in the environment. */
  static String[] settingHelpLines() {
    return Arrays.stream(Setting.values())
        .map(
            setting ->
                "  %s=%s%n%s"
                    .formatted(
                        setting.key(),
                        setting.defaultValue(),
                        wrapped("%s (%s)".formatted(setting.description(), setting.variable()))))
        .toArray(String[]::new);
  }

  /** The text, wrapped and indented. */
  private static String wrapped(String text) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(INDENT);
    for (String word : text.split(" ")) {
      if (line.length() > INDENT.length() && line.length() + word.length() >= WIDTH) {
        lines.append(line.toString().stripTrailing()).append("%n".formatted());
        line.setLength(INDENT.length());
      }
      line.append(word).append(' ');
    }
    return lines.append(line.toString().stripTrailing()).toString();
  }

  private static void put(Map<String, String> flags, Setting setting, String value) {
    if (value != null) {
      flags.put(setting.key(), value);
    }
  }
}

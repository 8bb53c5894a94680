package dev.eddyline.cluster;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.yaml.FileProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javax.security.auth.login.LoginException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;

/**
 * Constructs Kafka clients. A client that cannot be constructed has an invalid setting, whatever
 * the state of the cluster; the exception names it.
 */
public final class KafkaClients {

  private static final List<String> STORES =
      List.of(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG);

  private KafkaClients() {}

  /**
   * Constructs a client.
   *
   * @param config all properties of the client, with prefixes or without
   * @throws InvalidSettingException when a property is invalid, a file of keys or certificates
   *     cannot be read, or the login cannot be created
   */
  public static <T> T create(Map<?, ?> config, Supplier<T> constructor) {
    requireStores(config);
    try {
      return constructor.get();
    } catch (KafkaException failed) {
      if (failed.getClass() != KafkaException.class && !(failed instanceof ConfigException)) {
        // of Kafka Streams: not about a client
        throw failed;
      }
      throw new InvalidSettingException(problem(failed, config));
    }
  }

  /** Checks the files first, as Kafka's clients log a stack trace for a missing one. */
  private static void requireStores(Map<?, ?> config) {
    if (config.entrySet().stream().noneMatch(KafkaClients::isTls)) {
      return;
    }
    config.forEach(
        (key, value) -> {
          if (isStore(key.toString())) {
            FileProblem.ofInput(Path.of(value.toString()))
                .ifPresent(
                    problem -> {
                      throw new InvalidSettingException(
                          "%s: %s: %s".formatted(key, value, problem));
                    });
          }
        });
  }

  private static boolean isTls(Map.Entry<?, ?> property) {
    return property.getKey().toString().endsWith(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG)
        && property.getValue().toString().toUpperCase(Locale.ROOT).endsWith("SSL");
  }

  private static boolean isStore(String key) {
    return STORES.stream().anyMatch(key::endsWith);
  }

  private static String problem(KafkaException failed, Map<?, ?> config) {
    String reason = failed.getMessage();
    String setting = "security.protocol, ssl.* or sasl.*";
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      String message = Objects.requireNonNullElse(cause.getMessage(), reason);
      if (cause instanceof ConfigException) {
        // names the setting itself
        return message;
      }
      reason = message;
      if (cause instanceof LoginException || message.contains("JAAS")) {
        setting = SaslConfigs.SASL_JAAS_CONFIG;
        // the key may be a part of a password
        reason = message.replaceAll("for key '.*'", "for a key");
      }
      setting = storeIn(message, config).orElse(setting);
    }
    return setting + ": " + reason;
  }

  /** The setting of the file that a message names, and the file. */
  private static Optional<String> storeIn(String message, Map<?, ?> config) {
    return config.entrySet().stream()
        .filter(property -> isStore(property.getKey().toString()))
        .filter(property -> message.contains(property.getValue().toString()))
        .map(property -> property.getKey() + ": " + property.getValue())
        .findFirst();
  }
}

package dev.eddyline.registry;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The settings of a registry client. Names and meanings are Confluent's.
 *
 * @param urls the registry's addresses, at least one; all {@code http(s)://}, or one {@code
 *     mock://scope}
 * @param autoRegister {@code auto.register.schemas}, default true
 * @param useLatest {@code use.latest.version}, default false; without effect while autoRegister
 * @param normalize {@code normalize.schemas}, default false
 * @param client all properties, for Confluent's client, with the defaults below
 */
record RegistrySettings(
    List<String> urls,
    boolean autoRegister,
    boolean useLatest,
    boolean normalize,
    Map<String, Object> client) {

  /** Shorter than Confluent's 60 s, so that an outage is noticed while it can still be acted on. */
  private static final Map<String, String> CLIENT_DEFAULTS =
      Map.of(
          "http.connect.timeout.ms", "5000",
          "http.read.timeout.ms", "10000",
          // Confluent's client accepts any host name by default; Kafka's clients do not
          "schema.registry.ssl.endpoint.identification.algorithm", "https");

  RegistrySettings {
    urls = List.copyOf(urls);
    client = Map.copyOf(client);
  }

  /**
   * The settings that the properties describe.
   *
   * @throws IllegalArgumentException naming the property that is wrong
   */
  static RegistrySettings of(Map<String, ?> properties) {
    Map<String, Object> client = new HashMap<>(CLIENT_DEFAULTS);
    properties.forEach(
        (name, value) -> {
          if (value != null) {
            client.put(name, value);
          }
        });
    return new RegistrySettings(
        urls(properties.get("schema.registry.url")),
        flag(properties, "auto.register.schemas", true),
        flag(properties, "use.latest.version", false),
        flag(properties, "normalize.schemas", false),
        client);
  }

  /** The addresses without credentials, for messages. */
  String shownUrls() {
    return SchemaTexts.oneLine(String.join(",", urls));
  }

  private static List<String> urls(Object value) {
    if (value == null || value.toString().isBlank()) {
      throw new IllegalArgumentException("schema.registry.url: is required");
    }
    List<String> urls = Arrays.stream(value.toString().split(",")).map(String::strip).toList();
    for (String url : urls) {
      if (!isAddress(url)) {
        throw new IllegalArgumentException(
            "schema.registry.url: must be http://…, https://… or mock://…, was '%s'"
                .formatted(SchemaTexts.oneLine(url)));
      }
    }
    if (urls.size() > 1 && urls.stream().anyMatch(url -> url.startsWith("mock://"))) {
      throw new IllegalArgumentException("schema.registry.url: mock:// must be the only address");
    }
    return urls;
  }

  private static boolean isAddress(String url) {
    if (url.startsWith("mock://")) {
      return true;
    }
    try {
      URI uri = new URI(url);
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      return web && uri.getAuthority() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static boolean flag(Map<String, ?> properties, String name, boolean fallback) {
    Object value = properties.get(name);
    if (value == null) {
      return fallback;
    }
    return switch (value.toString().strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(name + ": must be true or false, was '" + value + "'");
    };
  }
}

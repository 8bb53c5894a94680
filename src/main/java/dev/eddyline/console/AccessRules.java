package dev.eddyline.console;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Who may use the console, as the settings say.
 *
 * @param token what must be presented; empty for none
 * @param userHeader header in which a proxy names the user; empty for none
 * @param proxies addresses of the proxies that are believed
 * @param names host names under which the console is reached, in small letters
 * @param loopback whether it listens on loopback only
 */
record AccessRules(
    String token, String userHeader, Set<String> proxies, Set<String> names, boolean loopback) {

  private static final int SHORTEST_TOKEN = 16;
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  AccessRules {
    proxies = Set.copyOf(proxies);
    names = Set.copyOf(names);
  }

  /**
   * The rules of these settings.
   *
   * @throws InvalidSettingException where anybody could use the console from elsewhere
   */
  static AccessRules of(Settings settings) {
    String host = settings.get(Setting.HTTP_HOST);
    String token = settings.get(Setting.HTTP_TOKEN).strip();
    String header = settings.get(Setting.HTTP_USER_HEADER).strip();
    Set<String> proxies =
        list(settings.get(Setting.HTTP_PROXIES)).stream()
            .map(proxy -> address(Setting.HTTP_PROXIES, proxy).getHostAddress())
            .collect(Collectors.toSet());
    boolean loopback = address(Setting.HTTP_HOST, host).isLoopbackAddress();
    if (!token.isEmpty() && token.length() < SHORTEST_TOKEN) {
      throw new InvalidSettingException(
          "http.token: must have ≥ %d characters, had %d"
              .formatted(SHORTEST_TOKEN, token.length()));
    }
    if (header.isEmpty() != proxies.isEmpty()) {
      throw new InvalidSettingException(
          "http.user.header and http.proxies: one is set without the other; the header is believed"
              + " from those addresses only");
    }
    if (!loopback && token.isEmpty() && header.isEmpty()) {
      throw new InvalidSettingException(
          ("http.host: %s can be reached from other machines, and anybody there could decide gates:"
                  + " set http.token, or http.user.header with http.proxies, or listen on 127.0.0.1")
              .formatted(host));
    }
    boolean isOneOfSeveral = settings.kafka().containsKey(StreamsConfig.APPLICATION_SERVER_CONFIG);
    if (!header.isEmpty() && token.isEmpty() && isOneOfSeveral) {
      throw new InvalidSettingException(
          "http.token: is needed beside http.user.header where application.server is set: instances"
              + " ask each other with it");
    }
    return new AccessRules(
        token, header, proxies, list(settings.get(Setting.HTTP_NAMES)), loopback);
  }

  private static Set<String> list(String text) {
    return Arrays.stream(text.split(","))
        .map(name -> name.strip().toLowerCase(Locale.ROOT))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }

  private static InetAddress address(Setting setting, String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException unknown) {
      throw new InvalidSettingException(
          "%s: '%s' is no address of this machine's network".formatted(setting.key(), host));
    }
  }

  /** Whether everybody who can reach it may use it. */
  boolean isOpen() {
    return token.isEmpty() && userHeader.isEmpty();
  }

  /**
   * Whether a Host header names this console: on loopback a page elsewhere could have its own name
   * resolve to it.
   */
  boolean isOurName(String hostHeader) {
    if (!loopback && names.isEmpty()) {
      return true;
    }
    String name = hostHeader == null ? "" : withoutPort(hostHeader).toLowerCase(Locale.ROOT);
    return names.contains(name) || loopback && LOOPBACK.contains(name);
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }

  /** Whether a page of this origin may write: one of the same host, or of a name of ours. */
  boolean isOurOrigin(String origin, String hostHeader) {
    int scheme = origin.indexOf("://");
    String authority = scheme < 0 ? origin : origin.substring(scheme + 3);
    return authority.equalsIgnoreCase(hostHeader)
        || names.contains(withoutPort(authority).toLowerCase(Locale.ROOT));
  }
}

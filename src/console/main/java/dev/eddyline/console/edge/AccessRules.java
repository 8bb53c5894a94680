package dev.eddyline.console.edge;

import dev.eddyline.access.Grant;
import dev.eddyline.access.NamedToken;
import dev.eddyline.access.TokenFile;
import dev.eddyline.access.TokenList;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.HostInfo;

/**
 * The access rules of the settings.
 *
 * @param hasTokens whether there are tokens
 * @param proxy the proxies that sign people in
 * @param names names under which the console is reached
 * @param loopback whether it listens on loopback only
 * @param tls whether its port speaks TLS
 * @param thisInstanceAddress address for other instances, host:port; empty without one
 */
public record AccessRules(
    boolean hasTokens,
    SignInProxy proxy,
    Set<ConsoleName> names,
    boolean loopback,
    boolean tls,
    Optional<String> thisInstanceAddress) {

  /** The name of the token of {@code http.token}. */
  static final String SIMPLE_TOKEN = "http.token";

  private static final int SHORTEST_TOKEN = 16;
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  public AccessRules {
    names = Set.copyOf(names);
  }

  /**
   * The rules of these settings.
   *
   * @throws InvalidSettingException where the console would be open to other machines
   */
  public static AccessRules of(Settings settings) {
    return of(settings, Setting.HTTP_HOST);
  }

  /** The same for the listener at this host. */
  public static AccessRules of(Settings settings, Setting listener) {
    String host = settings.get(listener);
    boolean loopback = address(listener, host).isLoopbackAddress();
    boolean hasTokens =
        !simpleToken(settings).isEmpty() || !settings.get(Setting.HTTP_TOKENS).isBlank();
    SignInProxy proxy = SignInProxy.of(settings);
    boolean isOpen = !hasTokens && !proxy.isUsed();
    if (!loopback && isOpen) {
      throw new InvalidSettingException(
          ("%s: %s can be reached from other machines, and anybody there could decide gates:"
                  + " set http.tokens or http.token, or http.user.header with http.proxies, or"
                  + " listen on 127.0.0.1")
              .formatted(listener.key(), host));
    }
    Optional<String> thisInstanceAddress = thisInstanceAddress(settings);
    if (thisInstanceAddress.isPresent()
        && !isOpen
        && settings.get(Setting.SIGNING_SECRET).isBlank()) {
      throw new InvalidSettingException(
          "signing.secret: is needed where application.server is set: instances sign"
              + " their requests to each other with it. Set the same 32 characters or more on all"
              + " instances");
    }
    Set<ConsoleName> names =
        list(settings, Setting.HTTP_NAMES)
            .map(ConsoleName::fromSetting)
            .collect(Collectors.toSet());
    boolean tls = !settings.get(Setting.HTTP_TLS_CERTIFICATE).isBlank();
    return new AccessRules(hasTokens, proxy, names, loopback, tls, thisInstanceAddress);
  }

  /**
   * Requires that a listener for programs can be used.
   *
   * @throws InvalidSettingException where the only token is a person's
   */
  public static void requireTokensOfPrograms(Settings settings, Setting listener) {
    if (!simpleToken(settings).isEmpty() && settings.get(Setting.HTTP_TOKENS).isBlank()) {
      throw new InvalidSettingException(
          "%s: http.token publishes no events: set http.tokens to a file with a token of the role ingest"
              .formatted(listener.key()));
    }
  }

  private static String simpleToken(Settings settings) {
    return settings.get(Setting.HTTP_TOKEN).strip();
  }

  private static Optional<String> thisInstanceAddress(Settings settings) {
    return Optional.ofNullable(settings.kafka().get(StreamsConfig.APPLICATION_SERVER_CONFIG))
        .map(HostInfo::buildFromEndpoint)
        .map(PeerClient::address);
  }

  /**
   * The tokens of these settings.
   *
   * @param nanos a clock, nanoseconds
   * @throws InvalidSettingException for a token that can be guessed
   * @throws dev.eddyline.access.InvalidTokensException for an invalid file
   */
  public static TokenFile tokens(Settings settings, LongSupplier nanos) {
    String token = simpleToken(settings);
    if (!token.isEmpty() && token.length() < SHORTEST_TOKEN) {
      throw new InvalidSettingException(
          "http.token: must have ≥ %d characters, had %d"
              .formatted(SHORTEST_TOKEN, token.length()));
    }
    List<NamedToken> simple =
        token.isEmpty()
            ? List.of()
            : List.of(new NamedToken(SIMPLE_TOKEN, TokenList.sha256(token), Grant.OPERATOR, 0));
    String file = settings.get(Setting.HTTP_TOKENS).strip();
    return new TokenFile(
        simple, file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file)), nanos);
  }

  /** The comma-separated entries of a setting. */
  static Stream<String> list(Settings settings, Setting setting) {
    return Arrays.stream(settings.get(setting).split(","))
        .map(String::strip)
        .filter(entry -> !entry.isEmpty());
  }

  /**
   * The IP address of a host.
   *
   * @throws InvalidSettingException where it has none
   */
  static InetAddress address(Setting setting, String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException unknown) {
      throw new InvalidSettingException(
          "%s: '%s' is not an address of this machine's network".formatted(setting.key(), host));
    }
  }

  /** Whether the console needs no sign-in. */
  boolean isOpen() {
    return !hasTokens && !proxy.isUsed();
  }

  /** Whether a Host header names this machine itself. */
  boolean isLoopbackName(String hostHeader) {
    return ConsoleName.of(hostHeader == null ? "" : hostHeader)
        .map(ConsoleName::host)
        .filter(LOOPBACK::contains)
        .isPresent();
  }

  /**
   * Whether a Host header names this console. This prevents DNS rebinding: a foreign page could let
   * its own name resolve to loopback.
   */
  boolean isConsoleHostHeader(String hostHeader) {
    if (!loopback && names.isEmpty()) {
      return true;
    }
    String host =
        ConsoleName.of(hostHeader == null ? "" : hostHeader).map(ConsoleName::host).orElse("");
    return names.stream().anyMatch(name -> name.host().equals(host))
        || loopback && isLoopbackName(hostHeader);
  }

  /**
   * Whether a proxy terminates the browser's TLS, by the page's origin or a configured name. A
   * proxy may pass on either, or neither.
   */
  boolean isReachedOverTls(String origin, String hostHeader) {
    Optional<String> https = Optional.of("https");
    boolean isHttpsPage =
        origin != null
            && ConsoleName.of(origin).filter(it -> it.scheme().equals(https)).isPresent();
    return isHttpsPage
        || ConsoleName.of(hostHeader == null ? "" : hostHeader)
            .map(host -> new ConsoleName(https, host.host(), host.port()))
            .filter(
                page ->
                    names.stream()
                        .anyMatch(it -> it.scheme().isPresent() && it.matchesHostHeaderName(page)))
            .isPresent();
  }

  /**
   * Whether a page of this origin may write: one with the same host and port, or with a configured
   * name. A port with TLS rejects pages over plain HTTP.
   */
  boolean isAllowedOrigin(String origin, String hostHeader) {
    Optional<ConsoleName> page = ConsoleName.of(origin).filter(name -> name.scheme().isPresent());
    if (page.isEmpty() || tls && page.get().scheme().filter("https"::equals).isEmpty()) {
      return false;
    }
    return ConsoleName.of(hostHeader == null ? "" : hostHeader)
        .map(host -> new ConsoleName(Optional.empty(), host.host(), host.port()))
        .filter(
            host ->
                host.matchesHostHeaderName(page.get())
                    || names.stream().anyMatch(it -> it.matchesHostHeaderName(page.get())))
        .isPresent();
  }
}

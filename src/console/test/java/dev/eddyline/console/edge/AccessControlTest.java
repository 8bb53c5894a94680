package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.access.Role;
import dev.eddyline.access.TokenFile;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Access rules of the console. */
class AccessControlTest {

  private static final String TOKEN = "a-token-of-some-length";
  private static final String SECRET = "s".repeat(32);

  private final AtomicLong nanos = new AtomicLong();

  private static AccessRules rules(Map<String, String> flags) {
    return AccessRules.of(Settings.mergeLayers(null, Map.of(), flags));
  }

  /** Settings from {@code name=value} pairs. */
  private static Map<String, String> settings(String text) {
    Map<String, String> settings = new HashMap<>();
    Arrays.stream(text.split(" "))
        .map(entry -> entry.split("=", 2))
        .forEach(entry -> settings.put(entry[0], entry[1]));
    return settings;
  }

  @Test
  void isOpenOnLoopbackByDefault() {
    assertThat(rules(Map.of()).isOpen()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
  void rejectsPublicAddressWithoutTokenOrProxy(String host) {
    assertThatThrownBy(() -> rules(Map.of("http.host", host)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("http.token");
    assertThatCode(() -> rules(Map.of("http.host", host, "http.token", TOKEN)))
        .doesNotThrowAnyException();
    assertThatCode(() -> rules(Map.of("http.host", host, "http.tokens", "any")))
        .doesNotThrowAnyException();
    assertThatCode(
            () ->
                rules(
                    Map.of(
                        "http.host", host,
                        "http.user.header", "X-User",
                        "http.proxies", "192.0.2.7")))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http.user.header=X-User                                    | http.proxies",
        "http.proxies=10.1.2.3/16                                   | http.proxies",
        "http.proxies=a_proxy                                       | http.proxies",
        "http.user.header=X http.proxy.certificates=ab              | SHA-256 fingerprint",
        "http.user.header=X http.proxies=127.0.0.1 http.groups.header=G | http.groups",
        "http.user.header=X http.proxies=127.0.0.1 http.groups=a=view   | http.groups.header",
        "http.groups.header=G http.groups=a=view                    | http.user.header",
        "http.groups=view                                           | group=role",
        "http.groups=a=veiw                                         | nearest: view",
        "http.names=a/b                                             | http.names",
        "http.token=a-token-of-some-length application.server=h:1   | signing.secret",
      })
  void rejectsConflictingSettings(String given, String message) {
    assertThatThrownBy(() -> rules(settings(given)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message);
  }

  @Test
  void acceptsProxiesWithoutUserHeader() {
    // When
    AccessRules rules = rules(settings("http.proxies=192.0.2.7,10.1.0.0/16,2001:db8::/32"));

    // Then
    assertThat(rules.proxy().addresses())
        .containsExactlyInAnyOrder("192.0.2.7", "10.1.0.0/16", "2001:db8::/32");
    assertThat(rules.proxy().isUsed()).isFalse();
    assertThat(rules.isOpen()).isTrue();
  }

  @Test
  void proxyCertificatesRequireUserHeaderAndTlsCa() {
    Map<String, String> settings = settings("http.proxy.certificates=");
    settings.put("http.proxy.certificates", "AB:".repeat(31) + "AB");
    assertThatThrownBy(() -> rules(settings)).hasMessageContaining("http.user.header");
    settings.put("http.user.header", "X");
    assertThatThrownBy(() -> rules(settings)).hasMessageContaining("http.tls.ca");
    settings.put("http.tls.ca", "ca.pem");
    assertThat(rules(settings).proxy().certificates()).containsExactly("ab".repeat(32));
  }

  @Test
  void severalInstancesNeedSigningSecret() {
    assertThatCode(() -> rules(settings("application.server=h:1"))).doesNotThrowAnyException();
    assertThat(
            rules(
                    settings(
                        "application.server=h:1 http.token=%s signing.secret=%s"
                            .formatted(TOKEN, SECRET)))
                .thisInstanceAddress())
        .contains("h:1");
  }

  @Test
  void rejectsShortToken() {
    Settings settings = Settings.mergeLayers(null, Map.of(), Map.of("http.token", "short"));
    assertThatThrownBy(() -> AccessRules.tokens(settings, nanos::get))
        .hasMessageContainingAll("http.token", "≥ 16", "had 5");
  }

  @Test
  void tokenFromSettingHasAllRolesOfPeople() {
    // Given
    Settings settings = Settings.mergeLayers(null, Map.of(), Map.of("http.token", TOKEN));

    // When
    TokenFile tokens = AccessRules.tokens(settings, nanos::get);

    // Then
    assertThat(tokens.current().find(TOKEN).orElseThrow().grant().roles())
        .containsExactlyInAnyOrder(Role.VIEW, Role.DECIDE, Role.ADMIN);
    assertThat(tokens.current().find(TOKEN + "x")).isEmpty();
  }

  @Test
  void listenerOfProgramsNeedsATokenOfPrograms() {
    // Given
    Settings person = Settings.mergeLayers(null, Map.of(), Map.of("http.token", TOKEN));
    Settings both =
        Settings.mergeLayers(
            null, Map.of(), Map.of("http.token", TOKEN, "http.tokens", "tokens.yaml"));

    // Then
    AccessRules.requireTokensOfPrograms(both, Setting.OTLP_PORT);
    assertThatThrownBy(() -> AccessRules.requireTokensOfPrograms(person, Setting.OTLP_PORT))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContainingAll("otlp.port", "http.tokens", "ingest");
  }

  @Test
  void loopbackAcceptsOnlyKnownHostNames() {
    // Given
    AccessRules rules = rules(Map.of("http.names", "eddyline.example, https://other.example:8443"));

    // Then
    assertThat(rules.isConsoleHostHeader("127.0.0.1:8090")).isTrue();
    assertThat(rules.isConsoleHostHeader("localhost")).isTrue();
    assertThat(rules.isConsoleHostHeader("[::1]:8090")).isTrue();
    assertThat(rules.isConsoleHostHeader("Eddyline.example:443")).isTrue();
    assertThat(rules.isConsoleHostHeader("other.example")).isTrue();
    assertThat(rules.isConsoleHostHeader("evil.example:8090")).isFalse();
    assertThat(rules.isConsoleHostHeader("localhost.evil.example")).isFalse();
    assertThat(rules.isConsoleHostHeader(null)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8090,      true",
    "https://127.0.0.1:8090,     true",
    "http://127.0.0.1:9999,      false",
    "http://127.0.0.1,           false",
    "https://eddyline.example,   true",
    "http://eddyline.example:81, false",
    "https://tls.example,        true",
    "http://tls.example,         false",
    "https://tls.example:8443,   false",
    "http://evil.example:8090,   false",
    "127.0.0.1:8090,             false",
    "null,                       false"
  })
  void onlyPagesOfAllowedOriginsMayWrite(String origin, boolean may) {
    AccessRules rules = rules(Map.of("http.names", "eddyline.example,https://tls.example"));
    assertThat(rules.isAllowedOrigin(origin, "127.0.0.1:8090")).isEqualTo(may);
  }

  @ParameterizedTest
  @CsvSource({
    "https://tls.example,    127.0.0.1:8090,   true",
    ",                       tls.example,      true",
    ",                       tls.example:443,  true",
    ",                       tls.example:8090, false",
    "http://127.0.0.1:8090,  127.0.0.1:8090,   false",
    ",                       any.example,      false",
    ",                       ,                 false",
  })
  void usesTlsIfOriginOrConsoleNameIsHttps(String origin, String host, boolean isTls) {
    AccessRules rules = rules(Map.of("http.names", "any.example,https://tls.example"));
    assertThat(rules.isReachedOverTls(origin, host)).isEqualTo(isTls);
  }

  @Test
  void plainHttpPageMayNotWriteToTlsPort() {
    AccessRules rules = rules(Map.of("http.tls.certificate", "server.pem"));
    assertThat(rules.isAllowedOrigin("https://localhost:8090", "localhost:8090")).isTrue();
    assertThat(rules.isAllowedOrigin("http://localhost:8090", "localhost:8090")).isFalse();
  }
}

package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.Role;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.LoopbackServer;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.WebServer;
import dev.eddyline.signing.SigningKeys;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The cookie of a console on loopback, behind a proxy that may terminate TLS. */
class SecureCookieTest {

  private static final String TOKEN = "a-token-of-some-length";

  private WebServer server = server(Set.of("127.0.0.1"));

  private static WebServer server(Set<String> proxies) {
    SignInProxy proxy = new SignInProxy("", proxies, Set.of(), "", Map.of());
    AccessControl access =
        AccessControl.create(
            new AccessRules(
                true,
                proxy,
                Set.of(ConsoleName.fromSetting("console.example")),
                true,
                false,
                Optional.empty()),
            TestAccessTokens.tokenFile(TestAccessTokens.namedToken(TOKEN, Role.VIEW)),
            SigningKeys.randomProcessLocalKeys(),
            List::of,
            Optional.empty(),
            Clock.systemUTC(),
            System::nanoTime,
            Optional.empty());
    return LoopbackServer.start(0, proxies, access.pages());
  }

  @AfterEach
  void end() {
    server.close();
  }

  private String cookie(String... headers) {
    return new ApiClient(server.port(), null)
        .post("/api/v1/session", "{\"token\":\"%s\"}".formatted(TOKEN), headers)
        .http()
        .headers()
        .firstValue("Set-Cookie")
        .orElseThrow();
  }

  @Test
  void tlsProxyClientGetsSecureCookie() {
    assertThat(cookie("X-Forwarded-Proto", "https")).contains("Secure");
    assertThat(cookie("Origin", "https://console.example")).contains("Secure");
  }

  @Test
  void loopbackClientGetsPlainCookie() {
    assertThat(cookie("X-Forwarded-Proto", "http")).doesNotContain("Secure");
    assertThat(cookie("Origin", "http://127.0.0.1:" + server.port())).doesNotContain("Secure");
  }

  @Test
  void ignoresSchemeOfUnlistedProxy() {
    // Given
    server.close();
    server = server(Set.of("192.0.2.1"));

    // When, Then
    assertThat(cookie("X-Forwarded-Proto", "https")).doesNotContain("Secure");
  }
}

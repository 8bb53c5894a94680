package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.Role;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.TestAccessTokens;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients behind a proxy that signs nobody in: an ingress. */
class ProxiedClientsTest {

  private static final String TOKEN = "a-token-of-some-length";
  private static final String ONE = "203.0.113.1";
  private static final String OTHER = "203.0.113.2";

  private GuardedServer server = server(Set.of("127.0.0.1"));

  private static GuardedServer server(Set<String> proxies) {
    return GuardedServer.answering(
        List.of(TestAccessTokens.namedToken(TOKEN, Role.ADMIN)),
        new SignInProxy("", proxies, Set.of(), "", Map.of()),
        Route.RECENT,
        http -> Caller.of(http).origin());
  }

  @AfterEach
  void end() {
    server.close();
  }

  private ApiClient.ApiResponse get(String authorization, String client) {
    return server
        .browser(null)
        .get(
            "/api/v1/feed/recent",
            "Authorization",
            authorization,
            "X-Forwarded-For",
            "198.51.100.7, " + client);
  }

  private void guess(String client) {
    for (int i = 0; i < RateLimit.Rate.WRONG_ACCESS_TOKENS.burst(); i++) {
      get("Bearer a-wrong-token-of-length", client);
    }
  }

  @Test
  void blocksOnlyTheClientBehindProxyThatSendsWrongTokens() {
    // When
    guess(ONE);

    // Then
    assertThat(get("Bearer " + TOKEN, ONE).status()).isEqualTo(429);
    assertThat(get("Bearer " + TOKEN, OTHER).status()).isEqualTo(200);
  }

  @Test
  void limitsIpv6NetworkAsOneClient() {
    // Given
    for (int i = 0; i < RateLimit.Rate.WRITES.burst(); i++) {
      write("2001:db8:1:2::" + i);
    }

    // When
    int sameNetwork = write("2001:db8:1:2:ffff::1");
    int otherNetwork = write("2001:db8:1:3::1");

    // Then
    assertThat(sameNetwork).isEqualTo(429);
    assertThat(otherNetwork).isEqualTo(400);
  }

  private int write(String client) {
    return server
        .browser(null)
        .post("/api/v1/session", "{}", "X-Forwarded-For", client, "Accept", "*/*")
        .status();
  }

  @Test
  void ignoresForwardedForOfUnlistedProxy() {
    // Given
    server.close();
    server = server(Set.of("192.0.2.1"));

    // When
    guess(ONE);

    // Then
    assertThat(get("Bearer " + TOKEN, OTHER).status()).isEqualTo(429);
  }

  @Test
  void decisionOriginIsClientAddress() {
    assertThat(get("Bearer " + TOKEN, ONE).json().get("value").textValue())
        .isEqualTo("token %s %s", TOKEN, ONE);
  }
}

package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.web.RequestBodies;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests with long bodies, whose credentials are checked before the body is stored. */
class LongBodyAccessTest {

  private static final String TOKEN = "a-token-of-some-length";
  private static final String PATH = "/api/v1/events";
  private static final String BODY = " ".repeat(100_000);
  private static final String USER = "X-User";

  private final GuardedServer server =
      server(List.of(TestAccessTokens.namedToken(TOKEN, Role.INGEST, Role.VIEW)), SignInProxy.NONE);

  private static GuardedServer server(List<NamedToken> tokens, SignInProxy proxy) {
    return GuardedServer.answering(
        tokens, proxy, Route.EVENTS, http -> Integer.toString(RequestBodies.text(http).length()));
  }

  @AfterEach
  void end() {
    server.close();
  }

  private ApiClient.ApiResponse post(String... headers) {
    return server.browser(null).post(PATH, BODY, headers);
  }

  @Test
  void rejectsLongBodyWithoutToken() {
    // When
    ApiClient.ApiResponse answer = post("Accept", "*/*");

    // Then
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.json().get("error").textValue()).isEqualTo("a valid token is required");
    assertThat(answer.http().headers().firstValue("WWW-Authenticate")).contains("Bearer");
  }

  @Test
  void blocksAddressAfterTooManyWrongTokensWithLongBodies() {
    // Given
    int wrong = 0;
    for (int i = 0; i < RateLimit.Rate.WRONG_ACCESS_TOKENS.burst(); i++) {
      wrong = post("Authorization", "Bearer a-wrong-token-of-length").status();
    }

    // When
    ApiClient.ApiResponse right = post("Authorization", "Bearer " + TOKEN);
    server.nanos.addAndGet(1_000_000_000);
    int rightLater = post("Authorization", "Bearer " + TOKEN).status();

    // Then
    assertThat(wrong).isEqualTo(401);
    assertThat(right.status()).isEqualTo(429);
    assertThat(right.http().headers().firstValue("Retry-After")).contains("1");
    assertThat(rightLater).isEqualTo(200);
  }

  @Test
  void acceptsLongBodyOfTokenAndOfSession() {
    // Given
    ApiClient.ApiResponse begun =
        server
            .browser(null)
            .post("/api/v1/session", "{\"token\":\"%s\"}".formatted(TOKEN), "Accept", "*/*");
    String cookie = begun.http().headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    String csrf = begun.json().get("csrf").textValue();

    // When
    ApiClient.ApiResponse byToken = post("Authorization", "Bearer " + TOKEN);
    ApiClient.ApiResponse bySession = post("Cookie", cookie, AccessGuard.CSRF_HEADER, csrf);

    // Then
    assertThat(List.of(byToken, bySession))
        .allMatch(answer -> answer.json().path("value").asInt() == BODY.length());
    assertThat(post("Cookie", cookie + "x").status()).isEqualTo(401);
  }

  @Test
  void longBodyCountsOnceTowardsQuota() {
    // Given
    NamedToken token = TestAccessTokens.namedToken(TOKEN, Role.INGEST);
    NamedToken limited = new NamedToken("q", token.sha256(), token.grant(), 2);
    try (GuardedServer other = server(List.of(limited), SignInProxy.NONE)) {
      ApiClient client = other.browser(null);

      // When
      int first = client.post(PATH, BODY, "Authorization", "Bearer " + TOKEN).status();
      int second = client.post(PATH, BODY, "Authorization", "Bearer " + TOKEN).status();
      int third = client.post(PATH, BODY, "Authorization", "Bearer " + TOKEN).status();

      // Then
      assertThat(List.of(first, second, third)).containsExactly(200, 200, 429);
    }
  }

  @Test
  void acceptsLongBodyOfTrustedProxyUserOnly() {
    // Given
    SignInProxy trusted = new SignInProxy(USER, Set.of("127.0.0.1"), Set.of(), "", Map.of());
    SignInProxy elsewhere = new SignInProxy(USER, Set.of("192.0.2.1"), Set.of(), "", Map.of());
    try (GuardedServer behindProxy = server(List.of(), trusted);
        GuardedServer direct = server(List.of(), elsewhere)) {
      // When
      int byTrusted = behindProxy.browser(null).post(PATH, BODY, USER, "ann").status();
      int byOther = direct.browser(null).post(PATH, BODY, USER, "ann").status();
      int twice = behindProxy.browser(null).post(PATH, BODY, USER, "ann", USER, "bob").status();

      int longName = behindProxy.browser(null).post(PATH, BODY, USER, "x".repeat(257)).status();

      // Then: a user who has access still publishes nothing
      assertThat(byTrusted).isEqualTo(403);
      assertThat(byOther).isEqualTo(401);
      assertThat(twice).isEqualTo(401);
      assertThat(longName).isEqualTo(401);
    }
  }
}

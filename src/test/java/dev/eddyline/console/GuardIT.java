package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.FullLane;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is let in, and how often: a server with nothing behind it. */
@FullLane
class GuardIT {

  private static final String TOKEN = "a-token-of-some-length";
  private static final String USER = "X-User";
  private static final String WHO = "/api/v1/who";

  private final AtomicLong nanos = new AtomicLong();
  private final WebServer server =
      new WebServer(
          "127.0.0.1",
          0,
          List.of(
              new Guard(
                  new AccessRules(TOKEN, USER, Set.of("127.0.0.1"), Set.of(), false),
                  new WriteLimit(nanos::get),
                  Clock.systemUTC()),
              config ->
                  config.routes.get(
                      WHO,
                      http ->
                          new Params(http)
                              .answer(
                                  JsonNodeFactory.instance
                                      .objectNode()
                                      .put("key", Caller.of(http).key())))));
  private final Browser stranger = new Browser(server.port(), null);
  private final Browser friend = new Browser(server.port(), TOKEN);

  @AfterEach
  void end() {
    server.close();
  }

  private Browser.Answer guess(String path) {
    return stranger.get(path, "Authorization", "Bearer a-wrong-token-of-length");
  }

  @ParameterizedTest
  @ValueSource(strings = {WHO, "/api/v1/session", "/api/v1/openapi.json", "/assets/x.js", "/"})
  void aWrongTokenIsRefusedWhereverItIsBrought(String path) {
    assertThat(guess(path).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {WHO, "/api/v1/session", "/assets/x.js"})
  void whoGuessesTooOftenWaits_whoeverHasTheTokenDoesNot(String path) {
    // Given
    for (int i = 0; i < WriteLimit.BURST; i++) {
      guess(path);
    }

    // When
    Browser.Answer wrong = guess(path);
    Browser.Answer wrongToo = begin("a-wrong-token-of-length");
    int right = friend.get(WHO).status();
    int begun = begin(TOKEN).status();
    nanos.addAndGet(1_000_000_000);
    int later = guess(path).status();

    // Then
    assertThat(wrong.status()).isEqualTo(429);
    assertThat(wrong.http().headers().firstValue("Retry-After")).contains("1");
    assertThat(wrongToo.status()).isEqualTo(429);
    assertThat(right).isEqualTo(200);
    assertThat(begun).isEqualTo(200);
    assertThat(later).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer a-json-web-token-of-the-proxy", "Basic YWxpY2U6c2VjcmV0", "x"})
  void whomATrustedProxyHasSignedInIsLetIn_whateverItHandsOnBeside(String authorization) {
    for (int i = 0; i <= WriteLimit.BURST; i++) {
      Browser.Answer answer =
          stranger.get(WHO, USER, "alice", "Authorization", authorization, "Accept", "*/*");
      assertThat(answer.json().path("key").textValue()).isEqualTo("user alice");
    }
    assertThat(guess(WHO).status()).isEqualTo(401);
  }

  @Test
  void anotherSchemeThanBearerIsNoTokenAndNoGuess() {
    for (int i = 0; i <= WriteLimit.BURST; i++) {
      assertThat(stranger.get("/api/v1/session", "Authorization", "Basic YTpi").status())
          .isEqualTo(200);
    }
    assertThat(stranger.get(WHO, "Authorization", "Basic YTpi").status()).isEqualTo(401);
    assertThat(stranger.get(WHO, "Authorization", "bearer " + TOKEN).status()).isEqualTo(200);
    assertThat(guess(WHO).status()).isEqualTo(401);
  }

  @Test
  void aSessionsCookieIsForTlsOnly_whereOthersCanReachTheServer() {
    assertThat(begin().http().headers().firstValue("Set-Cookie").orElseThrow())
        .contains("Secure")
        .contains("HttpOnly");
  }

  @Test
  void sessionsAndUsersOfOneAddressAreCountedApart() {
    // When
    String one = key("Cookie", cookie(begin()));
    String other = key("Cookie", cookie(begin()));
    Set<String> keys =
        Set.of(
            one,
            other,
            key(USER, "alice"),
            key(USER, "bob"),
            friend.get(WHO).json().get("key").textValue());

    // Then
    assertThat(keys).hasSize(5).contains("user alice", "user bob", "address 127.0.0.1");
  }

  private Browser.Answer begin() {
    return begin(TOKEN);
  }

  private Browser.Answer begin(String token) {
    return stranger.post("/api/v1/session", "{\"token\":\"%s\"}".formatted(token), "Accept", "*/*");
  }

  private static String cookie(Browser.Answer begun) {
    return begun.http().headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
  }

  private String key(String header, String value) {
    return stranger.get(WHO, header, value).json().get("key").textValue();
  }
}

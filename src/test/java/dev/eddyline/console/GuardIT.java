package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is let in, and how often: a server with nothing behind it. */
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
  void whoGuessesTooOftenIsToldNothing_notEvenThatATokenIsRight(String path) {
    // Given
    for (int i = 0; i < WriteLimit.BURST; i++) {
      guess(path);
    }

    // When
    Browser.Answer wrong = guess(path);
    int right = friend.get(WHO).status();
    nanos.addAndGet(1_000_000_000);
    int later = friend.get(WHO).status();

    // Then
    assertThat(wrong.status()).isEqualTo(429);
    assertThat(wrong.http().headers().firstValue("Retry-After")).contains("1");
    assertThat(right).isEqualTo(429);
    assertThat(later).isEqualTo(200);
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
    Set<String> keys =
        Set.of(
            key("Cookie", cookie(begin())),
            key("Cookie", cookie(begin())),
            key(USER, "alice"),
            key(USER, "bob"),
            friend.get(WHO).json().get("key").textValue());

    // Then
    assertThat(keys).hasSize(5).contains("user alice", "user bob", "address 127.0.0.1");
  }

  private Browser.Answer begin() {
    return stranger.post("/api/v1/session", "{\"token\":\"%s\"}".formatted(TOKEN), "Accept", "*/*");
  }

  private static String cookie(Browser.Answer begun) {
    return begun.http().headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
  }

  private String key(String header, String value) {
    return stranger.get(WHO, header, value).json().get("key").textValue();
  }
}

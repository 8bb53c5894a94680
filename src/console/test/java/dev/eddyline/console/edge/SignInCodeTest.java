package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.LoopbackServer;
import dev.eddyline.console.PagesWithoutKafka;
import dev.eddyline.console.WebServer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A console without tokens: what needs the one-time code. */
class SignInCodeTest {

  private final PagesWithoutKafka pages = new PagesWithoutKafka();
  private final WebServer server = LoopbackServer.start(pages.all());
  private final ApiClient anonymous = new ApiClient(server.port(), null);
  private final AtomicReference<String> printed = new AtomicReference<>();

  SignInCodeTest() {
    pages.code().orElseThrow().announceTo(printed::set);
  }

  @AfterEach
  void stop() {
    server.close();
    pages.close();
  }

  private ApiClient.ApiResponse begin(String code) {
    return anonymous.post(
        "/api/v1/session", new ObjectMapper().valueToTree(Map.of("token", code)).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/gate/decision?gateId=g", "/api/v1/policies"})
  void anonymousCallerNeitherDecidesNorChangesAPolicy(String path) {
    // When
    ApiClient.ApiResponse anyone = anonymous.post(path, "{}");
    ApiClient.ApiResponse program =
        anonymous.post(
            path, "{}", "Content-Type", "application/json", "Authorization", "Bearer any");

    // Then
    assertThat(anyone.status()).isEqualTo(403);
    assertThat(anyone.json().get("error").textValue()).contains("code");
    assertThat(program.status()).isEqualTo(403);
  }

  @Test
  void sessionOfACodePublishesNoEvents() {
    // When
    ApiClient person = new ApiClient(server.port(), null, pages.code()).signIn();

    // Then
    assertThat(person.get("/api/v1/session").json().get("roles").toString())
        .isEqualTo("[\"view\",\"decide\",\"admin\"]");
    String csrf = person.get("/api/v1/session").json().get("csrf").textValue();
    ApiClient.ApiResponse event =
        person.post(
            "/api/v1/events", "{}", "Cookie", person.cookie(), AccessGuard.CSRF_HEADER, csrf);
    assertThat(event.status()).isEqualTo(403);
    assertThat(event.json().get("error").textValue()).contains("ingest");
  }

  @Test
  void codeWorksOnceAndTheNextIsAnnounced() {
    // Given
    String first = printed.get();

    // When
    int begun = begin(first).status();

    // Then
    assertThat(begun).isEqualTo(200);
    assertThat(begin(first).status()).isEqualTo(401);
    assertThat(printed.get()).isNotEqualTo(first);
    assertThat(begin(printed.get().toLowerCase(Locale.ROOT)).status()).isEqualTo(200);
  }

  @Test
  void guessesOfOthersDoNotLockThePersonOut() {
    // Given
    String forged = PeerSignatures.SCHEME + "x.y.z";
    int guess = 0;
    for (int i = 0; guess != 429 && i < 1_000; i++) {
      guess = anonymous.get("/api/v1/session", "Authorization", forged).status();
    }
    assertThat(guess).isEqualTo(429);

    // Then
    assertThat(begin(printed.get()).status()).isEqualTo(200);
  }
}

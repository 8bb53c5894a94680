package dev.eddyline.console;

import static dev.eddyline.app.RepeatedRequest.untilAvailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.ApiClient.ApiResponse;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.signing.DecisionLinks;
import dev.eddyline.signing.DecisionLinks.Link;
import dev.eddyline.signing.SigningKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Decision links at a console that requires tokens, over a real broker. */
class DecisionLinkIT {

  private static final String SECRET = "a-secret-of-this-console-and-notifier";
  private static final String APPROVAL = "{\"decision\":\"approve\",\"by\":\"Ada\"}";

  @RegisterExtension
  static final ConsoleExtension CONSOLE =
      new ConsoleExtension(
          "decision-link-",
          Map.of(
              Setting.HTTP_TOKEN.key(),
              "a-token-of-the-console",
              Setting.SIGNING_SECRET.key(),
              SECRET,
              Setting.DECISIONS_REQUIRE.key(),
              "verified"));

  /** The receiver of a notification has no token. */
  private final ApiClient receiver = CONSOLE.served().stranger();

  private static DecisionLinks links(String secret) {
    return new DecisionLinks(
        SigningKeys.of(
            Settings.mergeLayers(null, Map.of(), Map.of(Setting.SIGNING_SECRET.key(), secret))));
  }

  private static String query(String gateId, Instant until) {
    return links(SECRET).query(new Link(gateId, "on-call", until.getEpochSecond()));
  }

  private static Instant inAnHour() {
    return Instant.now().plus(Duration.ofHours(1));
  }

  private static String openGate(String task) {
    CONSOLE.loop(task, 3);
    await().until(() -> !CONSOLE.feed().gatesOf(task).isEmpty());
    return CONSOLE.feed().newestGateIdOf(task);
  }

  private ApiResponse gate(String query) {
    return receiver.get("/api/v1/linked-gate?" + query);
  }

  private ApiResponse decide(String query) {
    return receiver.post("/api/v1/linked-gate/decision?" + query, APPROVAL, "X", "y");
  }

  @Test
  void linkShowsItsGateAndDecidesItOnce() {
    // Given
    String gateId = openGate("linked");
    String query = query(gateId, inAnHour());
    await().until(() -> gate(query).status() == 200);

    // When
    assertThat(gate(query).json().path("gateId").asText()).isEqualTo(gateId);
    assertThat(receiver.get("/decide?" + query).status()).isEqualTo(200);
    assertThat(CONSOLE.feed().gatesOf("linked")).hasSize(1);
    ApiResponse first = untilAvailable(() -> decide(query), ApiResponse::status);
    ApiResponse second = decide(query);

    // Then
    // 409 where a request that timed out was published, so that its repetition came late
    assertThat(first.status()).isIn(202, 409);
    assertThat(second.status()).isEqualTo(409);
    await().until(() -> CONSOLE.feed().gatesOf("linked").size() == 2);
    GateTrigger closed = CONSOLE.feed().gatesOf("linked").get(1);
    assertThat(closed.getState()).isEqualTo(GateState.CLOSED);
    assertThat(closed.getDecision()).isEqualTo(Decision.APPROVE);
    assertThat(closed.getDecidedBy()).isEqualTo("Ada (by link of on-call)");
    await()
        .untilAsserted(
            () ->
                assertThat(CONSOLE.feed().receipts())
                    .filteredOn(receipt -> receipt.getRootTaskId().equals("linked"))
                    .extracting(DecisionReceipt::getOrigin)
                    .containsExactly("link of on-call 127.0.0.1"));
    await().until(() -> decide(query).json().path("error").asText().contains("closed"));
  }

  @Test
  void otherGateTimeTargetOrSecretIsRefused() {
    // Given
    String gateId = openGate("guarded");
    String query = query(gateId, inAnHour());
    String other = openGate("other");

    // When // Then
    assertThat(decide(query.replace(gateId, other)).status()).isEqualTo(403);
    assertThat(decide(query.replaceFirst("until=\\d", "until=9")).status()).isEqualTo(403);
    assertThat(decide(query.replace("on-call", "on-leave")).status()).isEqualTo(403);
    assertThat(gate(query.replace(gateId, other)).status()).isEqualTo(403);
    Link link = new Link(gateId, "on-call", inAnHour().getEpochSecond());
    assertThat(decide(links("b" + SECRET).query(link)).status()).isEqualTo(403);
    assertThat(decide(query.replaceFirst("&signature=.*", "")).status()).isEqualTo(400);
    assertThat(CONSOLE.feed().gatesOf("guarded")).hasSize(1);
    assertThat(CONSOLE.feed().gatesOf("other")).hasSize(1);
  }

  @Test
  void expiredLinkIsRefused() {
    // Given
    String gateId = openGate("expired");
    String query = query(gateId, Instant.now().minusSeconds(1));

    // When // Then
    assertThat(gate(query).status()).isEqualTo(410);
    assertThat(decide(query).status()).isEqualTo(410);
    assertThat(CONSOLE.feed().gatesOf("expired")).hasSize(1);
  }
}

package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.signing.DecisionSignatures;
import dev.eddyline.signing.SigningKeys;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An agent with its own producer tries to decide gates, over a real broker. */
@Tag(TestTags.ATTACKS)
class DecisionAttacksIT {

  @RegisterExtension
  static final ConsoleExtension CONSOLE =
      new ConsoleExtension(
          "decision-attacks-",
          Map.of(
              Setting.HTTP_TOKEN.key(),
              "a-token-of-the-console",
              Setting.SIGNING_SECRET.key(),
              "a-secret-of-this-test-and-no-console",
              Setting.DECISIONS_REQUIRE.key(),
              "verified"));

  private final EventFeed feed = CONSOLE.feed();

  private String openGate(String task) {
    CONSOLE.loop(task, 3);
    await().until(() -> !feed.gatesOf(task).isEmpty());
    return feed.newestGateIdOf(task);
  }

  private List<DecisionReceipt> receiptsOf(String task) {
    return feed.receipts().stream().filter(it -> it.getRootTaskId().equals(task)).toList();
  }

  /** Asserts that a decision had no effect, and that audit and dead letters say why. */
  private void assertRefused(String task, AgentEvent decision, String reason) {
    await()
        .untilAsserted(
            () ->
                assertThat(receiptsOf(task))
                    .filteredOn(it -> it.getEventId().equals(decision.getEventId()))
                    .extracting(DecisionReceipt::getOutcome)
                    .containsExactly(DecisionOutcome.REFUSED));
    assertThat(receiptsOf(task))
        .filteredOn(it -> it.getEventId().equals(decision.getEventId()))
        .allSatisfy(it -> assertThat(it.getReason()).contains(reason));
    assertThat(feed.deadLetters())
        .extracting(
            it ->
                new String(
                    it.headers().lastHeader("__streams.errors.message").value(),
                    StandardCharsets.UTF_8))
        .anyMatch(message -> message.contains(reason));
  }

  private void assertOpen(String task) {
    assertThat(feed.gatesOf(task))
        .extracting(GateTrigger::getState)
        .doesNotContain(GateState.CLOSED);
  }

  @Test
  void agentEventCannotApproveGate() {
    // Given
    AgentEvent approval = JsonEvents.approval("own", openGate("own"));

    // When
    feed.send(TopicRole.AGENT_EVENTS, null, "own", approval);

    // Then
    assertRefused("own", approval, "decisions count on gate-decisions only");
    assertOpen("own");
  }

  @Test
  void rejectsUnsignedDecisionThatNamesADecider() {
    // Given
    AgentEvent approval = JsonEvents.approval("named", openGate("named"));
    ((HumanIntervened) approval.getBody()).setBy("the head of the department");

    // When
    feed.decide("named", approval);

    // Then
    assertRefused("named", approval, "human_intervened.signature is required");
    assertOpen("named");
  }

  @Test
  void rejectsForgedSignature() {
    // Given
    AgentEvent approval = JsonEvents.approval("forged", openGate("forged"));
    SigningKeys another =
        SigningKeys.of(
            Settings.mergeLayers(
                null,
                Map.of(),
                Map.of(Setting.SIGNING_SECRET.key(), "a-secret-that-was-guessed-badly-x")));
    new DecisionSignatures(another).sign(approval);

    // When
    feed.decide("forged", approval);

    // Then
    assertRefused("forged", approval, "human_intervened.signature does not hold");
    assertOpen("forged");
  }

  @Test
  void consoleDecisionIsVerifiedAndLaterUnsignedDecisionIsRejected() {
    // Given
    String gateId = openGate("decided");
    await()
        .until(
            () ->
                CONSOLE
                    .browser()
                    .getJsonById("/api/v1/gate?gateId=", gateId)
                    .path("open")
                    .asBoolean());

    // When
    assertThat(CONSOLE.browser().decideOnceAvailable(gateId, "approve").status()).isEqualTo(202);
    await().until(() -> feed.gatesOf("decided").size() == 2);
    AgentEvent late = JsonEvents.approval("decided", gateId);
    feed.decide("decided", late);

    // Then
    await().until(() -> !receiptsOf("decided").isEmpty());
    GateTrigger closed = feed.gatesOf("decided").get(1);
    assertThat(closed.getDecisionVerified()).isTrue();
    assertThat(receiptsOf("decided").get(0).getOutcome()).isEqualTo(DecisionOutcome.ACCEPTED);
    assertThat(receiptsOf("decided").get(0).getVerified()).isTrue();
    assertThat(receiptsOf("decided").get(0).getOrigin()).contains("127.0.0.1");
    assertRefused("decided", late, "human_intervened.signature is required");
    assertThat(feed.gatesOf("decided")).hasSize(2);
  }

  @Test
  void rejectsReplayedSignedDecision() {
    // Given
    String gateId = openGate("replayed");
    await()
        .until(
            () ->
                CONSOLE
                    .browser()
                    .getJsonById("/api/v1/gate?gateId=", gateId)
                    .path("open")
                    .asBoolean());
    assertThat(CONSOLE.browser().decideOnceAvailable(gateId, "approve").status()).isEqualTo(202);
    await().until(() -> feed.gatesOf("replayed").size() == 2);
    AgentEvent signed = signedDecisionOf("replayed");
    String again = openGate("replayed-again");

    // When
    feed.decide("replayed", signed);
    AgentEvent renamed = signedDecisionOf("replayed");
    renamed.setEventId("another");
    feed.decide("replayed", renamed);
    AgentEvent moved = signedDecisionOf("replayed");
    moved.setEventId("moved");
    moved.setTaskId("replayed-again");
    ((HumanIntervened) moved.getBody()).setGateId(again);
    feed.decide("replayed-again", moved);

    // Then
    assertRefused("replayed", renamed, "human_intervened.signature does not hold");
    assertRefused("replayed-again", moved, "human_intervened.signature does not hold");
    assertThat(receiptsOf("replayed"))
        .filteredOn(it -> it.getEventId().equals(signed.getEventId()))
        .extracting(DecisionReceipt::getOutcome)
        .containsExactly(DecisionOutcome.ACCEPTED, DecisionOutcome.REFUSED);
    assertThat(receiptsOf("replayed").get(1).getReason()).contains("was taken before");
    assertThat(feed.gatesOf("replayed")).hasSize(2);
    assertOpen("replayed-again");
  }

  /** A copy, which a test may change. */
  private AgentEvent signedDecisionOf(String task) {
    return feed.decisions().stream()
        .filter(it -> it.getTaskId().equals(task))
        .filter(it -> ((HumanIntervened) it.getBody()).getSignature() != null)
        .findFirst()
        .map(it -> AgentEvent.newBuilder(it).build())
        .orElseThrow();
  }

  @Test
  void publishesReceiptForDecisionOnClosedGate() {
    // Given
    String gateId = openGate("closed");
    await()
        .until(
            () ->
                CONSOLE
                    .browser()
                    .getJsonById("/api/v1/gate?gateId=", gateId)
                    .path("open")
                    .asBoolean());
    assertThat(CONSOLE.browser().decideOnceAvailable(gateId, "approve").status()).isEqualTo(202);
    await()
        .until(
            () ->
                !CONSOLE
                    .browser()
                    .getJsonById("/api/v1/gate?gateId=", gateId)
                    .path("open")
                    .asBoolean());

    // When
    ApiClient.ApiResponse late = CONSOLE.browser().decide(gateId, "reject");

    // Then
    assertThat(late.status()).isEqualTo(409);
    await()
        .untilAsserted(
            () ->
                assertThat(receiptsOf("closed"))
                    .filteredOn(it -> it.getOutcome() == DecisionOutcome.REFUSED)
                    .singleElement()
                    .matches(DecisionReceipt::getVerified)
                    .extracting(DecisionReceipt::getReason)
                    .asString()
                    .contains("that gate was decided already"));
    assertThat(feed.gatesOf("closed")).hasSize(2);
  }
}

package dev.eddyline.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The forms of Slack and PagerDuty. */
class ChannelsTest {

  private final List<HttpCall> calls = new ArrayList<>();

  private static NotifierTarget target(TargetFormat format) {
    URI url = URI.create("https://target.example/in");
    return new NotifierTarget(
        "t", format, url, "routing", Set.of(GateState.OPENED), Set.of(), Optional.empty());
  }

  private CompletableFuture<Answer> send(HttpCall call) {
    calls.add(call);
    return CompletableFuture.completedFuture(Answer.none("unused"));
  }

  private JsonNode slack(GateTrigger change) throws Exception {
    new SlackChannel(target(TargetFormat.SLACK), this::send)
        .deliver(GateChanges.notification(change));
    return new JsonMapper().readTree(calls.get(0).body());
  }

  private JsonNode pagerDuty(GateTrigger change) throws Exception {
    new PagerDutyChannel(target(TargetFormat.PAGERDUTY), this::send)
        .deliver(GateChanges.notification(change));
    return new JsonMapper().readTree(calls.get(0).body());
  }

  @Test
  void slackMessageHasFailureFactsAndLink() throws Exception {
    // When
    JsonNode message = slack(GateChanges.change("g", 1, GateState.OPENED));

    // Then
    assertThat(message.path("text").asText()).isEqualTo(GateChanges.ERROR);
    assertThat(message.findValuesAsText("text"))
        .contains("*Agent*\ncoder", "*Workflow*\ncheckout")
        .contains("*Cost of the loop*\n0.25 USD, 2,100 tokens, 1 min 35 s");
    assertThat(message.findValuesAsText("url"))
        .containsExactly("https://console.example/gates?id=g");
  }

  @Test
  void slackMentionsInTextsHaveNoEffect() throws Exception {
    // Given
    GateTrigger change = GateChanges.change("g", 1, GateState.OPENED);
    change.setEvidence(
        List.of(
            new Evidence(
                "e", GateChanges.AT, 0, 0L, "<!channel> & <http://evil.example|ok>", null, null)));
    change.setAgentId("<@U1>");

    // When
    JsonNode message = slack(change);

    // Then
    assertThat(message.path("text").asText())
        .isEqualTo("&lt;!channel&gt; &amp; &lt;http://evil.example|ok&gt;");
    assertThat(message.findValuesAsText("text")).contains("*Agent*\n&lt;@U1&gt;");
  }

  @Test
  void pagerDutyAlertIsTriggeredAndResolvedByGate() throws Exception {
    // When
    JsonNode opened = pagerDuty(GateChanges.change("g", 1, GateState.OPENED));
    calls.clear();
    JsonNode closed = pagerDuty(GateChanges.change("g", 2, GateState.CLOSED));

    // Then
    assertThat(opened.path("event_action").asText()).isEqualTo("trigger");
    assertThat(opened.path("dedup_key").asText()).isEqualTo("g");
    assertThat(opened.path("routing_key").asText()).isEqualTo("routing");
    assertThat(opened.path("payload").path("summary").asText()).isEqualTo(GateChanges.ERROR);
    assertThat(opened.path("payload").path("severity").asText()).isEqualTo("warning");
    assertThat(closed.path("event_action").asText()).isEqualTo("resolve");
    assertThat(closed.path("dedup_key").asText()).isEqualTo("g");
  }

  @Test
  void closedGateSaysWhoDecided() throws Exception {
    assertThat(slack(GateChanges.change("g", 2, GateState.CLOSED)).path("text").asText())
        .isEqualTo("Gate closed: approve by ann");
  }
}

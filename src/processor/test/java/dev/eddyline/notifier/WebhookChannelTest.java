package dev.eddyline.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.eddyline.schema.GateState;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.codec.digest.HmacAlgorithms;
import org.apache.commons.codec.digest.HmacUtils;
import org.junit.jupiter.api.Test;

class WebhookChannelTest {

  private static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes();

  private final List<HttpCall> calls = new ArrayList<>();
  private final WebhookChannel channel =
      new WebhookChannel(
          new NotifierTarget(
              "hook",
              TargetFormat.WEBHOOK,
              URI.create("https://hooks.example/a"),
              "whsec_" + Base64.getEncoder().encodeToString(SECRET),
              Set.of(GateState.OPENED),
              Set.of(),
              Optional.empty()),
          () -> Instant.ofEpochSecond(1_700_000_000),
          call -> {
            calls.add(call);
            return CompletableFuture.completedFuture(Answer.none("unused"));
          });

  @Test
  void signatureCoversIdTimeAndBody() {
    // When
    channel.deliver(GateChanges.notification(GateChanges.change("g", 1, GateState.OPENED)));

    // Then
    HttpCall call = calls.get(0);
    assertThat(call.headers())
        .containsEntry("webhook-id", "g-1")
        .containsEntry("webhook-timestamp", "1700000000");
    String signed = "g-1.1700000000." + call.body();
    String expected =
        Base64.getEncoder()
            .encodeToString(new HmacUtils(HmacAlgorithms.HMAC_SHA_256, SECRET).hmac(signed));
    assertThat(call.headers()).containsEntry("webhook-signature", "v1," + expected);
  }

  @Test
  void bodyHasTypeTimeHeadlineAndGate() throws Exception {
    // When
    channel.deliver(GateChanges.notification(GateChanges.change("g", 1, GateState.OPENED)));

    // Then
    JsonNode body = new JsonMapper().readTree(calls.get(0).body());
    assertThat(body.path("type").asText()).isEqualTo("gate.opened");
    assertThat(body.path("timestamp").asText()).isEqualTo("2026-03-01T10:00:01Z");
    JsonNode data = body.path("data");
    assertThat(data.path("gate").path("headline").asText()).isEqualTo(GateChanges.ERROR);
    assertThat(data.path("gateUrl").asText()).isEqualTo("https://console.example/gates?id=g");
    assertThat(data.path("decisionUrl").isNull()).isTrue();
    assertThat(data.path("gate").path("gateId").asText()).isEqualTo("g");
    assertThat(data.path("gate").path("workflow").asText()).isEqualTo("checkout");
  }
}

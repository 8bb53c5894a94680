package dev.eddyline.console.edge;

import static dev.eddyline.app.RepeatedRequest.untilAvailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.TestTags;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.ConsoleExtension;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A proxy names the user. */
@Tag(TestTags.CONSOLE)
class SignedInIT {

  @RegisterExtension
  static final ConsoleExtension CONSOLE =
      new ConsoleExtension(
          "console-signed-in-",
          Map.of(
              "http.token", "a-token-of-some-length",
              "http.user.header", "X-User",
              "http.proxies", "127.0.0.1"));

  private final ApiClient browser =
      new ApiClient(Integer.parseInt(CONSOLE.served().address().split(":")[1]), null);

  private JsonNode task() {
    return browser.get("/api/v1/task?taskId=signed", "X-User", "alice").json();
  }

  @Test
  void signedInUserDecidesInOwnName() {
    // Given
    CONSOLE.loop("signed", 3);
    await().until(() -> task().path("openGate").isObject());
    String gateId = task().at("/openGate/gateId").textValue();
    String csrf = browser.get("/api/v1/session", "X-User", "alice").json().get("csrf").textValue();

    // When
    ApiClient.ApiResponse answer =
        untilAvailable(
            () ->
                browser.post(
                    "/api/v1/gate/decision?gateId=" + gateId,
                    """
                    {"decision":"approve","guidance":"go on","by":"somebody else"}
                    """,
                    "X-User",
                    "alice",
                    AccessGuard.CSRF_HEADER,
                    csrf),
            ApiClient.ApiResponse::status);

    // Then
    assertThat(answer.status()).as(String.valueOf(answer.json())).isEqualTo(202);
    String path = "/api/v1/gate?gateId=" + gateId;
    await().until(() -> !browser.get(path, "X-User", "alice").json().get("open").booleanValue());
    assertThat(browser.get(path, "X-User", "alice").json().get("decidedBy").textValue())
        .isEqualTo("alice");
  }
}

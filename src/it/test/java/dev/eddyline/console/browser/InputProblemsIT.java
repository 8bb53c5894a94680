package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Dead-lettered records in the console, with a real browser, a real broker and a real registry. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class InputProblemsIT {

  @RegisterExtension
  static final RunningConsole CONSOLE = new RunningConsole("problems-", Map.of());

  private static Browser browser;

  @BeforeAll
  static void publishRefusedRecords() {
    for (int i = 0; i < 3; i++) {
      AgentEvent event = JsonEvents.failure("negative-" + i, "a secret of the event");
      event.setTokens(-1L - i);
      CONSOLE.feed().send(event);
    }
    CONSOLE.feed().publishBytes(TopicRole.AGENT_EVENTS, 1, bytes("binary"), new byte[] {1, 2, 3});
    CONSOLE
        .feed()
        .publishBytes(
            TopicRole.AGENT_EVENTS,
            null,
            bytes("other-key"),
            bytes("{\"taskId\":\"json-task\",\"type\":\"failure_reported\",\"message\":\"m\"}"));
    browser = new Browser(CONSOLE);
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void refusedRecordsAreShownByCause_withTheFix() {
    // When: the overview leads to them
    browser.open("/");
    browser.until(
        "the overview counts them",
        () ->
            browser.all(".figure.warn a[href='/input-problems']").size() == 1
                && browser.text(".figures").contains("3 causes"));
    browser.awaitElement(".figure.warn a[href='/input-problems']").click();

    // Then
    browser.until("3 causes", () -> browser.all(".problems details").size() == 3);
    assertThat(browser.text("main"))
        .contains(
            "5 records of 3 causes",
            "tokens must be 0 to 1000000000000",
            "magic byte is 0x01",
            "key must");

    // When
    browser.all(".problems summary").stream()
        .filter(summary -> summary.getText().contains("3 records"))
        .findFirst()
        .orElseThrow()
        .click();

    // Then
    browser.untilText(".problems details[open]", "negative-2");
    assertThat(browser.text(".problems details[open]"))
        .contains("What to do: Correct the field", "failure_reported", "AgentEvent")
        .doesNotContain("secret of the event");
    assertThat(AxeAudit.violations(browser)).isEmpty();
    browser.saveScreenshot("input-problems-open", 1400);
    assertThat(browser.consoleErrors()).isEmpty();
  }
}

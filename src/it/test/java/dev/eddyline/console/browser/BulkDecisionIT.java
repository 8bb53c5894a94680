package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Many open gates of few causes, with a real browser, a real broker and a real registry. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class BulkDecisionIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int MOST_ACTIONS = 9;
  private static final Map<String, Integer> GATES_BY_ERROR =
      Map.of(
          "TypeError: total is undefined at cart.ts:41", 20,
          "SyntaxError: unexpected token in order.ts:7", 12,
          "AssertionError: expected 3 rows but found 2", 8);

  @RegisterExtension static final RunningConsole CONSOLE = new RunningConsole("bulk-", Map.of());

  private static Browser browser;
  private int actions;

  @BeforeAll
  static void openGates() {
    GATES_BY_ERROR.forEach(
        (error, count) -> {
          for (int attempt = 1; attempt <= 3; attempt++) {
            for (int task = 0; task < count; task++) {
              CONSOLE.feed().send(JsonEvents.failure(task(error, task), error));
            }
          }
        });
    await().atMost(LIMIT).until(() -> gatesOfThisTest() == 40);
    browser = new Browser(CONSOLE);
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  private static long gatesOfThisTest() {
    return CONSOLE.feed().gates().stream()
        .filter(gate -> gate.getTaskId().contains("Error-"))
        .count();
  }

  private static String task(String error, int number) {
    return error.substring(0, error.indexOf(':')) + "-" + number;
  }

  private void click(WebElement element) {
    actions++;
    element.click();
  }

  @Test
  void threeCausesAreDecidedWithNineActions() {
    // Given
    browser.open("/gates");
    browser.until("3 causes", () -> browser.all("details.gate").size() == 3);
    browser.until("the tab shows the gates", () -> browser.title().startsWith("(40) Gates"));
    assertThat(browser.text(".gates")).contains("20 gates", "12 gates", "8 gates");
    browser.saveScreenshot("gates-by-cause", 1400);

    // When
    decide("TypeError", "approve", true);
    decide("SyntaxError", "approve_other_agent", false);
    decide("AssertionError", "false_positive", false);

    // Then
    await().atMost(LIMIT).until(() -> gatesOfThisTest() == 80);
    browser.untilText(".gates", "No gate is open");
    assertThat(actions).isLessThanOrEqualTo(MOST_ACTIONS);
    assertDecision("TypeError", 20, Decision.APPROVE);
    assertDecision("SyntaxError", 12, Decision.APPROVE_OTHER_AGENT);
    assertDecision("AssertionError", 8, Decision.FALSE_POSITIVE);
    assertThat(browser.consoleErrors()).isEmpty();
  }

  private void decide(String error, String decision, boolean isFirst) {
    String cause = "details.gate[data-headline^='" + error + "']";
    if (browser.all(cause + "[open]").isEmpty()) {
      click(browser.awaitElement(cause + " summary"));
    }
    click(browser.awaitElement(cause + " .choice." + decision));
    if (isFirst) {
      actions++;
      browser.awaitElement(cause + " input[autocomplete=name]").sendKeys("Ada");
    }
    click(browser.awaitElement(cause + " button[type=submit]"));
    browser.untilGone(cause);
  }

  private static void assertDecision(String error, int count, Decision decision) {
    assertThat(CONSOLE.feed().gates())
        .filteredOn(gate -> gate.getTaskId().startsWith(error) && gate.getDecision() != null)
        .hasSize(count)
        .extracting(GateTrigger::getDecision)
        .containsOnly(decision);
  }

  @Test
  void keysLeadToTheNextGateAndApproveIt() {
    // Given
    CONSOLE.openGate("by-keys-1");
    CONSOLE.openGate("by-keys-2");
    browser.open("/gates?view=list&query=by-keys");
    browser.until("2 gates", () -> browser.all("details.gate").size() == 2);
    browser.tabTo("details.gate:first-child summary");

    // When
    browser.press("j");
    browser.press("a");
    browser.until(
        "the button has the focus",
        () ->
            (Boolean)
                browser.script(
                    "return document.activeElement.matches('details:last-child [type=submit]')"));
    browser.tabTo("details.gate:last-child input[autocomplete=name]");
    browser.press("Grace", Keys.ENTER);

    // Then
    browser.until("1 gate", () -> browser.all("details.gate").size() == 1);
    assertThat(CONSOLE.feed().gatesOf("by-keys-2"))
        .extracting(GateTrigger::getDecision)
        .contains(Decision.APPROVE);
    GateTrigger other = CONSOLE.feed().gatesOf("by-keys-1").get(0);
    assertThat(CONSOLE.feed().gatesOf("by-keys-1")).hasSize(1);
    // no gate remains for the other test
    CONSOLE.feed().decide("by-keys-1", JsonEvents.approval("by-keys-1", other.getGateId()));
    browser.until("no gate", () -> browser.all("details.gate").isEmpty());
  }
}

package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.TestTags;
import dev.eddyline.schema.GateTrigger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Notifications of the browser for opened gates; the browser's own part is a stub. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class NotificationsIT {

  @RegisterExtension
  static final RunningConsole CONSOLE = new RunningConsole("notifications-", Map.of());

  private Browser browser;

  @BeforeEach
  void open() {
    browser = new Browser(CONSOLE);
    browser.open("/gates");
    browser.untilText("#link", "live");
  }

  @AfterEach
  void close() {
    browser.close();
  }

  /** Replaces the browser's notifications by a list of them; a request is answered by this word. */
  private void stub(String permission) {
    browser.script(
        """
        window.sent = [];
        window.Notification = class {
          static permission = 'default';
          static async requestPermission() { return (this.permission = arguments_permission); }
          constructor(title, options) { window.sent.push([title, options.body, options.tag]); window.last = this; }
          close() {}
        };
        """
            .replace("arguments_permission", "'" + permission + "'"));
  }

  private void hide(boolean hidden) {
    browser.script(
        "Object.defineProperty(document, 'hidden', {value: arguments[0], configurable: true});"
            + "document.dispatchEvent(new Event('visibilitychange'));",
        hidden);
  }

  private List<?> sent() {
    return (List<?>) browser.script("return window.sent");
  }

  @Test
  void notifiesOfGateWhileHidden() {
    // Given
    stub("granted");
    browser.awaitElement(".notify button").click();
    browser.untilText(".notify button", "Notifying you");

    // When: a visible page
    CONSOLE.openGate("seen");
    // the title changes after the event was handled; the page may show gates of other tests
    awaitCountOfGatesInTitle();
    assertThat(sent()).isEmpty();
    hide(true);
    CONSOLE.openGate("unseen");

    // Then
    browser.until("it is notified", () -> sent().size() == 1);
    assertThat(sent().get(0).toString())
        .startsWith("[Gate opened, ")
        .contains(RunningConsole.FAILURE, "unseen");
    awaitCountOfGatesInTitle();

    // When
    hide(false);
    browser.script("window.last.onclick()");

    // Then
    browser.until("its page is shown", () -> String.valueOf(browser.address()).contains("?id="));
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @Test
  void remembersChoice() {
    // Given
    stub("granted");
    browser.awaitElement(".notify button").click();
    browser.untilText(".notify button", "Notifying you");
    assertThat(browser.script("return localStorage.getItem('eddyline-notify')")).isEqualTo("yes");
    assertThat(AxeAudit.violations(browser)).isEmpty();

    // When
    browser.awaitElement(".notify button").click();

    // Then
    browser.untilText(".notify button", "Notify me");
    assertThat(browser.script("return localStorage.getItem('eddyline-notify')")).isNull();
  }

  @Test
  void saysThatBrowserDoesNotAllowThem() {
    // Given
    stub("denied");

    // When
    browser.awaitElement(".notify button").click();

    // Then
    browser.untilText(".notify", "does not allow");
    assertThat(browser.awaitElement(".notify button").getAttribute("aria-pressed"))
        .isEqualTo("false");

    // When: an event reaches the page, whose feed pauses while it is hidden
    hide(true);
    JsonNode handled =
        browser.evaluateWithModule(
            "notify.js",
            "m.notifyOf([{kind: 'gate', state: 'opened', headline: 'h', rootTaskId: 't',"
                + " gateId: 'g'}], () => {}) ?? 'handled'");

    // Then
    assertThat(handled.textValue()).isEqualTo("handled");
    assertThat(sent()).isEmpty();
  }

  private void awaitCountOfGatesInTitle() {
    long open = CONSOLE.feed().gates().stream().map(GateTrigger::getGateId).distinct().count();
    browser.until("the title counts it", () -> browser.title().startsWith("(%d) ".formatted(open)));
  }
}

package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

/** The console in a browser, with a running processor. */
@ExtendWith(Chromium.class)
@Tag(TestTags.BROWSER)
class LiveConsoleIT {

  @RegisterExtension
  static final RunningConsole CONSOLE = new RunningConsole("live-console-", Map.of());

  private static Browser browser;

  @BeforeAll
  static void start() {
    browser = new Browser(CONSOLE);
  }

  @AfterEach
  void deleteCookies() {
    browser.script("localStorage.clear()");
    browser.consoleErrors();
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void overviewShowsNewLoopLive() {
    // Given
    browser.open("/");
    browser.untilText("#link", "live");
    String minutes = browser.awaitElement("figure.minutes.warn").getText();

    // When
    CONSOLE.fail("seen-live", 2);

    // Then
    browser.untilText(".feed", "seen-live");
    assertThat(browser.text(".feed")).contains("Loop 1: identical failure");
    browser.until("it is counted", () -> !browser.text("figure.minutes.warn").equals(minutes));
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @Test
  void approvalIsVisibleToOtherUsers() {
    // Given
    GateTrigger gate = CONSOLE.openGate("approved/by hand");
    try (Browser other = new Browser(CONSOLE)) {
      other.open(taskPage("approved/by hand"));
      other.untilText("[data-part=figures]", "Loops 2");
      browser.open("/gates?view=list");
      String form = openForm(gate);

      // When
      browser.awaitElement(form + " .choice.approve").click();
      browser.awaitElement(form + " textarea").sendKeys("look at x");
      browser.awaitElement(form + " input[autocomplete=name]").sendKeys("Ada");
      browser.awaitElement(form + " button").click();

      // Then
      browser.untilGone(card(gate));
      other.untilText("[data-part=figures]", "Loops 0");
      other.untilText("[data-part=story]", "Gate closed: approved by Ada");
      other.untilGone("form.decision");
    }
    browser.open("/gates?state=closed");
    browser.untilText("table.closed", "approved/by hand");
    assertThat(browser.text("table.closed")).contains("Ada", "look at x", "approved");
    assertThat(CONSOLE.feed().resets())
        .anySatisfy(reset -> assertThat(reset.getTaskId()).isEqualTo("approved/by hand"));
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @Test
  void rejectsGateByKeyboard() {
    // Given
    GateTrigger gate = CONSOLE.openGate("rejected by keys");
    browser.open("/gates?view=list");
    browser.awaitElement(card(gate));

    // When
    browser.tabTo(card(gate) + " summary");
    if (browser.all(card(gate) + "[open]").isEmpty()) {
      browser.press(Keys.ENTER);
    }
    browser.tabTo(card(gate) + " input[value=approve]");
    browser.press(Keys.SPACE, Keys.ARROW_DOWN, Keys.ARROW_DOWN);
    browser.tabTo(card(gate) + " textarea");
    browser.press("stop here");
    browser.tabTo(card(gate) + " input[autocomplete=name]");
    browser.press("Grace");
    browser.tabTo(card(gate) + " button");
    browser.press(Keys.ENTER);
    browser.awaitElement("dialog[open]");
    browser.tabTo("dialog button[value=yes]");
    browser.press(Keys.ENTER);

    // Then
    browser.untilGone(card(gate));
    assertThat(CONSOLE.feed().gatesOf("rejected by keys"))
        .anySatisfy(
            change -> {
              assertThat(change.getDecision()).isEqualTo(Decision.REJECT);
              assertThat(change.getGuidance()).isEqualTo("stop here");
              assertThat(change.getDecidedBy()).isEqualTo("Grace");
            });
  }

  @Test
  void unconfirmedRejectionHasNoEffect() {
    // Given
    GateTrigger gate = CONSOLE.openGate("kept open");
    browser.open("/gates?view=list");
    String form = openForm(gate);
    browser.awaitElement(form + " .choice.reject").click();
    browser.awaitElement(form + " input[autocomplete=name]").sendKeys("Ada");

    // When
    browser.awaitElement(form + " button").click();
    browser.awaitElement("dialog[open]");
    browser.press(Keys.ESCAPE);

    // Then
    browser.untilGone("dialog");
    assertThat(browser.awaitElement(form + " button").isEnabled()).isTrue();
    assertThat(CONSOLE.feed().gatesOf("kept open")).hasSize(1);
  }

  @Test
  void showsDecisionOfOtherUser() {
    // Given
    GateTrigger gate = CONSOLE.openGate("decided by two");
    browser.open("/gates?view=list");
    browser.awaitElement(openForm(gate) + " textarea").sendKeys("I was about to");
    try (Browser other = new Browser(CONSOLE)) {
      other.open(taskPage("decided by two"));
      other.awaitElement("form.decision .choice.false_positive").click();
      other.awaitElement("form.decision input[autocomplete=name]").sendKeys("Grace");

      // When
      other.awaitElement("form.decision button").click();

      // Then
      browser.untilText("[data-notice=gate]", "decided by two is closed: false positive by Grace");
      browser.untilGone(card(gate));
    }
  }

  @Test
  void showsMarkupIdsAsText() {
    // Given
    String task =
        "<script>document.title='run'</script><img src=x onerror=\"title='run'\">/a b?&#%";
    CONSOLE.openGate(task);

    // When
    browser.open("/");
    browser.untilText(".feed", "<script>");
    browser.open("/tasks");
    browser.untilText("table.tasks", "<script>");
    browser.open(taskPage(task));
    browser.untilText("[data-part=story]", "Loop 2");

    // Then
    assertThat(browser.text("h1")).isEqualTo(task);
    assertThat(browser.title()).contains(") <script>");
    assertThat(browser.all("#main script, #main img, #injected")).isEmpty();
    assertThat(browser.text("main")).contains("<b id='injected'>");
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @Test
  void explainsEachEventOfATask() {
    // Given
    CONSOLE.fail("explained", 2);
    browser.until("a verdict", () -> !CONSOLE.feed().verdictsOf("explained").isEmpty());
    browser.open(taskPage("explained"));
    browser.untilText("[data-part=story]", "Loop 1");
    String place = "[data-part=explanation]";
    assertThat(browser.all(place + " table")).isEmpty();

    // When
    browser.tabTo(place + " button");
    browser.press(Keys.ENTER);

    // Then
    browser.untilText(place + " [role=status]", "Events with a verdict: 1");
    assertThat(browser.all(place + " tbody tr")).hasSize(2);
    assertThat(browser.text(place + " tbody"))
        .contains("failure reported", "<b id='injected'>", "identical failure 1 of 2")
        .contains("verdict identical_failure");
    assertThat(browser.script("return document.activeElement.dataset.key")).isEqualTo("explain");
    assertThat(browser.all("#injected")).isEmpty();
    assertThat(AxeAudit.violations(browser)).isEmpty();
    browser.saveScreenshot("explanation", 1400);
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @Test
  void opensPageOfTaskWithLongestId() {
    // Given: longer ones are refused
    String task = "long/" + "ä".repeat(1_019);
    CONSOLE.openGate(task);

    // When
    browser.open("/tasks");
    browser.awaitElement(".filters input[name=query]").sendKeys("long/");
    browser.untilText(".page-head", "1 task");
    browser.awaitElement("table.tasks a.id").click();

    // Then
    browser.untilText("[data-part=figures]", "Loops 2");
    assertThat(browser.awaitElement("h1").getAttribute("textContent")).isEqualTo(task);
    assertThat((Boolean) browser.script("return document.body.scrollWidth <= innerWidth")).isTrue();

    // When
    browser.open(taskPage("ä".repeat(5_000)));

    // Then
    browser.untilText("main", "Unknown task");
  }

  @Test
  void reconnectsAfterServerRestart() throws Exception {
    // Given
    browser.open("/");
    browser.untilText("#link", "live");
    browser.awaitElement(".figures");

    // When
    CONSOLE.stopServing();
    try {
      browser.untilText("#link", "stale since");
      browser.untilText("[data-notice=stale]", "no connection");
      browser.script("document.querySelector('header nav a[href=\"/\"]').click()");
      browser.untilText("[data-notice=server]", "Trying again");
      assertThat(browser.text(".figures")).contains("Looping");
    } finally {
      CONSOLE.serve();
    }

    // Then
    browser.untilGone("[data-notice=server]");
    browser.untilText("#link", "live");
    browser.untilGone("[data-notice=stale]");
    CONSOLE.fail("after the pause", 2);
    browser.untilText(".feed", "after the pause");
  }

  /** Selector of an open gate's form, unfolded. */
  private String openForm(GateTrigger gate) {
    browser.awaitElement(card(gate));
    if (browser.all(card(gate) + "[open]").isEmpty()) {
      browser.awaitElement(card(gate) + " summary").click();
    }
    return card(gate) + " form.decision";
  }

  private static String card(GateTrigger gate) {
    return "details[data-gate='%s']".formatted(gate.getGateId());
  }

  private static String taskPage(String task) {
    return "/task?id=" + URLEncoder.encode(task, StandardCharsets.UTF_8);
  }
}

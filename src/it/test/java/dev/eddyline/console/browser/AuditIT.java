package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.signing.DecisionLinks;
import dev.eddyline.signing.SigningKeys;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

/** The page of the audit, after decisions in the console, by link and over Kafka. */
@ExtendWith(Chromium.class)
@Tag(TestTags.BROWSER)
class AuditIT {

  private static final Map<String, String> SETTINGS =
      Map.of(Setting.SIGNING_SECRET.key(), "a-secret-of-this-console-and-notifier");

  @RegisterExtension static final RunningConsole CONSOLE = new RunningConsole("audit-", SETTINGS);

  private static Browser browser;

  @BeforeAll
  static void decideGates() {
    CONSOLE
        .feed()
        .put("build", "name: ours\nextends: default\nworkflow: build\ngate: {loops: 5}\n");
    CONSOLE.feed().put("docs", "name: wrong\nextends: default\ngate: {loops: 0}\n");
    browser = new Browser(CONSOLE);
    GateTrigger inConsole = CONSOLE.openGate("approved in the console");
    browser.open("/gates?id=" + encoded(inConsole.getGateId()));
    decide("approve", "=Ada");
    browser.untilText("main", "This gate is closed");
    GateTrigger byLink = CONSOLE.openGate("rejected/by link");
    browser.open("/decide?" + link(byLink.getGateId()));
    decide("false_positive", "Grace");
    await().until(() -> CONSOLE.feed().gatesOf("rejected/by link").size() == 2);
    CONSOLE
        .feed()
        .decide(
            "approved in the console",
            JsonEvents.json(
                "{\"taskId\":\"approved in the console\",\"gateId\":\"%s\",\"type\":\"human_intervened\",\"decision\":\"reject\",\"guidance\":\"\",\"by\":\"Mallory\"}"
                    .formatted(inConsole.getGateId())));
    await().until(() -> CONSOLE.feed().receipts().size() == 3);
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String link(String gateId) {
    SigningKeys keys = SigningKeys.of(Settings.mergeLayers(null, Map.of(), SETTINGS));
    return new DecisionLinks(keys)
        .query(
            new DecisionLinks.Link(
                gateId, "on-call", Instant.now().plusSeconds(3_600).getEpochSecond()));
  }

  private static void decide(String choice, String by) {
    browser.awaitElement("form.decision .choice." + choice).click();
    browser.awaitElement("form.decision input[autocomplete=name]").clear();
    browser.awaitElement("form.decision input[autocomplete=name]").sendKeys(by);
    browser.awaitElement("form.decision button[type=submit]").click();
  }

  private static int rows() {
    return browser.all("table.audit tbody tr").size();
  }

  @Test
  void showsWhoDecidedWhatAndFromWhere() {
    // When
    browser.open("/audit");
    browser.until("three decisions are shown", () -> rows() == 3);

    // Then
    assertThat(browser.text("table.audit tbody tr[data-outcome=refused]"))
        .contains("Mallory", "claimed", "refused", "decided already");
    assertThat(browser.text("table.audit tbody"))
        .contains(
            "=Ada",
            "127.0.0.1",
            "Grace (by link of on-call)",
            "link of on-call",
            "signed by the console");
    browser.untilText("[aria-labelledby=config-changes]", "rejected");
    assertThat(browser.text("[aria-labelledby=config-changes]")).contains("build", "docs");
    assertThat(browser.consoleErrors()).isEmpty();

    // When
    browser.awaitElement("table.audit tr[data-outcome=refused] th a").click();

    // Then
    browser.untilText("h1", "approved in the console");
    browser.open("/audit");
    browser.awaitElement("table.audit td[data-name=Gate] a").click();
    browser.untilText("main", "This gate is closed");
  }

  @Test
  void filtersAreInTheAddressAndInTheExport() {
    // Given
    browser.open("/audit");
    browser.until("three decisions are shown", () -> rows() == 3);

    // When: by keyboard only
    browser.tabTo("main input[name=by]");
    browser.press("ADA");
    browser.until("one decision is shown", () -> rows() == 1);

    // Then
    assertThat(browser.address().getQuery()).isEqualTo("by=ADA");
    browser.tabTo("main .exports a");
    assertThat(download("csv")).contains(",'=Ada,true,").doesNotContain("Grace");
    assertThat(download("jsonl")).contains("\"by\":\"=Ada\"").doesNotContain("Grace");

    // When
    browser.open("/audit?outcome=refused");

    // Then
    browser.until("the refused one is shown", () -> rows() == 1);
    assertThat(browser.text("table.audit")).contains("Mallory");

    // When
    browser.open("/audit?to=1000");
    browser.untilText("main", "No decision matches");
    browser.tabTo("main .empty a");
    browser.press(Keys.ENTER);

    // Then
    browser.until("all are shown again", () -> rows() == 3);
    assertThat(browser.awaitElement("main input[name=to]").getAttribute("value")).isEmpty();
  }

  private static String download(String format) {
    return (String)
        browser.asyncScript(
            "const answer = arguments[arguments.length - 1];"
                + "const link = [...document.querySelectorAll('.exports a')].find((it) =>"
                + " it.href.includes('format=%s'));".formatted(format)
                + "fetch(link.href).then((it) => it.text()).then(answer, (e) => answer(String(e)));");
  }

  @Test
  void isAccessibleInEveryWidthAndTheme() {
    for (int width : new int[] {360, 1400, 1920}) {
      for (boolean isDark : new boolean[] {false, true}) {
        // Given
        String look = (isDark ? "dark-" : "light-") + width;
        browser.setDarkMode(isDark);
        browser.resizeWindow(width, 900);

        // When
        browser.open("/audit");
        browser.until("three decisions are shown", () -> rows() == 3);
        browser.untilText("[aria-labelledby=config-changes]", "docs");
        browser.untilText("#link", "live");

        // Then
        browser.saveScreenshot("audit-" + look, width);
        assertThat(AxeAudit.violations(browser)).as(look).isEmpty();
        assertThat(
                (Boolean)
                    browser.script("return document.documentElement.scrollWidth <= innerWidth"))
            .as("width of %s", look)
            .isTrue();
      }
    }
    browser.resizeWindow(1440, 900);
    browser.setDarkMode(false);
  }
}

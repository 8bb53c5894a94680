package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** Patterns of three causes: read, previewed and muted with a real broker and registry. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PatternsIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String TYPE_ERROR = "TypeError: total is undefined at cart.ts:41";
  private static final String SYNTAX_ERROR = "SyntaxError: unexpected token in order.ts:7";
  private static final String TIMEOUT = "AssertionError: <b id='injected'>3 rows</b> expected";
  private static final String TYPE_PATTERN = "details[data-headline^='TypeError']";

  @RegisterExtension
  static final RunningConsole CONSOLE = new RunningConsole("patterns-", Map.of());

  private static Browser browser;

  @BeforeAll
  static void openGates() {
    loops("build", "type", 4, TYPE_ERROR);
    loops("build", "syntax", 2, SYNTAX_ERROR);
    loops("deploy", "assert", 3, TIMEOUT);
    await().atMost(LIMIT).until(() -> CONSOLE.feed().gates().size() == 9);
    String decided = CONSOLE.feed().newestGateIdOf("type-0");
    CONSOLE
        .feed()
        .decide(
            "type-0",
            JsonEvents.json(
                "{\"taskId\":\"type-0\",\"gateId\":\"%s\",\"type\":\"human_intervened\",\"decision\":\"approve\",\"guidance\":\"mock the session store\",\"by\":\"lead\"}"
                    .formatted(decided)));
    await().atMost(LIMIT).until(() -> CONSOLE.feed().gatesOf("type-0").size() == 2);
    browser = new Browser(CONSOLE);
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  private static void loops(String workflow, String name, int tasks, String error) {
    for (int attempt = 0; attempt < 3; attempt++) {
      for (int task = 0; task < tasks; task++) {
        CONSOLE.feed().send(failure(workflow, name + "-" + task, error));
      }
    }
  }

  private static AgentEvent failure(String workflow, String task, String error) {
    AgentEvent event = JsonEvents.failure("task", error);
    event.setTaskId(task);
    event.setWorkflow(workflow);
    return event;
  }

  @Test
  @Order(1)
  void overviewNamesPatternsAndLeadsToThem() {
    // Given
    browser.open("/");
    browser.untilText("section[aria-labelledby=patterns]", TYPE_ERROR);
    assertThat(browser.text("section[aria-labelledby=patterns]"))
        .contains(SYNTAX_ERROR, TIMEOUT)
        .doesNotContain("error message match");

    // When
    browser.awaitElement("section[aria-labelledby=patterns] tbody a").click();

    // Then
    browser.awaitElement(TYPE_PATTERN + "[open]");
    assertThat(browser.all("details.gate")).hasSize(1);
    assertThat(browser.text(TYPE_PATTERN))
        .contains("4 tasks", "build", "mock the session store", "1 gate", "not known yet");
  }

  @ParameterizedTest
  @Order(2)
  @CsvSource({"360, light", "360, dark", "1400, light", "1400, dark", "1920, light", "1920, dark"})
  void pageIsAccessible(int width, String theme) {
    // Given
    browser.setDarkMode(theme.equals("dark"));
    browser.resizeWindow(width, 900);
    browser.open("/patterns");
    browser.until("3 patterns", () -> browser.all("details.gate").size() == 3);
    browser.untilText("#link", "live");

    // When
    browser.awaitElement(TYPE_PATTERN + " .policy-draft button").click();
    browser.until("the draft is loaded", () -> draft().contains("enabled: false"));

    // Then
    browser.saveScreenshot("patterns-%s-%d".formatted(theme, width), width);
    assertThat(AxeAudit.violations(browser)).as("%s %d", theme, width).isEmpty();
    assertThat(
            (Boolean) browser.script("return document.documentElement.scrollWidth <= innerWidth"))
        .isTrue();
    assertThat(browser.all("#injected")).isEmpty();
    assertThat(browser.consoleErrors()).isEmpty();
  }

  private static String draft() {
    return (String)
        browser.script("return document.querySelector('form.draft textarea')?.value ?? ''");
  }

  @Test
  @Order(3)
  void mutedLoopOpensNoGate() {
    // Given
    browser.setDarkMode(false);
    browser.resizeWindow(1400, 900);
    browser.open("/patterns?workflow=build&sort=count");
    browser.until("2 patterns", () -> browser.all("details.gate").size() == 2);
    browser.tabTo(TYPE_PATTERN + " .policy-draft button");
    browser.press(Keys.ENTER);
    browser.until("the draft is loaded", () -> draft().contains("enabled: false"));

    // When
    browser.awaitElement("form.draft .buttons button[type=button]").click();

    // Then
    // two topologies start, which takes long on a busy machine
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> assertThat(browser.text("form.draft")).contains("6 tasks with another outcome"));
    assertThat(browser.text(".effect"))
        .contains("18 events of 6 tasks", "identical failure", "6 → 0", "syntax-1")
        .doesNotContain("assert-0", "type-9");
    assertThat(AxeAudit.violations(browser)).isEmpty();
    browser.saveScreenshot("patterns-preview", 1400);

    // When
    browser.tabTo("form.draft button[type=submit]");
    browser.press(Keys.ENTER);
    browser.untilText(".pending", "In force: build, version");
    browser.saveScreenshot("patterns-in-force", 1400);
    loops("build", "type-after", 1, TYPE_ERROR);
    AgentEvent last = failure("build", "type-after-0", TYPE_ERROR);
    last.setReplyRequested(true);
    CONSOLE.feed().send(last);
    loops("deploy", "assert-after", 1, TIMEOUT);

    // Then
    await().atMost(LIMIT).until(() -> !CONSOLE.feed().verdictsOf("type-after-0").isEmpty());
    await().atMost(LIMIT).until(() -> !CONSOLE.feed().gatesOf("assert-after-0").isEmpty());
    assertThat(CONSOLE.feed().verdictsOf("type-after-0"))
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.OK);
    List<GateTrigger> gates = CONSOLE.feed().gatesOf("type-after-0");
    assertThat(gates).isEmpty();
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @Test
  @Order(4)
  void staleDraftIsRejected() {
    // Given
    browser.open("/patterns?query=AssertionError");
    browser.awaitElement(".policy-draft button").click();
    browser.until("the draft is loaded", () -> draft().contains("enabled: false"));
    CONSOLE.feed().put("deploy", "name: other\nextends: default\n");
    await()
        .atMost(LIMIT)
        .until(
            () ->
                browser
                    .asyncScript(
                        "fetch('/api/v1/policies').then(it => it.text()).then(arguments[0])")
                    .toString()
                    .contains("name: other"));

    // When
    browser.awaitElement("form.draft button[type=submit]").click();

    // Then
    browser.untilText("form.draft .problem", "the policy was changed meanwhile");
    assertThat(draft()).contains("enabled: false");
  }
}

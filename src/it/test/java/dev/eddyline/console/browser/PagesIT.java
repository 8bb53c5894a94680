package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicRole;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every page after the demo stories, light and dark, of three widths: accessible, without external
 * sources.
 */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class PagesIT {

  @RegisterExtension static final RunningConsole CONSOLE = new RunningConsole("pages-", Map.of());

  private static final int BROAD = 1920;
  private static final int WIDE = 1400;
  private static final int NARROW = 360;
  private static final List<String> STORIES =
      List.of("judge-worker", "graph", "failures", "phases", "autopilot");

  private static Browser browser;

  @BeforeAll
  static void setUpDemoStoriesAndBrowser() throws IOException {
    CONSOLE
        .feed()
        .put("build", "name: ours\nextends: default\nworkflow: build\ngate: {loops: 5}\n");
    CONSOLE.feed().put("docs", "name: wrong\nextends: default\ngate: {loops: 0}\n");
    for (String story : STORIES) {
      publishStory(story);
    }
    CONSOLE
        .feed()
        .publishBytes(TopicRole.AGENT_EVENTS, null, new byte[] {'x'}, new byte[] {1, 2, 3});
    CONSOLE.fail("rejected-task", 3);
    CONSOLE.fail("approved-task", 3);
    decide("approved-task", "approve");
    decide("rejected-task", "reject");
    await("the last decision").until(() -> CONSOLE.feed().gatesOf("rejected-task").size() > 1);
    browser = new Browser(CONSOLE);
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "overview, /, .heat",
    "tasks, /tasks, table.tasks",
    "task, /task?id=story-phases, .graph svg",
    "task-decided, /task?id=approved-task, .strip",
    "gates, /gates, form.decision",
    "gates-list, /gates?view=list, form.decision",
    "gates-closed, /gates?state=closed, table.closed",
    "graphs, /graphs, main .empty",
    "patterns, /patterns, .resolved",
    "policies, /policies, .refused",
    "audit, /audit, table.audit",
    "input-problems, /input-problems, .problems summary",
  })
  void pagesAreAccessible(String name, String path, String ready) {
    for (ThemeAndWidth look : ThemeAndWidth.values()) {
      // Given
      browser.setDarkMode(look.name().endsWith("DARK"));
      browser.resizeWindow(look.width, 900);

      // When
      browser.open(path);
      browser.awaitElement(ready);
      browser.untilText("#link", "live");
      browser.untilGone(".skeleton");

      // Then
      browser.saveScreenshot(name + "-" + look.name().toLowerCase(Locale.ROOT), look.width);
      assertThat(AxeAudit.violations(browser)).as("%s %s", name, look).isEmpty();
      assertThat(
              (Boolean) browser.script("return document.documentElement.scrollWidth <= innerWidth"))
          .as("width of %s %s", name, look)
          .isTrue();
      assertThat(browser.all("h1")).hasSize(1);
      assertThat(browser.consoleErrors()).as("%s %s", name, look).isEmpty();
    }
    assertThat(browser.requestedUrls())
        .filteredOn(address -> !address.startsWith("data:"))
        .extracting(address -> URI.create(address.split("\\?")[0]).getAuthority())
        .containsOnly(URI.create(CONSOLE.address()).getAuthority());
  }

  @ParameterizedTest
  @CsvSource({"dark, light", "light, dark"})
  void themeButtonOverridesSystem(String system, String chosen) {
    // Given
    browser.resizeWindow(WIDE, 900);
    browser.setDarkMode(system.equals("dark"));
    browser.open("/policies");

    // When
    browser.until(
        "the theme is " + chosen,
        () -> {
          browser.awaitElement("#theme").click();
          return chosen.equals(browser.script("return document.documentElement.dataset.theme"));
        });
    Object before =
        browser.script("return getComputedStyle(document.documentElement).backgroundColor");
    browser.open("/policies");

    // Then
    assertThat(browser.script("return document.documentElement.dataset.theme")).isEqualTo(chosen);
    assertThat(browser.script("return getComputedStyle(document.documentElement).backgroundColor"))
        .isEqualTo(before);
    browser.script("localStorage.clear()");
  }

  private static void publishStory(String story) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    PagesIT.class.getResourceAsStream("/stories/" + story + ".jsonl")),
                StandardCharsets.UTF_8))) {
      // other tests cover what follows a decision
      lines
          .lines()
          .takeWhile(line -> !line.contains("human_intervened"))
          .forEach(line -> CONSOLE.feed().send(JsonEvents.json(line)));
    }
  }

  private static void decide(String task, String decision) {
    await("a gate of " + task).until(() -> !CONSOLE.feed().gatesOf(task).isEmpty());
    GateTrigger gate = CONSOLE.feed().gatesOf(task).get(0);
    CONSOLE
        .feed()
        .decide(
            task,
            JsonEvents.json(
                "{\"taskId\":\"%s\",\"gateId\":\"%s\",\"type\":\"human_intervened\",\"decision\":\"%s\",\"guidance\":\"mock the session store\",\"by\":\"lead\"}"
                    .formatted(task, gate.getGateId(), decision)));
  }

  /** Theme and width of a page. */
  private enum ThemeAndWidth {
    LIGHT(WIDE),
    DARK(WIDE),
    BROAD_LIGHT(BROAD),
    BROAD_DARK(BROAD),
    NARROW_LIGHT(NARROW),
    NARROW_DARK(NARROW);

    private final int width;

    ThemeAndWidth(int width) {
      this.width = width;
    }
  }
}

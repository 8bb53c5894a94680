package dev.eddyline.console.browser;

import static dev.eddyline.console.browser.TaskFixture.action;
import static dev.eddyline.console.browser.TaskFixture.reset;
import static dev.eddyline.console.browser.TaskFixture.task;
import static dev.eddyline.console.browser.TaskFixture.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** A task's timeline: its times, folded entries, zoom, and thousands of entries. */
@ExtendWith(Chromium.class)
@Tag(TestTags.BROWSER)
class TimelineIT {

  private static final String STORY = "[data-part=story]";
  private static final String ENTRIES = STORY + " > .timeline > div > .story > .entry";
  private static final int LONG_STORY = 6_000;

  private static FakeApi api;
  private static Browser browser;

  @BeforeAll
  static void start() {
    api = new FakeApi();
    browser = new Browser(api.address());
  }

  @BeforeEach
  void resetApi() {
    api.reset();
    browser.consoleErrors();
  }

  @AfterAll
  static void end() {
    browser.close();
    api.close();
  }

  private static void open(List<String> story, String... fields) {
    api.stubResponse("task", 200, task(story, fields));
    browser.open("/task?id=T1");
    browser.awaitElement(STORY + " .story");
  }

  private static void zoom(String step) {
    browser.awaitElement(".zoom button[data-step=%s]".formatted(step)).click();
  }

  @Test
  void foldsEqualNeighbours() {
    // Given
    open(
        List.of(
            action(0, "a calls test"),
            action(1, "a calls test"),
            action(2, "a calls test"),
            verdict(3, "one", 1, 0),
            verdict(4, "one", 2, 0),
            verdict(5, "other", 3, 0)));

    // Then
    assertThat(browser.all(ENTRIES)).hasSize(3);
    assertThat(browser.text(STORY + " .entry.action")).contains("a calls test", "× 3");
    assertThat(browser.text(STORY + " .entry.verdict")).contains("Loop 2", "× 2");

    // When
    browser.awaitElement(STORY + " .repeated.verdict details summary").click();

    // Then
    browser.untilText(STORY + " .repeated.verdict .inner", "Loop 1");
    assertThat(browser.all(STORY + " .repeated.verdict .inner > .entry")).hasSize(2);

    // When: another entry arrives
    api.stubResponse(
        "task",
        200,
        task(
            List.of(
                verdict(3, "one", 1, 0), verdict(4, "one", 2, 0), action(9, "a calls another"))));
    browser.script(
        """
        const same = document.createElement('a');
        same.href = location.href;
        document.querySelector('.crumb').append(same);
        same.click();
        """);

    // Then
    browser.untilText(STORY, "a calls another");
    browser.untilText(STORY + " .repeated.verdict .inner", "Loop 1");
    assertThat(AxeAudit.violations(browser)).isEmpty();
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @Test
  void labelsEventTimeAndProcessingTime() {
    // When
    open(List.of(verdict(0, "one", 1, 0), verdict(100, "two", 2, 600)));

    // Then
    assertThat(browser.text("#story + .muted")).isEqualTo("oldest first, by event time");
    assertThat(browser.text("[data-part=figures]")).contains("event time");
    assertThat(browser.text(STORY + " .entry:first-child .when")).doesNotContain("processed");
    assertThat(browser.text(STORY + " .entry:last-child .when")).contains("processed");
    assertThat(browser.all(STORY + " .entry:last-child time").get(1).getAttribute("title"))
        .startsWith("Processing time: ");
    assertThat(browser.text(STORY + " .evidence summary"))
        .isEqualTo("Evidence: 1 event, by event time");
  }

  @Test
  void gateLabelsProcessingTimeOfOpening() {
    // When
    open(
        List.of(verdict(0, "one", 1, 0)),
        "'openGate':{'gateId':'g','rootTaskId':'T1','taskId':'T1','loopType':'custom','headline':'h',"
            + "'reason':'r','loopCount':3,'attempts':3,'action':'escalate','target':'user',"
            + "'text':'Stop here. Ask a person.','agentId':'a','openedAt':1,"
            + "'evidence':[{'what':'e','at':1}],'tried':[],'similar':[],'cost':null,'pending':null,"
            + "'traceId':null}",
        "'leaderContext':{'current':{'loopType':'custom','action':'escalate','target':'user'},"
            + "'history':[],'suggestion':'Stop here.'}");

    // Then
    assertThat(browser.text(".gate-facts .facts")).contains("Opened (processing time)");
    assertThat(browser.text(".gate-facts .evidence")).contains("by event time");
    assertThat(browser.text("[data-part=leader]"))
        .contains("escalate → user")
        .doesNotContain("Stop here.");
  }

  @Test
  void namesCompletionAndOmitsIdleResets() {
    // When
    open(
        List.of(
            reset(0, "Human intervention", 0),
            action(1, "a calls test"),
            reset(2, "Human intervention", 3),
            reset(3, "Task completed successfully", 0)),
        "'ladder':[{'loopId':'l','loopType':null,'answered':null,'target':null,'count':1,'reason':null}]");

    // Then
    assertThat(browser.text(STORY))
        .contains("Counter reset from 3", "Task completed")
        .doesNotContain("from 0");
    assertThat(browser.all(STORY + " .entry.reset")).hasSize(2);
    assertThat(browser.text("[data-part=ladder]"))
        .isEqualTo("other loop covered by the verdict on another loop × 1");
    assertThat(browser.text("[data-part=figures]")).contains("none reported");
  }

  @Test
  void linksVerdictsToTraces() {
    // Given
    api.stubResponse(
        "session",
        200,
        "{'user':'ada','token':null,'roles':['view'],'workflows':[],'taskPrefix':'','csrf':'c',"
            + "'requiresToken':false,'traceUrl':'https://tracing.example/trace/{traceId}?from={traceId}'}");

    // When
    open(List.of(verdict(0, "one", 1, 0)));

    // Then
    assertThat(browser.awaitElement("a.trace").getAttribute("href"))
        .isEqualTo("https://tracing.example/trace/%032x?from=%032x".formatted(1, 1));
    assertThat(browser.awaitElement("a.trace").getAttribute("rel"))
        .isEqualTo("noopener noreferrer");

    // When
    api.reset();
    open(List.of(verdict(0, "one", 1, 0)));

    // Then
    assertThat(browser.all("a.trace")).isEmpty();
  }

  @Test
  void zoomsByButtonsAndKeys() {
    // Given
    open(TaskFixture.longStory(60));
    assertThat(browser.text(".zoom p")).isEqualTo("60 entries");

    // When
    zoom("in");

    // Then
    browser.untilText(".zoom p", "29 of 60 entries");
    assertThat(browser.text(STORY)).doesNotContain("Loop 1 ").contains("Loop 9 ");

    // When
    zoom("earlier");

    // Then
    browser.untilText(STORY, "Loop 1 ");

    // When: the keys of the picture
    zoom("all");
    browser.script("document.querySelector('.zoom').focus()");
    browser.press("+", "+", Keys.ARROW_RIGHT);

    // Then
    browser.untilText(".zoom p", "15 of 60 entries");
    assertThat(browser.script("return document.activeElement.className")).isEqualTo("zoom");
    browser.saveScreenshot("timeline-zoomed", 1400);
    assertThat(AxeAudit.violations(browser)).isEmpty();

    // When
    browser.press("0");

    // Then
    browser.untilText(".zoom p", "60 entries");
    assertThat(browser.awaitElement(".zoom [data-step=out]").getAttribute("aria-disabled"))
        .isEqualTo("true");
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @Test
  void longStoryIsDrawnInParts() {
    // Given
    api.stubResponse("task", 200, task(TaskFixture.longStory(LONG_STORY)));
    browser.open("/task?id=T1");
    browser.untilText(".zoom p", "6,000 entries");

    // Then
    assertThat((Long) browser.script("return document.querySelectorAll('*').length"))
        .as("elements, independent of the number of entries")
        .isLessThan(6_000);
    assertThat(browser.text(STORY)).contains("earlier lines");

    // When
    int before = browser.all(ENTRIES).size();
    browser.awaitElement("[data-key='earlier lines']").click();

    // Then
    browser.until("twice as many lines", () -> browser.all(ENTRIES).size() == 2 * before);
    assertThat(browser.consoleErrors()).isEmpty();
  }
}

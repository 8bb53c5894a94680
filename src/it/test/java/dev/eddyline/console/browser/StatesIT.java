package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages while they load, without content, and after errors. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class StatesIT {

  private static final String NO_ITEMS = "{'items':[],'next':null,'total':0}";
  static final String NO_POLICIES = "{'inForce':[],'refused':[]}";
  private static final String QUIET =
      "{'at':1,'caughtUp':%s,'since':1,'tasks':{'active':null,'looping':0,'held':0},'perMinute':[],"
          + "'gates':{'open':0,'oldestOpenedAt':null,'byAge':[]},'cost':{'tokens':0,'usd':0,'millis':0},"
          + "'byType':[],'heat':{'agents':[],'loopTypes':[],'counts':[]},"
          + "'decisions':{'count':0,'falsePositives':0,'medianMillis':null},'patterns':[]}";
  private static final String TASK =
      "{'taskId':'T1','rootTaskId':'T1','workflow':null,'state':'quiet','known':%s,'loopCount':0,"
          + "'attempts':null,'epoch':null,'startedAt':null,'lastAt':null,"
          + "'cost':{'tokens':0,'usd':0,'millis':null},'ladder':[],'steps':[],"
          + "'transitions':{'nodes':[],'edges':[]},'story':[],'leaderContext':null,'openGate':null,"
          + "'answeredBy':'here','stale':%s%s}";

  private static final String HELD =
      TASK.formatted("true", "false", "")
          .replace(
              "'openGate':null",
              "'openGate':{'gateId':'g','rootTaskId':'T1','taskId':'T1','loopType':'custom',"
                  + "'reason':'r','loopCount':3,'attempts':3,'action':'escalate','target':'user',"
                  + "'text':'','agentId':'a','openedAt':1,'evidence':[],'tried':[],'similar':[],"
                  + "'cost':null,'pending':null}");

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

  private static String body(String page) {
    return switch (page) {
      case "overview" -> QUIET.formatted("true");
      case "policies" -> NO_POLICIES;
      case "audit" -> "{'items':[],'next':null,'readBackTo':null}";
      case "task" -> TASK.formatted("true", "false", "");
      case "gates/causes" -> "{'causes':[],'total':0,'gates':0}";
      default -> NO_ITEMS;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "/, overview, No gate is open",
    "/tasks, tasks, No task has looped yet",
    "/task?id=T1, task, No timeline",
    "/patterns, patterns, A pattern groups similar loops",
    "/policies, policies, No policy was rejected",
    "/audit, audit, Nothing was decided",
  })
  void showsLoadingThenEmpty(String path, String resource, String nothing) {
    // Given
    api.stubDelayedResponse(resource, body(resource));

    // When
    browser.open(path);

    // Then
    browser.awaitElement(".skeleton");
    assertThat(browser.all("[aria-busy=true]")).isNotEmpty();

    // When
    api.sendDelayedResponse(resource);

    // Then
    browser.untilText("main", nothing);
    browser.untilGone(".skeleton");
    assertThat(AxeAudit.violations(browser)).isEmpty();
    browser.saveScreenshot("empty-" + resource, 1440);
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/, overview, .figures",
    "/tasks, tasks, main .empty:not(.failed)",
    "/task?id=T1, task, .figures",
    "/gates, gates/causes, main .empty:not(.failed)",
    "/gates?view=list, gates, main .empty:not(.failed)",
    "/patterns, patterns, main .empty:not(.failed)",
    "/policies, policies, #refused",
    "/audit, audit, main .empty:not(.failed)",
  })
  void showsErrorAndRetries(String path, String resource, String whole) {
    // Given
    api.stubResponse(resource, 500, "{'error':'the broker does not answer'}");

    // When
    browser.open(path);

    // Then
    browser.untilText("main .failed", "The broker does not answer");
    browser.untilText("[data-notice=server]", "Trying again in");
    assertThat(AxeAudit.violations(browser)).isEmpty();
    browser.saveScreenshot("error-" + resource.replace('/', '-'), 1440);

    // When
    api.stubResponse(resource, 200, body(resource));

    // Then
    browser.awaitElement(whole);
    browser.untilGone("[data-notice=server]");
  }

  @Test
  void saysSinceWhenItIsStale_whileTheInstanceDoesNotWork() {
    // Given
    api.stubResponse("overview", 200, body("overview"));
    api.stubFeedState(
        "{'caughtUp':true,'staleSince':1760000000000,'obstacles':['Kafka','canary']}");

    // When
    browser.open("/");

    // Then
    browser.untilText("#link", "stale since");
    browser.untilText("[data-notice=stale]", "Kafka, canary");
    assertThat(AxeAudit.violations(browser)).isEmpty();
    browser.saveScreenshot("stale", 1440);

    // When
    api.stubFeedState("{'caughtUp':true,'obstacles':[]}");
    browser.open("/");

    // Then
    browser.untilText("#link", "live");
    browser.untilGone("[data-notice=stale]");
  }

  @Test
  void showsIncompleteFiguresDuringCatchUp() {
    // Given
    api.stubResponse("overview", 200, QUIET.formatted("false"));

    // When
    browser.open("/");

    // Then
    browser.untilText("[data-notice=view]", "not complete yet");
    browser.saveScreenshot("not-caught-up", 1440);

    // When
    api.stubResponse("overview", 200, QUIET.formatted("true"));
    browser.awaitElement("header nav a[href='/']").click();

    // Then
    browser.untilGone("[data-notice=view]");
  }

  @Test
  void saysThatHooksWereNotEvaluated() {
    // Given
    String quiet = QUIET.formatted("true");
    api.stubResponse(
        "overview",
        200,
        quiet.substring(0, quiet.length() - 1)
            + ",'blindHooks':[{'tool':'codex','outcome':'no_result','count':12}]}");

    // When
    browser.open("/");

    // Then
    browser.untilText("[data-notice=hooks]", "codex: no result (12)");

    // When
    api.stubResponse("overview", 200, quiet);
    browser.awaitElement("header nav a[href='/']").click();

    // Then
    browser.untilGone("[data-notice=hooks]");
  }

  @Test
  void retriesTaskDuringRestore() {
    // Given
    api.stubResponse(
        "task",
        503,
        "{'error':'The partition of this task is being restored.','retryAfterSeconds':1}");

    // When
    browser.open("/task?id=T1");

    // Then
    browser.untilText("[data-notice=task]", "is being restored. Trying again in 1 s.");
    browser.saveScreenshot("restoring", 1440);

    // When
    api.stubResponse(
        "task", 200, TASK.formatted("false", "false", ",'obstacle':'Its partition moves.'"));

    // Then
    browser.untilText("[data-notice=task]", "Its partition moves. Published outputs are shown.");

    // When
    api.stubResponse("task", 200, TASK.formatted("true", "true", ""));
    browser.open("/task?id=T1");

    // Then
    browser.untilText("[data-notice=task]", "A standby replica answers");
  }

  @Test
  void unknownTaskShowsNoticeInsteadOfError() {
    // Given
    api.stubResponse("task", 404, "{'error':'unknown'}");

    // When
    browser.open("/task?id=T1");

    // Then
    browser.untilText("main", "Unknown task");
    assertThat(browser.all("[data-notice]")).isEmpty();
  }

  @Test
  void refusedExplanationCanBeRepeated() {
    // Given
    api.stubResponse("task", 200, TASK.formatted("true", "false", ""));
    api.stubResponse("task/explanation", 503, "{'error':'too many requests: try again later'}");
    browser.open("/task?id=T1");
    String place = "[data-part=explanation]";

    // When
    browser.awaitElement(place + " button").click();

    // Then
    browser.untilText(place + " .problem", "Too many requests");
    browser.consoleErrors();

    // When
    api.stubResponse(
        "task/explanation",
        200,
        "{'taskId':'T1','events':[],'summary':'no verdict; no rule has a count','isLimited':true}");
    browser.awaitElement(place + " button").click();

    // Then
    browser.untilText(place, "Older records were left out");
    assertThat(browser.all(place + " .problem:not(:empty)")).isEmpty();
    assertThat(AxeAudit.violations(browser)).isEmpty();
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @Test
  void decisionFormPreservesInputWhenServerRejectsDecision() {
    // Given
    api.stubResponse("task", 200, HELD);
    api.stubResponse("gate/decision", 429, "{'error':'Too many writes: try again in a second'}");
    browser.open("/task?id=T1");
    browser.awaitElement("form.decision textarea").sendKeys("look at x");
    browser.awaitElement("form.decision .choice.approve").click();

    // When
    browser.awaitElement("form.decision button").click();

    // Then
    browser.untilText("form.decision .problem", "Too many writes");
    assertThat(browser.awaitElement("form.decision textarea").getAttribute("value"))
        .isEqualTo("look at x");
    assertThat(browser.awaitElement("form.decision button").isEnabled()).isTrue();
  }

  @Test
  void focusRingOfChoiceIsDrawnOnce() {
    // Given
    api.stubResponse("task", 200, HELD);
    browser.open("/task?id=T1");
    browser.awaitElement("form.decision");

    // When
    browser.tabTo("input[value=approve]");

    // Then
    assertThat(
            browser.script(
                "return [document.activeElement, document.activeElement.closest('label')]"
                    + ".map((each) => getComputedStyle(each).outlineStyle).join()"))
        .isEqualTo("none,solid");
  }

  @Test
  void overviewSaysWhatLoopingCounts() {
    // Given
    api.stubResponse("overview", 200, QUIET.formatted("true"));

    // When
    browser.open("/");

    // Then
    browser.untilText(".figures", "a loop, no reset since, no open gate");
  }

  @Test
  void hidesFormWithoutWriteAccess() {
    // Given
    api.stubResponse(
        "session",
        200,
        "{'user':'guest','token':null,'roles':['view'],'workflows':['build'],'taskPrefix':'',"
            + "'csrf':null,'requiresToken':false}");
    api.stubResponse("task", 200, HELD);

    // When
    browser.open("/task?id=T1");

    // Then
    browser.untilText("main", "Read only: a decision needs");
    assertThat(browser.all("form.decision")).isEmpty();
  }
}

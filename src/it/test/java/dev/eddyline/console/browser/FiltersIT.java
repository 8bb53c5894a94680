package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** Filters that a link names: they are shown, keep their exact value, and can be removed. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class FiltersIT {

  private static final String NO_ITEMS = "{'items':[],'next':null,'total':0}";

  private static FakeApi api;
  private static Browser browser;

  @BeforeAll
  static void start() {
    api = new FakeApi();
    browser = new Browser(api.address());
  }

  @BeforeEach
  void stub() {
    api.reset();
    api.stubResponse("gates/causes", 200, "{'causes':[],'total':0,'gates':0}");
    api.stubResponse("patterns", 200, NO_ITEMS);
    api.stubResponse("audit", 200, "{'items':[],'next':null,'readBackTo':null}");
  }

  @AfterAll
  static void end() {
    browser.close();
    api.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/gates, cause, gates/causes, only cause",
    "/gates?view=list, cause, gates, only cause",
    "/gates?state=closed, cause, gates, only cause",
    "/patterns, patternId, patterns, only pattern",
  })
  void filterOfLinkIsShownAndRemoved(String path, String name, String resource, String words) {
    // Given
    String id = "c0ffee00" + Math.abs(path.hashCode());
    browser.open(path + (path.contains("?") ? "&" : "?") + name + "=" + id);
    browser.untilText(".chip", words + " " + id);
    browser.untilGone(".skeleton");
    browser.untilText("#link", "live");
    assertThat(AxeAudit.violations(browser)).isEmpty();
    browser.saveScreenshot("chip-" + name, 1440);

    // When: another filter
    browser.tabTo(".filters input[name=query]");
    browser.press("x");

    // Then
    browser.until("both are asked for", () -> isAsked(resource, name + "=" + id, "query=x"));
    assertThat(browser.address().getQuery()).contains(name + "=" + id, "query=x");

    // When: by keyboard only
    browser.tabTo(".chip button");
    browser.press(Keys.ENTER);

    // Then
    browser.untilGone(".chip");
    browser.until(
        "the address has no such filter",
        () -> !browser.address().getQuery().contains(name) && isLastAsked(resource, name));
    assertThat(browser.address().getQuery()).contains("query=x");
    assertThat(
            browser.script("return document.activeElement.matches('.filters input[name=query]')"))
        .isEqualTo(true);
  }

  private static List<String> asked(String resource) {
    return browser.requestedUrls().stream()
        .filter(url -> url.contains("/api/v1/" + resource + "?"))
        .toList();
  }

  private static boolean isAsked(String resource, String... parts) {
    return asked(resource).stream()
        .anyMatch(url -> List.of(parts).stream().allMatch(url::contains));
  }

  private static boolean isLastAsked(String resource, String withoutName) {
    String last = asked(resource).stream().reduce("", (earlier, later) -> later);
    return last.contains("query=x") && !last.contains(withoutName + "=");
  }

  @Test
  void timesOfLinkStayExactWhenAnotherFilterChanges() {
    // Given
    String times = "from=1767225601234&to=1767225659000";
    browser.open("/audit?" + times);
    browser.until("the link is asked for", () -> isAsked("audit", times));

    // When
    browser.awaitElement("main input[name=by]").sendKeys("ada");

    // Then
    browser.until("the author is asked for", () -> isAsked("audit", "by=ada"));
    assertThat(browser.address().getQuery()).contains("from=1767225601234", "to=1767225659000");
    assertThat(isAsked("audit", "from=1767225601234", "to=1767225659000", "by=ada")).isTrue();
    assertThat(AxeAudit.violations(browser)).isEmpty();
  }

  @Test
  void editedDraftIsNotOverwritten() {
    // Given
    api.stubResponse(
        "patterns",
        200,
        "{'items':[{'patternId':'p','headline':'h','reason':'r','loopType':'custom','rule':null,"
            + "'loops':3,'agents':['a'],'workflows':['build','docs'],'tasks':2,'moreTasks':false,"
            + "'newestTasks':['t'],'firstAt':1,'lastAt':1,'perHour':[0,1,2,3],"
            + "'cost':{'tokens':0,'usd':0,'millis':0},'openGates':0,'closedGates':0,"
            + "'resolutions':[],'guidance':[],'remedies':[]}],'next':null,'total':1}");
    stubDraft("name: first");
    browser.open("/patterns");
    browser.awaitElement(".policy-draft button").click();
    browser.until("the draft is loaded", () -> text().equals("name: first"));

    // When
    browser.awaitElement("form.draft textarea").sendKeys("\nmine: 1");
    stubDraft("name: second");

    // Then
    browser.untilText("form.draft .edited", "Discard the edits");
    assertThat(browser.all("form.draft select")).hasSize(2).noneMatch(it -> it.isEnabled());
    assertThat(AxeAudit.violations(browser)).isEmpty();
    browser.saveScreenshot("draft-edited", 1440);

    // When: by keyboard only
    browser.tabTo("form.draft .edited button");
    assertThat(text()).isEqualTo("name: first\nmine: 1");
    browser.press(Keys.ENTER);

    // Then
    browser.until("the first draft is back", () -> text().equals("name: first"));
    assertThat(browser.all("form.draft .edited button")).isEmpty();
    assertThat(browser.all("form.draft select")).allMatch(it -> it.isEnabled());

    // When: the focus is on the change
    browser.press(Keys.ARROW_DOWN);

    // Then
    browser.until("another draft is loaded", () -> text().equals("name: second"));
    assertThat(browser.consoleErrors()).isEmpty();
  }

  private static void stubDraft(String draft) {
    api.stubResponse(
        "policies/draft",
        200,
        "{'workflow':'build','version':'v','yaml':'name: x','draft':'%s','note':null}"
            .formatted(draft));
  }

  private static String text() {
    return (String)
        browser.script("return document.querySelector('form.draft textarea')?.value ?? ''");
  }
}

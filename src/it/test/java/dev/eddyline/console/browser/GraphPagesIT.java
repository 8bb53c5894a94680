package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.schema.FlowFormat;
import dev.eddyline.schema.FlowGraph;
import dev.eddyline.topics.TopicRole;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page of workflow graphs, with a processor on whose graphs no task walks. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class GraphPagesIT {

  @RegisterExtension static final RunningConsole CONSOLE = new RunningConsole("graphs-", Map.of());

  private static final String UNBOUNDED =
      """
      name: review
      nodes: [write, test]
      edges: [{from: write, to: test}, {from: test, to: write}]
      """;

  private static Browser browser;

  @BeforeAll
  static void publishGraphs() {
    publish("review", UNBOUNDED);
    publish("chain", "name: chain\nnodes: [a, b]\nedges: [{from: a, to: b}]\n");
    browser = new Browser(CONSOLE);
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  private static void publish(String workflow, String text) {
    CONSOLE
        .feed()
        .put(
            TopicRole.WORKFLOW_GRAPHS,
            workflow,
            FlowGraph.class,
            new FlowGraph(FlowFormat.YAML, text, null, "test", null));
  }

  @Test
  void listsGraphsWithFindings() {
    // When
    browser.open("/graphs");
    browser.consoleErrors(); // the page of another test may have asked again before it was left
    browser.until(
        "both graphs are checked",
        () -> {
          browser.open("/graphs");
          browser.awaitElement("table.tasks, main .empty");
          return browser.text("main").contains("error") && browser.text("main").contains("none");
        });
    browser.awaitElement("table.tasks a.id[data-key=review]").click();

    // Then
    browser.untilText("#declared", "review");
    browser.awaitElement(".graph svg .edge.in-loop");
    assertThat(browser.text("main .refused")).contains("error", "recommended");
    assertThat(browser.awaitElement(".graph svg").getAttribute("aria-label"))
        .contains("In a cycle of an error", "test to write");
    assertThat(browser.address().getPath()).isEqualTo("/graphs");
    assertThat(AxeAudit.violations(browser)).isEmpty();
    browser.saveScreenshot("graph-with-findings", 1400);
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @Test
  void saysThatWorkflowHasNoGraph() {
    // When
    browser.open("/graphs?workflow=none");

    // Then
    browser.untilText("main", "This workflow has no graph");
    assertThat(AxeAudit.violations(browser)).isEmpty();
    browser.consoleErrors();
  }

  @Test
  void unknownPageSaysSo() {
    // When
    browser.open("/no/such/page");

    // Then
    browser.untilText("h1", "Page not found");
    assertThat(browser.title()).startsWith("Page not found");
    assertThat(AxeAudit.violations(browser)).isEmpty();
    assertThat(browser.consoleErrors()).allMatch(line -> line.contains("404"));

    // When
    browser.awaitElement("main a[href='/gates']").click();

    // Then
    browser.untilText("h1", "Gates");
  }
}

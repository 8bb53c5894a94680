package dev.eddyline.graph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.read.ParsedGraph;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static LintedGraph linted(ParsedGraph reading) {
    return new LintedGraph(
        "flows/my graph.yaml", reading, GraphLint.lint(reading.graph()), Map.of(), List.of());
  }

  private static LintReport lintReportOfRetryWorkflow() {
    return new LintReport(
        List.of(linted(GraphFixtures.file("job-generator-before.yaml"))),
        List.of(new UnreadableFile("broken.json", List.of("line 3: not valid JSON"))),
        List.of());
  }

  @Test
  void sarifMatchesItsSchema() throws Exception {
    JsonNode root = JSON.readTree(SarifReport.render(lintReportOfRetryWorkflow()));

    assertThat(root.get("version").asText()).isEqualTo("2.1.0");
    JsonNode run = root.get("runs").get(0);
    JsonNode rules = run.at("/tool/driver/rules");
    assertThat(run.at("/tool/driver/name").asText()).isEqualTo("eddyline");
    assertThat(rules).hasSize(FindingKind.values().length);
    for (JsonNode result : run.get("results")) {
      int index = result.get("ruleIndex").asInt();
      assertThat(rules.get(index).get("id")).isEqualTo(result.get("ruleId"));
      assertThat(result.get("level").asText()).isIn("error", "warning", "note", "none");
      assertThat(result.at("/message/text").asText()).isNotBlank();
      JsonNode place = result.at("/locations/0/physicalLocation");
      assertThat(place.at("/artifactLocation/uri").asText()).isEqualTo("flows/my%20graph.yaml");
      assertThat(place.at("/region/startLine").asInt()).isEqualTo(25);
    }
    assertThat(run.get("results")).hasSize(2);
    assertThat(run.at("/invocations/0/executionSuccessful").asBoolean()).isFalse();
    assertThat(run.at("/invocations/0/toolExecutionNotifications/0/message/text").asText())
        .isEqualTo("line 3: not valid JSON");
  }

  @Test
  void jsonReportHasTheRemedyGraphs_andTheyCanBeParsed() throws Exception {
    JsonNode finding =
        JSON.readTree(JsonReport.render(lintReportOfRetryWorkflow())).at("/graphs/0/findings/0");

    assertThat(finding.get("kind").asText()).isEqualTo("counter_not_counted");
    assertThat(finding.get("remedies")).hasSize(3);
    String changed = finding.at("/remedies/0/graph").toString();
    assertThat(GraphLint.lintFindings(GraphFixtures.read(changed).graph())).isEmpty();
  }

  @Test
  void textReportHasLocationCycleEdgeStepsRemediesAndChanges() {
    assertThat(TextReport.render(lintReportOfRetryWorkflow()))
        .contains("1 error, 1 warning (8 nodes, 12 edges)")
        .contains("flows/my graph.yaml:25: error: counter not counted in its cycle")
        .contains("edge to change: interface_definition → evaluator")
        .contains("1. (recommended) Make interface_definition → evaluator conditional")
        .contains("+ {from: interface_definition, to: validation, while: retrying}")
        .contains("broken.json: cannot be read: line 3: not valid JSON");
  }

  private static String markdown(ParsedGraph parsed) {
    return MarkdownReport.render(
        new LintReport(
            List.of(new LintedGraph("file", parsed, GraphLint.lint(parsed), Map.of(), List.of())),
            List.of(),
            List.of()));
  }

  /** The graph that lint reads from its own report. */
  private static WorkflowGraph drawn(ParsedGraph parsed) {
    return GraphFixtures.read(markdown(parsed)).graph();
  }

  @Test
  void markdownHasTheFindings_andTheGraphWithItsCycleInRed() {
    ParsedGraph parsed = GraphFixtures.file("job-generator-before.yaml");

    assertThat(markdown(parsed))
        .contains(
            "- **error** counter not counted in its cycle, line 25: evaluator → master\\_creation")
        .containsPattern("linkStyle \\d+,\\d+,\\d+,\\d+ stroke:#c62828");
    assertThat(drawn(parsed).nodes()).hasSameSizeAs(parsed.graph().nodes());
    assertThat(drawn(parsed).edges()).hasSameSizeAs(parsed.graph().edges());
  }

  @Test
  void cleanGraphIsNotDrawn() {
    assertThat(markdown(GraphFixtures.file("job-generator-after.yaml")))
        .contains("clean")
        .doesNotContain("mermaid");
  }

  @Test
  void textsOfTheGraphAreNoMarkup() {
    ParsedGraph parsed =
        GraphFixtures.read(
            "graph TD\n a[\"x #quot; & &lt;script&gt; [*]\"] --> b[\"日本語\"] -->|\"a | b\"| a");

    assertThat(drawn(parsed).nodes())
        .extracting(Node::label)
        .containsExactly("x \" & <script> [*]", "日本語");
    assertThat(drawn(parsed).edges()).extracting(Edge::condition).contains("a | b");
    assertThat(markdown(parsed)).doesNotContain("<script");
  }

  @Test
  void onlyTheCyclesOfALargeGraphAreDrawn() {
    StringBuilder chart = new StringBuilder("graph TD\n");
    for (int node = 0; node < 2_000; node++) {
      chart.append("a -->|x| b").append(node).append('\n');
    }

    WorkflowGraph drawn = drawn(GraphFixtures.read(chart.append("b7 -->|again| a\n").toString()));

    assertThat(drawn.nodes()).extracting(Node::label).containsExactly("a", "b7");
    assertThat(drawn.edges()).hasSize(2);
  }
}

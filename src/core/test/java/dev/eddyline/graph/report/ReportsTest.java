package dev.eddyline.graph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.read.ParsedGraph;
import dev.eddyline.graph.source.GraphFixtures;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ReportsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static LintedGraph linted(ParsedGraph reading) {
    return new LintedGraph("flows/my graph.yaml", reading, GraphLint.lint(reading.graph()));
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

  private static Document renderAndParseSvg(ParsedGraph reading) throws Exception {
    String svg = GraphPicture.svg(reading.graph(), GraphLint.lintFindings(reading.graph()));
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static long countRedElements(Document svg) {
    long red = 0;
    for (int at = 0; at < svg.getElementsByTagName("path").getLength(); at++) {
      var marker =
          svg.getElementsByTagName("path").item(at).getAttributes().getNamedItem("marker-end");
      red += marker != null && marker.getNodeValue().equals("url(#red)") ? 1 : 0;
    }
    return red;
  }

  @Test
  void svgHasTheCycleInRed_andADescription() throws Exception {
    Document svg = renderAndParseSvg(GraphFixtures.file("job-generator-before.yaml"));

    assertThat(countRedElements(svg)).isEqualTo(4);
    assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("job-generator");
    assertThat(svg.getElementsByTagName("desc").item(0).getTextContent())
        .contains("counter not counted in its cycle: evaluator → master_creation");
  }

  @Test
  void svgOfACleanGraphHasNoRed() throws Exception {
    assertThat(countRedElements(renderAndParseSvg(GraphFixtures.file("job-generator-after.yaml"))))
        .isZero();
  }

  @Test
  void svgEscapesLabels() throws Exception {
    Document svg =
        renderAndParseSvg(
            GraphFixtures.read(
                "graph TD\n a[\"x #quot; & &lt;script&gt; \u0001\"] --> b[\"日本語\"]"));

    assertThat(svg.getElementsByTagName("script").getLength()).isZero();
    assertThat(svg.getElementsByTagName("text").item(0).getTextContent())
        .contains("x \" & <script>");
  }

  @Test
  void svgOfAVeryLargeGraphHasOnlyTheCycles() throws Exception {
    StringBuilder chart = new StringBuilder("graph TD\n");
    for (int node = 0; node < 2_000; node++) {
      chart.append("a -->|x| b").append(node).append('\n');
    }
    Document svg =
        renderAndParseSvg(GraphFixtures.read(chart.append("b7 -->|again| a\n").toString()));

    // two nodes and the texts of their edges
    assertThat(svg.getElementsByTagName("text").getLength()).isEqualTo(4);
    assertThat(countRedElements(svg)).isEqualTo(2);
  }
}

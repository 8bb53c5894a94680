package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphFixtures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that could be taken for another format. */
class FormatDetectionTest {

  private static final String FENCE = "```mermaid\nflowchart TD\n a --> b\n```\n";

  private static List<ParsedGraph> read(String text) {
    return GraphReader.parseAllGraphs("file", text, Optional.empty(), Optional.empty());
  }

  @Test
  void stateMachineWithAFenceInItsCommentIsNoMarkdown() {
    String yaml =
        "Comment: |\n"
            + FENCE.indent(2)
            + "StartAt: a\nStates:\n  a: {Type: Pass, Next: b}\n  b: {Type: Pass, Next: a}\n";

    assertThat(read(yaml).get(0).format()).isEqualTo(GraphFormat.ASL);
    assertThat(GraphFixtures.problems(yaml + "x: *y\n"))
        .containsExactly("line 10: YAML aliases are not allowed");
  }

  @Test
  void workflowOfAnotherFormatWithAFenceIsRefused() {
    String yaml = "on: push\njobs: {}\nx: |\n" + FENCE.indent(2);

    assertThat(GraphFixtures.problems(yaml).toString()).contains("a GitHub Actions workflow");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<?xml version=\"1.0\"?>\n", "", "<!-- an order -->\n"})
  void bpmnWithAFenceInItsDocumentationIsNoMarkdown(String start) {
    String xml =
        start
            + "<definitions xmlns=\"http://www.omg.org/spec/BPMN/20100524/MODEL\"><process"
            + " id=\"p\"><documentation>\n"
            + FENCE
            + "</documentation><task id=\"t\"/></process></definitions>\n";

    assertThat(read(xml).get(0).format()).isEqualTo(GraphFormat.BPMN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<h1>Flow</h1>\n\n",
        "---\ntitle: x\n---\n\n",
        "title: a note\n\n",
        "Description: a page\n\n```yaml\nStartAt: x\n```\n",
        "# Steps\n```yaml\nnodes: [a]\nStartAt: a\n```\n",
      })
  void textWithAFenceIsMarkdown(String start) {
    assertThat(read(start + FENCE))
        .extracting(ParsedGraph::format)
        .containsExactly(GraphFormat.MARKDOWN);
  }

  @Test
  void graphOfOtherJsonIsNotTakenForLangGraphs() {
    String json =
        "{\"nodes\": [{\"id\": \"a\"}%s], \"edges\": [{\"source\": \"a\", \"target\": \"a\"}]}";

    assertThat(GraphFixtures.problems(json.formatted("")).toString()).contains("no known format");
    assertThat(read(json.formatted(", {\"id\": \"__start__\"}")).get(0).format())
        .isEqualTo(GraphFormat.LANGGRAPH);
  }

  @Test
  void exportOfAllWorkflowsOfN8nIsRead() {
    String workflow =
        "{\"nodes\": [{\"name\": \"a\", \"type\": \"x\"}], \"connections\": {\"a\": {\"main\":"
            + " [[{\"node\": \"a\"}]]}}}";

    assertThat(read("[" + workflow + ", " + workflow + "]"))
        .extracting(parsed -> parsed.graph().name())
        .containsExactly("file#1", "file#2");
    assertThat(read("[" + workflow + "]")).hasSize(1);
    assertThat(GraphFixtures.problems("[" + workflow + ", {}]").toString())
        .contains("no known format");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C4Container", "C4Component", "C4Dynamic", "C4Deployment", "classDiagram-v2", "xychart",
        "treemap-beta", "radar-beta", "zenuml", "sankey", "block", "packet"
      })
  void otherDiagramDoesNotRefuseTheFlowchartsOfAPage(String word) {
    String other = "```mermaid\n" + word + "\n  a b\n```\n";

    assertThat(read(other + FENCE)).hasSize(1);
    assertThat(GraphFixtures.problems(other))
        .containsExactly("holds no Mermaid flowchart or state diagram");
  }
}

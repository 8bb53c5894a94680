package dev.eddyline.console.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.reference.ReferenceHistory;
import org.junit.jupiter.api.Test;

/** A workflow's graph in JSON. */
class GraphJsonTest {

  private static JsonNode json(String text) {
    LoadedGraph graph = LoadedGraph.read("build", GraphText.of(text));
    graph.lintResult();
    return json(graph);
  }

  private static JsonNode json(LoadedGraph graph) {
    GraphSummaryJson summary =
        GraphSummaryJson.of("build", graph, GraphSnapshot.NONE, new ReferenceHistory());
    return OutputJson.tree(new GraphAnswerJson(summary, GraphJson.of(graph)));
  }

  /** A cycle of this many nodes. */
  private static String cyclicGraphYaml(int nodes) {
    StringBuilder text = new StringBuilder("graph TD\nSTART --> n0\n");
    for (int number = 0; number < nodes; number++) {
      text.append("n%d --> n%d%n".formatted(number, (number + 1) % nodes));
    }
    return text.append("n0 -- done --> END\n").toString();
  }

  @Test
  void remedyListsChangedEdges() {
    // When
    JsonNode graph = json(cyclicGraphYaml(3));

    // Then
    assertThat(graph.path("complete").asBoolean()).isTrue();
    JsonNode remedy = graph.path("findings").path(0).path("remedies").path(0);
    assertThat(remedy.has("graph")).isFalse();
    assertThat(remedy.path("added").size()).isBetween(1, 3);
    assertThat(remedy.path("removed").size()).isBetween(1, 3);
  }

  @Test
  void findingCountsAreNullUntilLintIsFinished() {
    // Given
    LoadedGraph graph = LoadedGraph.read("build", GraphText.of(cyclicGraphYaml(3)));

    // When
    JsonNode before = json(graph);
    graph.lintResult();
    JsonNode after = json(graph);

    // Then
    assertThat(before.get("findingCount").isNull()).isTrue();
    assertThat(before.get("errorCount").isNull()).isTrue();
    assertThat(before.get("findings")).isEmpty();
    assertThat(after.get("findingCount").asInt())
        .isPositive()
        .isEqualTo(after.get("findings").size());
    assertThat(after.get("errorCount").asInt()).isPositive();
    assertThat(after.get("notSought")).isEmpty();
  }

  @Test
  void marksTruncatedGraph() {
    // When
    JsonNode graph = json(cyclicGraphYaml(300));

    // Then
    assertThat(graph.path("complete").asBoolean(true)).isFalse();
    assertThat(graph.path("nodes")).hasSize(200);
    JsonNode finding = graph.path("findings").path(0);
    assertThat(finding.path("cycle")).hasSize(101);
    assertThat(finding.path("remedies").path(0).path("added").isNull()).isTrue();
  }
}

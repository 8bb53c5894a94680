package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.Hop;
import dev.eddyline.schema.PatternHistory;
import dev.eddyline.state.StateParts;
import dev.eddyline.state.TaskState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A task's transitions, compared with the graph of its workflow. */
class TransitionGraphTest {

  private static final TransitionLookup GRAPH =
      LoadedGraph.read(
              "flow",
              GraphText.of(
                  """
                  nodes: [a, {id: b, label: Build it}, {id: g, kind: route}]
                  edges:
                    - {from: a, to: g}
                    - {from: g, to: b}
                    - {from: b, to: END}
                  """))
          .transitionLookup();

  private final TaskState state = new TaskState();

  private static Hop transition(String from, String to) {
    return new Hop(from, to, from + to, 0L, 0, 0L, 0L, 0.0);
  }

  private JsonNode edges(Optional<TransitionLookup> graph) {
    List<Hop> recent = List.of(transition("a", "Build it"), transition("Build it", "a"));
    state.part(StateParts.PATTERN, new PatternHistory(recent, List.of()));
    return OutputJson.tree(
            new TransitionGraph(state, Optional.empty()).toTransitionsJson(List.of(), null, graph))
        .get("edges");
  }

  @Test
  void onGraphFieldMarksTransitionsOfGraph() {
    // When
    JsonNode edges = edges(Optional.of(GRAPH));

    // Then
    assertThat(edges.findValues("onGraph"))
        .extracting(JsonNode::asText)
        .containsExactly("true", "false");
  }

  @Test
  void onGraphIsNullWithoutGraph() {
    assertThat(edges(Optional.empty()).findValues("onGraph")).allMatch(JsonNode::isNull);
  }
}

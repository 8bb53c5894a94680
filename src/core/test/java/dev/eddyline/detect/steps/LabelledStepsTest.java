package dev.eddyline.detect.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.schema.FoundLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Steps that events name by their label, and gateways between them, change no step count. */
class LabelledStepsTest {

  private static Edge edge(String from, String to) {
    return Edge.of(from, to, EdgeKind.CONDITIONAL, "", 0);
  }

  /** a→b→c→a, from c back at most 5 times, and 16 steps allowed: 3 + 5 × 3 = 18. */
  private static WorkflowGraph graph(NodeKind gateway) {
    List<Node> nodes = new ArrayList<>();
    for (String id : List.of("a", "b", "c")) {
      nodes.add(Node.of(id, "Step " + id, NodeKind.STEP, 0));
    }
    List<Edge> edges =
        new ArrayList<>(List.of(edge("b", "c"), edge("c", "a").withCounter("retries")));
    if (gateway == NodeKind.ROUTE) {
      nodes.add(Node.of("g", "g", NodeKind.ROUTE, 0));
      edges.addAll(List.of(edge("a", "g"), edge("g", "b")));
    } else {
      edges.add(edge("a", "b"));
    }
    return new WorkflowGraph(
        "flow",
        nodes,
        edges,
        List.of(GraphCounter.of("retries", 5)),
        Set.of("a"),
        Set.of("c"),
        OptionalInt.of(16),
        Optional.empty());
  }

  private static Optional<FoundLoop> walkCycleOnce(WorkflowGraph graph, String name) {
    GraphHarness run = GraphHarness.ofGraph(graph);
    List<Optional<FoundLoop>> found =
        run.entersSteps(
            name.formatted("a"), name.formatted("b"), name.formatted("c"), name.formatted("a"));
    return found.get(2);
  }

  @Test
  void theStepAtWhichTheCounterStopsItIsTheSameByIdAndByLabel() {
    // When
    Optional<FoundLoop> byId = walkCycleOnce(graph(NodeKind.STEP), "%s");
    Optional<FoundLoop> byLabel = walkCycleOnce(graph(NodeKind.STEP), "Step %s");

    // Then
    assertThat(byId).map(FoundLoop::getMeasured).contains(18.0);
    assertThat(byLabel).map(FoundLoop::getMeasured).contains(18.0);
  }

  @Test
  void sameStepIsReportedWhereverTheCycleIsClosed_alsoByLabelAndWithAGateway() {
    for (WorkflowGraph graph : List.of(graph(NodeKind.STEP), graph(NodeKind.ROUTE))) {
      for (String name : List.of("%s", "Step %s")) {
        // Given: the run is taken up again in the middle, two steps before it decides for the first
        GraphHarness run = GraphHarness.ofGraph(graph);

        // When
        var found =
            run.entersSteps(
                name.formatted("b"), name.formatted("c"), name.formatted("a"), name.formatted("b"));

        // Then: 4 steps so far, one more to c, 4 rounds of 3
        assertThat(found.get(2)).as(name).map(FoundLoop::getMeasured).contains(17.0);
      }
    }
  }
}

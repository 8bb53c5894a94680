package dev.eddyline.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunGraphTest {

  private static final List<String> ROUND =
      List.of("interface_definition", "evaluator", "master_creation", "validation");

  private static RunGraph file(String name) {
    return RunGraph.of(Graphs.file(name).graph());
  }

  @Test
  void document001_theRetryCounterDoesNotStopTheWayRound() {
    RunGraph graph = file("document-001-before.yaml");

    assertThat(graph.bound(ROUND)).isEmpty();
    assertThat(graph.toChange(ROUND)).contains(new Way("interface_definition", "evaluator"));
    assertThat(graph.strike(10, ROUND, 2)).isEmpty();
  }

  @Test
  void document001_hadItBeenEffectiveItWouldStopAfter5Retries() {
    RunGraph graph = file("document-001-effective.yaml");

    assertThat(graph.bound(ROUND)).contains(new RunGraph.Bound("retry_count", 5));
    assertThat(graph.strike(10, ROUND, 1)).isEmpty();
    assertThat(graph.strike(90, ROUND, 1)).contains(new RunGraph.Strike(101, 2, 106));
  }

  @Test
  void aStepIsKnownByItsIdOrItsLabel() {
    RunGraph graph = file("document-001-before.yaml");

    assertThat(graph.hasNode("master_creation")).isTrue();
    assertThat(graph.hasNode("JobMaster / TaskMaster")).isTrue();
    assertThat(graph.hasEdge("evaluator", "JobMaster / TaskMaster")).isTrue();
    assertThat(graph.hasNode("deploy")).isFalse();
    assertThat(graph.hasEdge("evaluator", "job_registration")).isFalse();
    assertThat(graph.hasEdge("evaluator", "deploy")).isFalse();
  }

  @Test
  void betweenTwoStepsTheEdgeThatDoesNotAskIsTaken() {
    RunGraph graph =
        RunGraph.of(
            Graphs.read(
                    """
                    nodes: [a, b, {id: g, kind: route}]
                    counters: {retry: {max: 5}}
                    edges:
                      - {from: START, to: a}
                      - {from: a, to: b}
                      - {from: b, to: a, counter: retry}
                      - {from: b, to: g}
                      - {from: g, to: a}
                    """)
                .graph());

    assertThat(graph.hasEdge("b", "a")).isTrue();
    assertThat(graph.bound(List.of("a", "b"))).isEmpty();
    assertThat(graph.isStep("a")).isTrue();
    assertThat(graph.isStep("g")).isFalse();
    assertThat(graph.isStep("START")).isFalse();
  }

  @Test
  void gatewaysAreNoStepsOfATask() {
    RunGraph graph = file("tutorials/09-order.bpmn");

    assertThat(graph.hasEdge("Order it", "Ask where it is")).isTrue();
    assertThat(graph.hasEdge("Ask where it is", "Ask where it is")).isTrue();
    assertThat(graph.hasEdge("Choose a pizza", "Ask where it is")).isFalse();
  }
}

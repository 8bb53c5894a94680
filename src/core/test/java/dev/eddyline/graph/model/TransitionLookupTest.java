package dev.eddyline.graph.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphFixtures;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransitionLookupTest {

  private static final List<String> RETRY_CYCLE =
      List.of("interface_definition", "evaluator", "master_creation", "validation");

  private static TransitionLookup file(String name) {
    return TransitionLookup.of(GraphFixtures.file(name).graph());
  }

  @Test
  void ineffectiveRetryCounterDoesNotBoundTheCycle() {
    TransitionLookup graph = file("job-generator-before.yaml");

    assertThat(graph.findCycleBound(RETRY_CYCLE)).isEmpty();
    assertThat(graph.findEdgeToChange(RETRY_CYCLE))
        .contains(new NodePair("interface_definition", "evaluator"));
    assertThat(graph.findRecursionLimitOverrun(10, RETRY_CYCLE, 2)).isEmpty();
  }

  @Test
  void effectiveRetryCounterStopsAfter5Retries() {
    TransitionLookup graph = file("job-generator-effective.yaml");

    assertThat(graph.findCycleBound(RETRY_CYCLE))
        .contains(new TransitionLookup.CycleBound("retry_count", 5));
    assertThat(graph.findRecursionLimitOverrun(10, RETRY_CYCLE, 1)).isEmpty();
    assertThat(graph.findRecursionLimitOverrun(90, RETRY_CYCLE, 1))
        .contains(new TransitionLookup.LimitOverrun(101, 2, 106));
  }

  @Test
  void stepIsFoundByIdOrLabel() {
    TransitionLookup graph = file("job-generator-before.yaml");

    assertThat(graph.hasNode("master_creation")).isTrue();
    assertThat(graph.hasNode("JobMaster / TaskMaster")).isTrue();
    assertThat(graph.hasEdge("evaluator", "JobMaster / TaskMaster")).isTrue();
    assertThat(graph.hasNode("deploy")).isFalse();
    assertThat(graph.hasEdge("evaluator", "job_registration")).isFalse();
    assertThat(graph.hasEdge("evaluator", "deploy")).isFalse();
  }

  @Test
  void edgeWithoutCounterIsPreferredBetweenTwoSteps() {
    TransitionLookup graph =
        TransitionLookup.of(
            GraphFixtures.read(
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
    assertThat(graph.findCycleBound(List.of("a", "b"))).isEmpty();
    assertThat(graph.isStep("a")).isTrue();
    assertThat(graph.isStep("g")).isFalse();
    assertThat(graph.isStep("START")).isFalse();
  }

  @Test
  void transitionThroughGatewaysIsFound() {
    TransitionLookup graph = file("tutorials/09-order.bpmn");

    assertThat(graph.hasEdge("Order it", "Ask where it is")).isTrue();
    assertThat(graph.hasEdge("Ask where it is", "Ask where it is")).isTrue();
    assertThat(graph.hasEdge("Choose a pizza", "Ask where it is")).isFalse();
  }
}

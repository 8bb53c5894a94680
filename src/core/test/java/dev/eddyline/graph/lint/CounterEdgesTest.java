package dev.eddyline.graph.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphFixtures;
import org.junit.jupiter.api.Test;

/** Nodes that are reached only by an edge with a counter. */
class CounterEdgesTest {

  private static String graph(int limit) {
    return """
        recursionLimit: %d
        nodes: [plan, check, fix, test]
        counters: {retry: {max: 5}, fixes: {max: 8}}
        edges:
          - {from: START, to: plan}
          - {from: plan, to: check}
          - {from: check, to: fix, when: bad, counter: retry}
          - {from: check, to: END, default: true}
          - {from: fix, to: test}
          - {from: test, to: fix, when: red, counter: fixes}
          - {from: test, to: END, default: true}
        """
        .formatted(limit);
  }

  @Test
  void stepsBeforeAnEdgeWithCounterAreCounted() {
    // 2 steps before, 9 rounds of 2 steps
    assertThat(GraphLint.lintFindings(GraphFixtures.read(graph(19)).graph()))
        .extracting(GraphFinding::kind)
        .contains(FindingKind.COUNTER_TOO_LATE);
    assertThat(GraphLint.lintFindings(GraphFixtures.read(graph(20)).graph()))
        .extracting(GraphFinding::kind)
        .doesNotContain(FindingKind.COUNTER_TOO_LATE);
  }
}

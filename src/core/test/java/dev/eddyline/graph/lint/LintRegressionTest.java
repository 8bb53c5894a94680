package dev.eddyline.graph.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Regression tests: missed findings and wrong remedies. */
class LintRegressionTest {

  private static List<GraphFinding> findingsOf(String yaml, FindingKind kind) {
    return GraphLint.lintFindings(GraphFixtures.read(yaml).graph()).stream()
        .filter(finding -> finding.kind() == kind)
        .toList();
  }

  private static String reviewGraphYaml(String back) {
    return """
        nodes: [draft, review, publish]
        counters: {rounds: {max: 3}, reviewed: {countedOn: [review]}}
        edges:
          - {from: START, to: draft}
          - {from: draft, to: review}
          - {from: review, to: publish, when: good}
          - {from: review, to: draft, %s}
          - {from: publish, to: END}
        """
        .formatted(back);
  }

  @Test
  void edgeThatChecksACounterIsNotADefaultEdge() {
    assertThat(
            findingsOf(reviewGraphYaml("default: true, counter: rounds"), FindingKind.NO_DEFAULT))
        .singleElement()
        .satisfies(finding -> assertThat(finding.cycle()).containsExactly("review"));
    assertThat(
            findingsOf(reviewGraphYaml("default: true, unless: reviewed"), FindingKind.NO_DEFAULT))
        .hasSize(1);
    assertThat(findingsOf(reviewGraphYaml("default: true"), FindingKind.NO_DEFAULT)).isEmpty();
    assertThat(findingsOf(reviewGraphYaml("routed: true, counter: rounds"), FindingKind.NO_DEFAULT))
        .isEmpty();
  }

  @Test
  void retryMarkOfARemedyIsResetWhereTheDecidingNodeContinues() {
    // Given: an outer cycle that reaches the same node again, but is not a retry
    String yaml =
        """
        nodes: [make, mid, check, publish]
        counters: {retry: {max: 5, misses: [mid]}, issues: {max: 9}}
        edges:
          - {from: START, to: make}
          - {from: make, to: mid}
          - {from: mid, to: check}
          - {from: check, to: make, when: bad, counter: retry}
          - {from: check, to: publish, default: true}
          - {from: publish, to: make, when: next, counter: issues}
          - {from: publish, to: END, default: true}
        """;

    // When
    LintRemedy remedy =
        findingsOf(yaml, FindingKind.COUNTER_NOT_COUNTED).stream()
            .filter(finding -> finding.cycle().equals(List.of("check", "make", "mid")))
            .findFirst()
            .orElseThrow()
            .remedies()
            .get(0);

    // Then
    GraphCounter mark =
        remedy.graph().counters().stream()
            .filter(counter -> counter.name().equals("retrying"))
            .findFirst()
            .orElseThrow();
    assertThat(mark.resetBy()).isEqualTo(Set.of("publish"));
    assertThat(remedy.price()).contains("retrying until it comes to publish");
  }

  @Test
  void cyclesThatShareAnEdgeAreReportedSeparately() {
    // Given: A→B→C→A and A→B→D→A, both with a counter that B resets
    String yaml =
        """
        nodes: [A, B, C, D]
        counters: {retry: {max: 5, resetBy: [B]}}
        edges:
          - {from: START, to: A}
          - {from: A, to: B}
          - {from: B, to: C, when: c}
          - {from: B, to: D, when: d}
          - {from: B, to: END, default: true}
          - {from: C, to: A, counter: retry, when: again}
          - {from: C, to: END, default: true}
          - {from: D, to: A, counter: retry, when: again}
          - {from: D, to: END, default: true}
        """;

    // When
    List<GraphFinding> resets = findingsOf(yaml, FindingKind.COUNTER_RESET);

    // Then
    assertThat(resets)
        .extracting(GraphFinding::cycle)
        .containsExactlyInAnyOrder(List.of("A", "B", "C"), List.of("A", "B", "D"));
    assertThat(resets).allMatch(finding -> !finding.remedies().isEmpty());
  }
}

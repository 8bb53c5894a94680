package dev.eddyline.graph.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.model.GraphWriter;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.read.GraphReader;
import dev.eddyline.graph.read.ParsedGraph;
import dev.eddyline.graph.source.GraphFixtures;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The retry workflow of a job generator, before and after its fix. */
class RetryWorkflowLintTest {

  private static final List<String> ROUND =
      List.of("evaluator", "master_creation", "validation", "interface_definition");

  private static List<GraphFinding> findings(String file) {
    return GraphLint.lintFindings(GraphFixtures.file(file).graph());
  }

  private static GraphFinding firstFindingOfUnfixedGraph() {
    return findings("job-generator-before.yaml").get(0);
  }

  @Test
  void counterDoesNotStopTheCycleThroughMasterCreation() {
    GraphFinding finding = firstFindingOfUnfixedGraph();

    assertThat(finding.kind()).isEqualTo(FindingKind.COUNTER_NOT_COUNTED);
    assertThat(finding.cycle()).isEqualTo(ROUND);
    assertThat(finding.edgesToChange())
        .containsExactly(new NodePair("interface_definition", "evaluator"));
  }

  @Test
  void recursionLimitOf100Allows24Rounds() {
    assertThat(firstFindingOfUnfixedGraph().reason())
        .contains("recursion limit of 100 allows 24 whole rounds")
        .contains("2 steps before + 24 rounds × 4 steps = 98")
        .contains("ends the run in round 25 at step 101");
  }

  @Test
  void threeRemediesAreProposed_conditionalEdgeFirst() {
    assertThat(firstFindingOfUnfixedGraph().remedies())
        .extracting(LintRemedy::kind)
        .containsExactly(
            LintRemedyKind.CONDITIONAL_EDGE, LintRemedyKind.FIX_NODE, LintRemedyKind.DIRECT_LOOP);
    assertThat(firstFindingOfUnfixedGraph().remedies())
        .extracting(LintRemedy::recommended)
        .containsExactly(true, false, false);
  }

  @Test
  void conditionalEdgeRemedySkipsToValidation() {
    LintRemedy first = firstFindingOfUnfixedGraph().remedies().get(0);

    assertThat(first.description())
        .contains("interface_definition → evaluator conditional: unless retrying")
        .contains("interface_definition → validation straight")
        .contains("retry_count (max 5)");
    assertThat(first.price()).contains("skips evaluator, master_creation");
    assertThat(GraphWriter.yaml(first.graph()))
        .contains("{from: interface_definition, to: evaluator, unless: retrying}")
        .contains("{from: interface_definition, to: validation, while: retrying}");
  }

  @Test
  void conditionalEdgeRemedyGraphHasNoFindings() {
    assertThat(GraphLint.lintFindings(firstFindingOfUnfixedGraph().remedies().get(0).graph()))
        .isEmpty();
  }

  @Test
  void everyRemedyRemovesTheFinding() {
    for (LintRemedy remedy : firstFindingOfUnfixedGraph().remedies()) {
      assertThat(GraphLint.lintFindings(remedy.graph()))
          .noneMatch(firstFindingOfUnfixedGraph()::hasSameKindAndCycle);
    }
  }

  @Test
  void fixedGraphHasNoFindings() {
    assertThat(findings("job-generator-after.yaml")).isEmpty();
  }

  @Test
  void counterDeclaredEffectiveLeavesOnlyTheExpensiveRerunFinding() {
    List<GraphFinding> findings = findings("job-generator-effective.yaml");

    assertThat(findings)
        .extracting(GraphFinding::kind)
        .containsExactly(FindingKind.EXPENSIVE_RERUN);
    assertThat(findings.get(0).cycle()).isEqualTo(ROUND);
    assertThat(findings.get(0).reason()).contains("runs master_creation again");
    assertThat(findings.get(0).remedies()).hasSize(3);
  }

  @Test
  void rerunThatReadsChangedStateIsNotReportedAsExpensive() {
    String used =
        GraphFixtures.text(GraphFixtures.FOLDER.resolve("job-generator-effective.yaml"))
            .replace(
                "{id: interface_definition, reads: [task_breakdown]",
                "{id: interface_definition, reads: [task_breakdown, fix_proposals]");

    assertThat(GraphLint.lintFindings(GraphFixtures.read(used).graph())).isEmpty();
  }

  @Test
  void counterThatStopsAfterTheRecursionLimitIsReported() {
    String late =
        GraphFixtures.text(GraphFixtures.FOLDER.resolve("job-generator-effective.yaml"))
            .replace("max: 5, effective: true", "max: 40");
    GraphFinding finding = GraphLint.lintFindings(GraphFixtures.read(late).graph()).get(0);

    assertThat(finding.kind()).isEqualTo(FindingKind.COUNTER_TOO_LATE);
    assertThat(finding.cycle()).isEqualTo(ROUND);
    assertThat(finding.reason())
        .contains("Until the counter stops it: 2 + 41 × 4 = 166 steps")
        .contains("24 whole rounds");
    assertThat(GraphLint.lintFindings(finding.remedies().get(0).graph()))
        .noneMatch(finding::hasSameKindAndCycle);
  }

  @Test
  void bothFlowchartsOfAMarkdownFileAreParsed() {
    // Given
    List<String> cycle = List.of("draft", "review", "publish", "verify");

    // When
    List<ParsedGraph> readings =
        GraphReader.parseAllGraphs(
            "desk",
            GraphFixtures.text(Path.of("src/core/test/resources/flowcharts/release-desk.md")),
            Optional.empty(),
            Optional.empty());

    // Then
    assertThat(readings).hasSize(2);
    assertThat(readings).allSatisfy(each -> assertThat(each.unparsedParts()).isEmpty());
    assertThat(readings.get(0).graph().edges()).hasSize(12);
    assertThat(readings.get(1).graph().edges()).hasSize(13);
    assertThat(GraphLint.lintFindings(readings.get(0).graph()))
        .anyMatch(
            each ->
                each.kind() == FindingKind.UNPROVEN_BOUND // its text has attempts < MAX
                    && Set.copyOf(each.cycle()).equals(Set.copyOf(cycle)));
    assertThat(GraphLint.lintFindings(readings.get(1).graph()))
        .noneMatch(each -> Set.copyOf(each.cycle()).equals(Set.copyOf(cycle)));
  }

  @Test
  void boundsFileIsMergedIntoTheMermaidDiagram() throws Exception {
    String chart =
        """
        graph TD
            requirement_analysis --> evaluator
            evaluator -->|task breakdown invalid| requirement_analysis
            evaluator -->|interfaces valid| master_creation[master_creation]
            interface_definition -->|固定エッジ<br/>agent.py:277| evaluator
            master_creation -->|固定エッジ<br/>agent.py:280| validation[validation]
            validation -->|is_valid=False<br/>retry_count < MAX| interface_definition
            validation --> END1([END])
            style validation fill:#ff9999
        """;
    String bounds =
        """
        name: job-generator
        recursionLimit: 100
        nodes: {master_creation: {expensive: true}}
        counters: {retry_count: {max: 5, misses: [master_creation]}}
        edges:
          - {from: validation, to: interface_definition, counter: retry_count}
          - {from: evaluator, to: requirement_analysis, counter: retry_count}
        """;
    ParsedGraph reading =
        GraphReader.parseSingleGraph("chart", chart, Optional.empty(), Optional.of(bounds));

    assertThat(reading.graph().name()).isEqualTo("job-generator");
    assertThat(GraphLint.lintFindings(reading.graph()))
        .extracting(GraphFinding::kind)
        .containsExactly(FindingKind.COUNTER_NOT_COUNTED, FindingKind.EXPENSIVE_RERUN);
  }
}

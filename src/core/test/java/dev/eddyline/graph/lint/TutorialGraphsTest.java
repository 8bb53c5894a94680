package dev.eddyline.graph.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.read.GraphReader;
import dev.eddyline.graph.read.ParsedGraph;
import dev.eddyline.graph.source.GraphFixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the findings of test graphs with the table in docs/reference/graphs.md. */
class TutorialGraphsTest {

  /**
   * A row of the table.
   *
   * @param file the graph
   * @param found its findings, each as kind and cycle
   */
  record ExpectedFindings(String file, List<String> found) {}

  static List<ExpectedFindings> table() throws Exception {
    List<ExpectedFindings> all = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("docs/reference/graphs.md"))) {
      String[] cells = line.split("\\|", -1);
      if (cells.length == 6 && cells[1].strip().matches("`[\\w./-]+\\.(yaml|json|mmd|md|bpmn)`")) {
        String found = cells[3].strip();
        all.add(
            new ExpectedFindings(
                cells[1].strip().replace("`", ""),
                found.isEmpty() ? List.of() : List.of(found.split("<br>"))));
      }
    }
    return all;
  }

  private static ParsedGraph read(String file) throws Exception {
    Path path = GraphFixtures.FOLDER.resolve(file);
    Path boundsFile = Path.of(path.toString().replaceFirst("\\.[a-z]+\\.json$", ".bounds.yaml"));
    Optional<String> bounds =
        Files.exists(boundsFile) && !boundsFile.equals(path)
            ? Optional.of(Files.readString(boundsFile))
            : Optional.empty();
    return GraphReader.parseSingleGraph(file, Files.readString(path), Optional.empty(), bounds);
  }

  @ParameterizedTest
  @MethodSource("table")
  void findingsMatchTheReferenceTable(ExpectedFindings judged) throws Exception {
    ParsedGraph reading = read(judged.file());

    assertThat(reading.unparsedParts()).isEmpty();
    assertThat(
            GraphLint.lintFindings(reading.graph()).stream()
                .map(TutorialGraphsTest::describeFinding))
        .containsExactlyInAnyOrderElementsOf(judged.found());
  }

  private static String describeFinding(GraphFinding finding) {
    return "`%s` %s"
        .formatted(
            finding.kind().name().toLowerCase(Locale.ROOT), String.join(" → ", finding.cycle()));
  }

  @Test
  void everyTestGraphIsInTheReferenceTable() throws Exception {
    List<String> judged = table().stream().map(ExpectedFindings::file).toList();
    try (Stream<Path> files = Files.walk(GraphFixtures.FOLDER)) {
      List<String> graphs =
          files
              .filter(Files::isRegularFile)
              .map(file -> GraphFixtures.FOLDER.relativize(file).toString())
              .filter(file -> !file.endsWith(".bounds.yaml"))
              .toList();

      assertThat(judged).containsExactlyInAnyOrderElementsOf(graphs);
      assertThat(judged).hasSizeGreaterThanOrEqualTo(15);
    }
  }

  @ParameterizedTest
  @MethodSource("table")
  void everyRemedyRemovesItsFinding(ExpectedFindings judged) throws Exception {
    for (GraphFinding finding : GraphLint.lintFindings(read(judged.file()).graph())) {
      boolean hasEntry = finding.kind() == FindingKind.UNPROVEN_BOUND;
      assertThat(finding.remedies().isEmpty()).isEqualTo(hasEntry);
      for (LintRemedy remedy : finding.remedies()) {
        assertThat(GraphLint.findings(remedy.graph())).noneMatch(finding::hasSameKindAndCycle);
      }
    }
  }
}

package dev.eddyline.graph;

import static org.assertj.core.api.Assertions.assertThat;

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
class JudgedGraphsTest {

  /**
   * A row of the table.
   *
   * @param file the graph
   * @param found its findings, each as kind and cycle
   */
  record Judged(String file, List<String> found) {}

  static List<Judged> table() throws Exception {
    List<Judged> all = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("docs/reference/graphs.md"))) {
      String[] cells = line.split("\\|", -1);
      if (cells.length == 6 && cells[1].strip().matches("`[\\w./-]+\\.(yaml|json|mmd|md|bpmn)`")) {
        String found = cells[3].strip();
        all.add(
            new Judged(
                cells[1].strip().replace("`", ""),
                found.isEmpty() ? List.of() : List.of(found.split("<br>"))));
      }
    }
    return all;
  }

  private static GraphReading read(String file) throws Exception {
    Path path = Graphs.FOLDER.resolve(file);
    Path beside = Path.of(path.toString().replaceFirst("\\.[a-z]+\\.json$", ".bounds.yaml"));
    Optional<String> bounds =
        Files.exists(beside) && !beside.equals(path)
            ? Optional.of(Files.readString(beside))
            : Optional.empty();
    return GraphReader.read(file, Files.readString(path), Optional.empty(), bounds);
  }

  @ParameterizedTest
  @MethodSource("table")
  void whatWasJudgedIsWhatIsFound(Judged judged) throws Exception {
    GraphReading reading = read(judged.file());

    assertThat(reading.misread()).isEmpty();
    assertThat(GraphLint.check(reading.graph()).stream().map(JudgedGraphsTest::told))
        .containsExactlyInAnyOrderElementsOf(judged.found());
  }

  private static String told(GraphFinding finding) {
    return "`%s` %s"
        .formatted(
            finding.kind().name().toLowerCase(Locale.ROOT), String.join(" → ", finding.cycle()));
  }

  @Test
  void everyGraphOfTheTestsIsJudged() throws Exception {
    List<String> judged = table().stream().map(Judged::file).toList();
    try (Stream<Path> files = Files.walk(Graphs.FOLDER)) {
      List<String> graphs =
          files
              .filter(Files::isRegularFile)
              .map(file -> Graphs.FOLDER.relativize(file).toString())
              .filter(file -> !file.endsWith(".bounds.yaml"))
              .toList();

      assertThat(judged).containsExactlyInAnyOrderElementsOf(graphs);
      assertThat(judged).hasSizeGreaterThanOrEqualTo(15);
    }
  }

  @ParameterizedTest
  @MethodSource("table")
  void everyRemedyOfThemCures(Judged judged) throws Exception {
    for (GraphFinding finding : GraphLint.check(read(judged.file()).graph())) {
      assertThat(finding.remedies()).isNotEmpty();
      for (Remedy remedy : finding.remedies()) {
        assertThat(GraphLint.findings(remedy.graph())).noneMatch(finding::isSameAs);
      }
    }
  }
}

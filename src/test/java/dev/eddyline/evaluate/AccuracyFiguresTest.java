package dev.eddyline.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.GeneratedFile;
import dev.eddyline.NeedsSharedData;
import dev.eddyline.SharedData;
import dev.eddyline.guards.ReferenceGuards;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The figures on the shared runs; a change shows in the diff of the committed file. */
@NeedsSharedData
@Tag("generated")
class AccuracyFiguresTest {

  @Test
  void figuresAreUpToDate() throws IOException {
    // Given
    StringWriter printed = new StringWriter();
    InputProblems problems = new InputProblems(new PrintWriter(printed));
    List<String> events = List.of(path("traces"), path("ordinary.jsonl"));
    Labels labels = Labels.read(List.of(path("traces/labels.jsonl")), problems);

    // When
    Evaluation evaluation =
        Evaluation.evaluate(
            events, labels, List.of(), ReferenceGuards.ALL, Evaluation.DEFAULT_TOLERANCE, problems);

    // Then
    assertThat(printed.toString()).isEmpty();
    assertThat(labels.unusedTraces()).isEmpty();
    GeneratedFile.check(
        Path.of("docs", "benchmarks", "accuracy.csv"), EvaluationCsv.render(evaluation));
  }

  private static String path(String name) {
    return SharedData.path(name).toString();
  }
}

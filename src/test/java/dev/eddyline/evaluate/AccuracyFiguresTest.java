package dev.eddyline.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.GeneratedFile;
import dev.eddyline.NeedsSharedData;
import dev.eddyline.SharedData;
import dev.eddyline.TestTags;
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
@Tag(TestTags.ACCURACY)
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
    GeneratedFile.checkBlock(
        Path.of("docs", "explanation", "accuracy.md"), "accuracy", table(evaluation));
  }

  private static String table(Evaluation evaluation) {
    StringBuilder table =
        new StringBuilder(
            """

            | guard | people (`sola-*`) | model (`whowhen-hc`) | cases (`ordinary`) | disturbed |
            |---|---|---|---|---|
            """);
    for (JudgeScore judge : evaluation.judges()) {
      SetScore successful = set(judge, "claudecode-kimi-tb2 + 2 more");
      table.append(
          "| %s | %s | %s | %s | %d of %d |%n"
              .formatted(
                  judge.name(),
                  cell(set(judge, "sola-*")),
                  cell(set(judge, "whowhen-hc")),
                  cell(set(judge, "ordinary")),
                  successful.disturbed(),
                  successful.successful()));
    }
    return table.append('\n').toString();
  }

  private static SetScore set(JudgeScore judge, String name) {
    return judge.sets().stream().filter(set -> set.set().equals(name)).findFirst().orElseThrow();
  }

  private static String cell(SetScore set) {
    Accuracy accuracy = set.all().byRun();
    String precision =
        accuracy.precision().value().isEmpty()
            ? "–"
            : "%.2f".formatted(accuracy.precision().value().getAsDouble());
    return "%s, %.2f".formatted(precision, accuracy.recall().value().orElseThrow());
  }

  private static String path(String name) {
    return SharedData.path(name).toString();
  }
}

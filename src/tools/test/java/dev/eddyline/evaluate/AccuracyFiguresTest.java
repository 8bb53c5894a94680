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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The figures on the shared runs; a change shows in the diff of the committed file. */
@NeedsSharedData
@Tag(TestTags.ACCURACY)
class AccuracyFiguresTest {

  /** The pooled runs that readers labelled. */
  private static final String READ_RUNS = "claudecode-kimi-tb2 + 4 more";

  private final StringWriter printed = new StringWriter();
  private final InputProblems problems = new InputProblems(new PrintWriter(printed));

  @Test
  void figuresAreUpToDate() throws IOException {
    // When
    Evaluation runsAndCases =
        evaluate("labels.jsonl", "traces", "ordinary.jsonl", "stuck.jsonl", "reports.jsonl");
    Evaluation read = evaluate("labels-read.jsonl", "traces");

    // Then
    assertThat(printed.toString()).isEmpty();
    GeneratedFile.check(
        Path.of("docs", "benchmarks", "accuracy.csv"), EvaluationCsv.render(runsAndCases));
    GeneratedFile.check(
        Path.of("docs", "benchmarks", "accuracy-read.csv"), EvaluationCsv.render(read));
    Path page = Path.of("docs", "explanation", "accuracy.md");
    GeneratedFile.checkBlock(page, "accuracy of stretches", stretches(runsAndCases, read));
    GeneratedFile.checkBlock(page, "accuracy", table(runsAndCases));
  }

  private Evaluation evaluate(String labelsFile, String... events) throws IOException {
    Labels labels = Labels.read(List.of(path("traces/" + labelsFile)), problems);
    Evaluation evaluation =
        Evaluation.evaluate(
            Stream.of(events).map(AccuracyFiguresTest::path).toList(),
            labels,
            List.of(),
            ReferenceGuards.ALL,
            Evaluation.DEFAULT_TOLERANCE,
            problems);
    assertThat(labels.unusedTraces()).isEmpty();
    return evaluation;
  }

  private static String stretches(Evaluation cases, Evaluation read) {
    StringBuilder table =
        new StringBuilder(
            """

            | guard | read runs: found, false | median delay, events | of these `sola-*`: found | \
            `stuck`: found, false | `reports`: found, false | as expected |
            |---|---|---|---|---|---|---|
            """);
    for (int judge = 0; judge < read.judges().size(); judge++) {
      JudgeScore ofCases = cases.judges().get(judge);
      // other guards open no gates
      boolean isPolicy = judge < cases.policies().size();
      SetScore readRuns = set(read.judges().get(judge), READ_RUNS);
      SetScore reports = set(ofCases, "reports");
      table.append(
          "| %s | %s | %s | %s | %s | %s | %s |%n"
              .formatted(
                  ofCases.name(),
                  counts(readRuns),
                  EvaluationCsv.median(readRuns.toAlarm().events()),
                  found(set(read.judges().get(judge), "sola-repairagent")),
                  counts(set(ofCases, "stuck")),
                  counts(reports),
                  isPolicy ? "%d of %d".formatted(reports.asLabelled(), reports.runs()) : "–"));
    }
    return table.append('\n').toString();
  }

  private static String counts(SetScore set) {
    return found(set) + ", %d of %d".formatted(set.all().falseAlarms(), set.loopFree());
  }

  private static String found(SetScore set) {
    return "%d of %d".formatted(set.all().found(), set.loops());
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

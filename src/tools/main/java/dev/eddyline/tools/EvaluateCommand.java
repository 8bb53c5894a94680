package dev.eddyline.tools;

import dev.eddyline.cli.ExitCode;
import dev.eddyline.cli.OutputFile;
import dev.eddyline.evaluate.Evaluation;
import dev.eddyline.evaluate.EvaluationJson;
import dev.eddyline.evaluate.EvaluationPage;
import dev.eddyline.evaluate.EvaluationText;
import dev.eddyline.evaluate.InputProblems;
import dev.eddyline.evaluate.Labels;
import dev.eddyline.guards.ReferenceGuards;
import dev.eddyline.yaml.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddyline evaluate}: compares verdicts with labels. */
@Command(
    name = "evaluate",
    description =
        "Replays labelled runs and compares the verdicts with the labels: precision, recall, delay"
            + " and false alarms, compared with other loop guards. Exit code 3 when a line could"
            + " not be read, 2 when no run has a label.",
    mixinStandardHelpOptions = true)
final class EvaluateCommand implements Callable<Integer> {

  /** The format of the report. */
  enum Format {
    /** Tables for people. */
    TEXT,
    /** JSON with all figures and the place of each mistake. */
    JSON
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--events",
      arity = "1..*",
      required = true,
      paramLabel = "FILE",
      description =
          "events, session files or labelled cases: files, folders, or -; can be repeated")
  private List<String> files;

  @Option(
      names = "--labels",
      arity = "1..*",
      paramLabel = "FILE",
      description = "labels of runs, decision receipts, or decisions as events; can be repeated")
  private List<String> labels = List.of();

  @Option(
      names = "--policy",
      paramLabel = "NAME|FILE",
      description =
          "policy to evaluate, instead of default or the one that a case names; can be repeated")
  private List<String> policies = List.of();

  @Option(
      names = "--tolerance",
      paramLabel = "EVENTS",
      description =
          "events between a verdict and a labelled event that it still finds; default:"
              + " ${DEFAULT-VALUE}")
  private int tolerance = Evaluation.DEFAULT_TOLERANCE;

  @Option(names = "--format", description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}")
  private Format format = Format.TEXT;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "also write a page that shows the events around each miss and false alarm")
  private Path htmlFile;

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    Optional<OutputFile> page =
        Optional.ofNullable(htmlFile).map(path -> new OutputFile("--html", path));
    page.ifPresent(OutputFile::requireWritable);
    InputProblems problems = new InputProblems(err);
    Labels known = Labels.read(labels, problems);
    Evaluation evaluation =
        Evaluation.evaluate(files, known, policies, ReferenceGuards.ALL, tolerance, problems);
    known.unusedTraces().ifPresent(text -> err.println(Printable.escape("eddyline: " + text)));
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        Printable.escapeLines(
            switch (format) {
              case TEXT -> EvaluationText.render(evaluation);
              case JSON -> EvaluationJson.render(evaluation);
            }));
    out.flush();
    page.ifPresent(
        file -> {
          file.write(EvaluationPage.render(evaluation));
          err.println(Printable.escape("eddyline: wrote " + file.path()));
        });
    if (evaluation.hasNoLabel()) {
      err.println(
          "eddyline: no run has a label: give --labels FILE with a line for each run, such as"
              + " {\"trace\":\"folder/file\",\"loop\":true}, or events with labels"
              + " (docs/how-to/evaluate.md)");
    }
    if (problems.count() > 0) {
      return ExitCode.PARTLY_READ;
    }
    return evaluation.hasNoLabel() ? ExitCode.USAGE : ExitCode.OK;
  }
}

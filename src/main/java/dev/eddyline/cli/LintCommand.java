package dev.eddyline.cli;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.graph.GraphLint;
import dev.eddyline.graph.GraphReader;
import dev.eddyline.graph.InvalidGraphException;
import dev.eddyline.graph.LintResult;
import dev.eddyline.graph.ParsedGraph;
import dev.eddyline.graph.WorkflowGraph;
import dev.eddyline.graph.report.GraphPicture;
import dev.eddyline.graph.report.JsonReport;
import dev.eddyline.graph.report.LintReport;
import dev.eddyline.graph.report.LintedGraph;
import dev.eddyline.graph.report.SarifReport;
import dev.eddyline.graph.report.TextReport;
import dev.eddyline.graph.report.UnreadableFile;
import dev.eddyline.yaml.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline lint}: finds loops in workflows' graphs. */
@Command(
    name = "lint",
    description =
        "Reports where a run of a workflow graph can loop forever, before anything runs. Reads"
            + " Eddyline's YAML, LangGraph's JSON, Mermaid flowcharts also within Markdown, BPMN 2.0,"
            + " Amazon States Language. Exit code 0 when all are clean, 5 when there are"
            + " findings, 3 when a file, or part of one, could not be understood.",
    mixinStandardHelpOptions = true)
final class LintCommand implements Callable<Integer> {

  /** The format of a report. */
  enum Format {
    /** Text for people. */
    TEXT,
    /** JSON with all details and the changed graphs. */
    JSON,
    /** SARIF 2.1.0. */
    SARIF
  }

  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "files with graphs")
  private List<Path> files;

  @Option(names = "--format", description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}")
  private Format format = Format.TEXT;

  @Option(
      names = "--bounds",
      paramLabel = "FILE",
      description = "YAML with what the graph's format cannot express; for one graph")
  private Path bounds;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "also draw the graph in this file, its cycles in red; for one graph")
  private Path svgFile;

  private final Function<WorkflowGraph, LintResult> lint;
  private final List<LintedGraph> lintedGraphs = new ArrayList<>();
  private final List<UnreadableFile> unreadableFiles = new ArrayList<>();
  private final Map<String, String> fileOf = new HashMap<>();

  LintCommand() {
    this(GraphLint::lint);
  }

  /** A command with another linter. */
  LintCommand(Function<WorkflowGraph, LintResult> lint) {
    this.lint = lint;
  }

  @Override
  public Integer call() throws IOException {
    if (files.size() > 1 && (bounds != null || svgFile != null)) {
      throw new InvalidSettingException(
          "--bounds and --svg need one file, were given with several");
    }
    for (Path file : files) {
      lint(file);
    }
    LintReport report = new LintReport(lintedGraphs, unreadableFiles);
    PrintWriter out = spec.commandLine().getOut();
    // JSON does not escape C1 and bidi controls; within its strings the escapes mean the same
    out.print(
        Printable.escapeLines(
            switch (format) {
              case TEXT -> TextReport.render(report);
              case JSON -> JsonReport.render(report);
              case SARIF -> SarifReport.render(report);
            }));
    out.flush();
    writeSvg();
    if (!report.isComplete()) {
      return ExitCode.PARTLY_READ;
    }
    return report.hasFindings() ? ExitCode.FINDINGS : ExitCode.OK;
  }

  private void lint(Path file) throws IOException {
    try {
      Optional<String> boundsText = bounds == null ? Optional.empty() : Optional.of(text(bounds));
      for (ParsedGraph reading :
          GraphReader.parseAllGraphs(file.toString(), text(file), Optional.empty(), boundsText)) {
        if (isFirstGraphOfWorkflow(reading.graph().name(), file.toString())) {
          lintedGraphs.add(new LintedGraph(file.toString(), reading, lint.apply(reading.graph())));
        }
      }
    } catch (InvalidGraphException wrong) {
      boolean isBoundsProblem = bounds != null && wrong.source().equals(bounds.toString());
      unreadableFiles.add(
          new UnreadableFile((isBoundsProblem ? bounds : file).toString(), wrong.problems()));
    } catch (InvalidSettingException wrong) {
      throw wrong;
    } catch (RuntimeException | StackOverflowError unexpected) {
      // the other files are still linted
      unreadableFiles.add(
          new UnreadableFile(file.toString(), List.of("internal error: " + unexpected)));
    }
  }

  /** Whether it is the first graph of its workflow; a second one is reported and skipped. */
  private boolean isFirstGraphOfWorkflow(String name, String file) {
    String other = fileOf.putIfAbsent(name, file);
    if (other != null) {
      String second = "a second graph of workflow '%s', first in %s".formatted(name, other);
      unreadableFiles.add(new UnreadableFile(file, List.of(second)));
    }
    return other == null;
  }

  private static String text(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new InvalidSettingException(file + ": no such file");
    }
    if (Files.size(file) > 4L * GraphReader.MAX_CHARS) {
      throw new InvalidSettingException(file + ": must have ≤ 400 MB");
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException binary) {
      throw new InvalidGraphException(file.toString(), List.of("is not UTF-8 text"));
    }
  }

  private void writeSvg() throws IOException {
    if (svgFile == null) {
      return;
    }
    if (lintedGraphs.size() != 1) {
      throw new InvalidSettingException("--svg draws one graph, were " + lintedGraphs.size());
    }
    LintedGraph one = lintedGraphs.get(0);
    Files.writeString(svgFile, GraphPicture.svg(one.parsedGraph().graph(), one.findings()));
  }
}

package dev.eddyline.cli;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.graph.GraphCheck;
import dev.eddyline.graph.GraphLint;
import dev.eddyline.graph.GraphReader;
import dev.eddyline.graph.GraphReading;
import dev.eddyline.graph.InvalidGraphException;
import dev.eddyline.graph.WorkflowGraph;
import dev.eddyline.graph.report.GraphPicture;
import dev.eddyline.graph.report.JsonReport;
import dev.eddyline.graph.report.LintReport;
import dev.eddyline.graph.report.Linted;
import dev.eddyline.graph.report.SarifReport;
import dev.eddyline.graph.report.TextReport;
import dev.eddyline.graph.report.Unread;
import dev.eddyline.text.Printable;
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
        "Reads workflow graphs (Eddyline's YAML, LangGraph's JSON, Mermaid flowcharts also within"
            + " Markdown, BPMN 2.0, Amazon States Language) and reports where a run can loop"
            + " forever, before anything runs. Exit code 0 when all are clean, 5 when there are"
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
  private Path picture;

  private final Function<WorkflowGraph, GraphCheck> lint;
  private final List<Linted> linted = new ArrayList<>();
  private final List<Unread> unread = new ArrayList<>();
  private final Map<String, String> fileOf = new HashMap<>();

  LintCommand() {
    this(GraphLint::of);
  }

  /** A command with another linter. */
  LintCommand(Function<WorkflowGraph, GraphCheck> lint) {
    this.lint = lint;
  }

  @Override
  public Integer call() throws IOException {
    if (files.size() > 1 && (bounds != null || picture != null)) {
      throw new InvalidSettingException(
          "--bounds and --svg need one file, were given with several");
    }
    for (Path file : files) {
      lint(file);
    }
    LintReport report = new LintReport(linted, unread);
    PrintWriter out = spec.commandLine().getOut();
    // JSON does not escape C1 and bidi controls; within its strings the escapes mean the same
    out.print(
        Printable.escapeLines(
            switch (format) {
              case TEXT -> TextReport.of(report);
              case JSON -> JsonReport.of(report);
              case SARIF -> SarifReport.of(report);
            }));
    out.flush();
    draw();
    if (!report.isComplete()) {
      return ExitCode.PARTLY_READ;
    }
    return report.hasFindings() ? ExitCode.FINDINGS : ExitCode.OK;
  }

  private void lint(Path file) throws IOException {
    try {
      Optional<String> beside = bounds == null ? Optional.empty() : Optional.of(text(bounds));
      for (GraphReading reading :
          GraphReader.readAll(file.toString(), text(file), Optional.empty(), beside)) {
        if (isFirst(reading.graph().name(), file.toString())) {
          linted.add(new Linted(file.toString(), reading, lint.apply(reading.graph())));
        }
      }
    } catch (InvalidGraphException wrong) {
      boolean isBeside = bounds != null && wrong.source().equals(bounds.toString());
      unread.add(new Unread((isBeside ? bounds : file).toString(), wrong.problems()));
    } catch (InvalidSettingException wrong) {
      throw wrong;
    } catch (RuntimeException | StackOverflowError unexpected) {
      // the other files are still linted
      unread.add(new Unread(file.toString(), List.of("internal error: " + unexpected)));
    }
  }

  /** Whether it is the first graph of its workflow; a second one is reported and skipped. */
  private boolean isFirst(String name, String file) {
    String other = fileOf.putIfAbsent(name, file);
    if (other != null) {
      String second = "a second graph of workflow '%s', first in %s".formatted(name, other);
      unread.add(new Unread(file, List.of(second)));
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

  private void draw() throws IOException {
    if (picture == null) {
      return;
    }
    if (linted.size() != 1) {
      throw new InvalidSettingException("--svg draws one graph, were " + linted.size());
    }
    Linted one = linted.get(0);
    Files.writeString(picture, GraphPicture.svg(one.reading().graph(), one.findings()));
  }
}

package dev.eddyline.cli;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.lint.LintFile;
import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.read.GraphReader;
import dev.eddyline.graph.read.ParsedGraph;
import dev.eddyline.graph.read.TemplateDefinitions;
import dev.eddyline.graph.report.JsonReport;
import dev.eddyline.graph.report.LintNote;
import dev.eddyline.graph.report.LintReport;
import dev.eddyline.graph.report.LintedGraph;
import dev.eddyline.graph.report.MarkdownReport;
import dev.eddyline.graph.report.SarifReport;
import dev.eddyline.graph.report.TextReport;
import dev.eddyline.graph.report.UnreadableFile;
import dev.eddyline.graph.source.GraphFiles;
import dev.eddyline.graph.source.GraphFolder;
import dev.eddyline.yaml.FileProblem;
import dev.eddyline.yaml.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
            + " Eddyline's YAML, LangGraph's JSON, Mermaid flowcharts and state diagrams, BPMN 2.0,"
            + " Amazon States Language, n8n, Flowise agent flows, Dify workflows and Graphviz DOT. Mermaid may be"
            + " within Markdown, Amazon States Language within templates. Exit code 0: nothing, or"
            + " warnings only; 5: errors; 3: a file, or part of one, could not be understood. Exit"
            + " code 2: a file is missing, or the command line or .eddyline-lint.yaml is wrong. The"
            + " file .eddyline-lint.yaml in the working folder gives bounds and waivers.",
    mixinStandardHelpOptions = true)
final class LintCommand implements Callable<Integer> {

  /** The format of a report. */
  enum Format {
    /** Text for people. */
    TEXT,
    /** JSON with all details and the changed graphs. */
    JSON,
    /** SARIF 2.1.0. */
    SARIF,
    /** Markdown with the graphs as Mermaid, their cycles in red. */
    MARKDOWN
  }

  private static final String NO_GRAPH = "no file with a workflow graph in this folder";
  private static final String NO_DEFINITION =
      "no definition of its state machines is in a file that it names: lint the file that has one";

  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "files with graphs, or folders")
  private List<Path> files;

  @Option(names = "--format", description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}")
  private Format format = Format.TEXT;

  @Option(
      names = "--bounds",
      paramLabel = "FILE",
      description = "YAML with what the graph's format cannot express; for one graph")
  private Path bounds;

  private final Function<ParsedGraph, LintResult> lint;
  private final Path folder;
  private final LocalDate today;
  private LintFile lintFile = LintFile.NONE;
  private final List<LintedGraph> lintedGraphs = new ArrayList<>();
  private final List<UnreadableFile> unreadableFiles = new ArrayList<>();
  private final List<LintNote> notes = new ArrayList<>();

  private final LintedFiles linted = new LintedFiles();

  LintCommand() {
    this(GraphLint::lint, Path.of(""), LocalDate.now(ZoneOffset.UTC));
  }

  /** A command with another linter, folder of the lint file and day. */
  LintCommand(Function<ParsedGraph, LintResult> lint, Path folder, LocalDate today) {
    this.lint = lint;
    this.folder = folder;
    this.today = today;
  }

  @Override
  public Integer call() {
    requireOneIfForOne(files);
    Map<Path, List<Path>> graphFiles = expandFolders();
    requireOneIfForOne(graphFiles.values().stream().flatMap(List::stream).toList());
    if (bounds != null) {
      require(bounds, FileProblem.ofInput(bounds));
    }
    lintFile = readLintFile();
    graphFiles.values().forEach(each -> each.forEach(linted::add));
    graphFiles.values().forEach(each -> each.forEach(this::lint));
    graphFiles.values().forEach(this::requireGraph);
    List<Path> folders = files.stream().filter(Files::isDirectory).toList();
    LintReport report =
        LintReport.of(lintedGraphs, unreadableFiles, notes, lintFile, folders, today);
    PrintWriter out = spec.commandLine().getOut();
    // JSON does not escape C1 and bidi controls; within its strings the escapes mean the same
    out.print(
        Printable.escapeLines(
            switch (format) {
              case TEXT -> TextReport.render(report);
              case JSON -> JsonReport.render(report);
              case SARIF -> SarifReport.render(report);
              case MARKDOWN -> MarkdownReport.render(report);
            }));
    out.flush();
    if (!report.isComplete()) {
      return ExitCode.PARTLY_READ;
    }
    return report.hasErrors() ? ExitCode.FINDINGS : ExitCode.OK;
  }

  private LintFile readLintFile() {
    Path file = folder.resolve(LintFile.NAME);
    if (!Files.exists(file)) {
      return LintFile.NONE;
    }
    require(file, FileProblem.ofInput(file));
    try {
      return LintFile.read(LintFile.NAME, text(file));
    } catch (InvalidGraphException wrong) {
      throw new InvalidSettingException(LintFile.NAME + ": " + String.join("; ", wrong.problems()));
    }
  }

  private void requireOneIfForOne(List<Path> paths) {
    if (paths.size() > 1 && bounds != null) {
      throw new InvalidSettingException("--bounds needs one file, was given with several");
    }
  }

  /**
   * What is named must have a graph or a problem: the notes of a file or folder without either are
   * its problems. A file is never left out without a word.
   */
  private void requireGraph(List<Path> namedFiles) {
    boolean isNothingRead = namedFiles.stream().noneMatch(linted::leadsToReport);
    for (Path file : namedFiles) {
      List<LintNote> own =
          notes.stream().filter(note -> note.file().equals(file.toString())).toList();
      if (linted.leadsToReport(file) || !own.isEmpty() && !isNothingRead) {
        continue;
      }
      notes.removeAll(own);
      List<String> problems = own.stream().map(LintNote::text).distinct().toList();
      unreadableFiles.add(
          new UnreadableFile(
              file.toString(), problems.isEmpty() ? List.of(NO_DEFINITION) : problems));
      linted.addReported(file);
    }
  }

  /** The files with graphs, by what is named, which must be readable. */
  private Map<Path, List<Path>> expandFolders() {
    Map<Path, List<Path>> expanded = new LinkedHashMap<>();
    for (Path path : files) {
      require(path, FileProblem.ofInputOrFolder(path));
      try {
        GraphFolder found = GraphFolder.of(path);
        expanded.put(path, found.graphs());
        found.leftOut().forEach(line -> notes.add(new LintNote(path.toString(), 0, line)));
        if (found.graphs().isEmpty()) {
          unreadableFiles.add(new UnreadableFile(path.toString(), List.of(NO_GRAPH)));
        }
      } catch (IOException unread) {
        require(path, Optional.of(FileProblem.reason(unread)));
      }
    }
    return expanded;
  }

  private static void require(Path path, Optional<String> problem) {
    if (problem.isPresent()) {
      throw new InvalidSettingException(path + ": " + problem.get());
    }
  }

  private void lint(Path file) {
    try {
      Optional<String> boundsText = bounds == null ? Optional.empty() : Optional.of(text(bounds));
      String text = text(file);
      TemplateDefinitions definitions = TemplateDefinitions.in(file.toString(), text);
      if (definitions.hasGraphs()) {
        for (ParsedGraph reading :
            GraphReader.parseAllGraphs(file.toString(), text, Optional.empty(), boundsText)) {
          linted.addReported(file);
          lint(file.toString(), reading);
        }
      }
      definitions.elsewhere().forEach(each -> lintDefinition(file, each));
    } catch (InvalidGraphException wrong) {
      linted.addReported(file);
      boolean isBoundsProblem = bounds != null && wrong.source().equals(bounds.toString());
      unreadableFiles.add(
          new UnreadableFile((isBoundsProblem ? bounds : file).toString(), wrong.problems()));
    } catch (InvalidSettingException wrong) {
      throw wrong;
    } catch (RuntimeException | StackOverflowError unexpected) {
      // the other files are still linted
      linted.addReported(file);
      unreadableFiles.add(
          new UnreadableFile(file.toString(), List.of("internal error: " + unexpected)));
    }
  }

  /** Lints the file that a template names, if it is there and not linted anyway. */
  private void lintDefinition(Path template, TemplateDefinitions.Reference reference) {
    Optional<Path> definition = reference.localFile(template);
    if (definition.isEmpty()) {
      notes.add(new LintNote(template.toString(), reference.line(), reference.problem()));
      return;
    }
    linted.addDefinition(template, definition.get());
    if (linted.add(definition.get())) {
      lint(definition.get());
    }
  }

  private void lint(String file, ParsedGraph reading) {
    ParsedGraph bounded;
    try {
      bounded = lintFile.withBounds(file, reading);
    } catch (InvalidGraphException wrong) {
      // without its bounds nothing can be said of the graph
      unreadableFiles.add(new UnreadableFile(file, wrong.problems()));
      return;
    }
    lintedGraphs.add(
        LintedGraph.of(
            file, bounded, lint.apply(bounded), lintFile.waiversOf(file, bounded), today));
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > 4L * GraphReader.MAX_CHARS) {
        throw new InvalidSettingException(file + ": must have ≤ 400 MB");
      }
      return GraphFiles.readText(file);
    } catch (IOException unread) {
      throw new InvalidGraphException(file.toString(), List.of(FileProblem.reason(unread)));
    }
  }
}

package dev.eddyline.graph.report;

import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.LintRemedy;
import dev.eddyline.graph.lint.NodeNames;
import dev.eddyline.graph.lint.Waiver;
import dev.eddyline.graph.model.GraphWriter;
import dev.eddyline.graph.model.UnparsedPart;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.yaml.Printable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes a lint report as text. */
public final class TextReport {

  private static final int MAX_PRINTED_CHANGED_LINES = 20;
  private static final int MAX_PRINTED_CYCLE_NODES = 12;
  private static final String NOT_LINTED = " Not linted again.";

  private final StringBuilder text = new StringBuilder();

  private TextReport() {}

  /** The report as text, each line ended. */
  public static String render(LintReport report) {
    TextReport textReport = new TextReport();
    report.lintedGraphs().forEach(textReport::appendReport);
    report.unreadableFiles().forEach(textReport::appendReport);
    report.notes().forEach(each -> textReport.appendLine("%s: %s", each.place(), each.text()));
    WaiverSuggestion.lines(report).forEach(line -> textReport.appendLine("%s", line));
    return textReport.text.toString();
  }

  private void appendLine(String format, Object... values) {
    String line = values.length == 0 ? format : format.formatted(values);
    text.append(Printable.escape(line)).append('\n');
  }

  private void appendReport(UnreadableFile unread) {
    unread
        .problems()
        .forEach(problem -> appendLine("%s: cannot be read: %s", unread.file(), problem));
  }

  private void appendReport(LintedGraph linted) {
    appendLine("%s", summarize(linted));
    for (UnparsedPart misread : linted.parsedGraph().unparsedParts()) {
      appendLine("  not understood: %s", misread);
    }
    for (String what : linted.lintResult().incompleteChecks()) {
      appendLine("  incomplete check, the graph is too large for it: %s", what);
    }
    NodeNames names = linted.names();
    linted.openFindings().forEach(finding -> appendReport(linted, finding, names));
    for (GraphFinding finding : linted.findings()) {
      Waiver waiver = linted.waivers().get(finding);
      if (waiver != null) {
        appendWaived(finding, waiver, names);
      }
    }
  }

  private void appendWaived(GraphFinding finding, Waiver waiver, NodeNames names) {
    appendLine("");
    appendLine("  waived until %s: %s", waiver.until(), finding.kind().title());
    appendLine("    %s", formatCycle(finding, names));
    appendLine("    %s", waiver.reason());
  }

  /** The file, the graph's name, how many findings it has, and its size. */
  static String summarize(LintedGraph linted) {
    WorkflowGraph graph = linted.parsedGraph().graph();
    boolean isOfFile = graph.name().startsWith(linted.file());
    return "%s %s (%d nodes, %d edges)"
        .formatted(
            isOfFile ? graph.name() + ":" : linted.file() + ": " + graph.name(),
            summarizeFindings(linted),
            graph.nodes().size(),
            graph.edges().size());
  }

  private static String summarizeFindings(LintedGraph linted) {
    if (!linted.openFindings().isEmpty()) {
      return describeCountsBySeverity(linted.openFindings());
    }
    if (linted.isComplete() && !linted.waivers().isEmpty()) {
      return formatCountWithNoun(linted.waivers().size(), "waived finding");
    }
    return linted.isComplete() ? "clean" : "no findings in the completed checks";
  }

  private static String describeCountsBySeverity(List<GraphFinding> findings) {
    long errors = findings.stream().filter(each -> each.kind().isError()).count();
    return formatCountWithNoun(errors, "error")
        + ", "
        + formatCountWithNoun(findings.size() - errors, "warning");
  }

  private static String formatCountWithNoun(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private void appendReport(LintedGraph linted, GraphFinding finding, NodeNames names) {
    appendLine("");
    String level = finding.kind().isError() ? "error" : "warning";
    String column = finding.column() > 0 ? ":" + finding.column() : "";
    String place = finding.line() > 0 ? linted.file() + ":" + finding.line() + column + ": " : "";
    appendLine(
        "  %s%s: %s [%s]", place, level, finding.kind().title(), JsonReport.lower(finding.kind()));
    appendLine("    %s", formatCycle(finding, names));
    if (!finding.edgesToChange().isEmpty()) {
      appendLine(
          "    edge to change: %s",
          finding.edgesToChange().stream()
              .map(edge -> names.nameOf(edge).toString())
              .collect(Collectors.joining(", ")));
    }
    finding.reason().lines().forEach(line -> appendLine("    %s", line));
    int number = 0;
    for (LintRemedy remedy : finding.remedies()) {
      appendLine(
          "    %d. %s%s",
          ++number, remedy.recommended() ? "(recommended) " : "", remedy.description());
      appendLine("       Price: %s%s", remedy.price(), remedy.isLinted() ? "" : NOT_LINTED);
      List<String> own = RemedyInFormat.lines(linted, remedy);
      String format = RemedyInFormat.title(linted.parsedGraph().format());
      String begin =
          (finding.edgesToChange().isEmpty()
                  ? "In %s, in addition: "
                  : "In %s, in place of that edge: ")
              .formatted(format);
      for (String line : own) {
        appendLine("       %s%s", begin, line);
        begin = "In addition: ";
      }
      if (remedy.recommended() && own.isEmpty()) {
        appendChangedLines(linted.parsedGraph().graph(), remedy.graph());
      }
    }
  }

  /** The names of the nodes of a finding. */
  static String formatCycle(GraphFinding finding, NodeNames names) {
    List<String> nodes = names.namesOf(finding.cycle());
    String shown =
        String.join(
            finding.kind().separator(),
            nodes.subList(0, Math.min(MAX_PRINTED_CYCLE_NODES, nodes.size())));
    String more =
        nodes.size() > MAX_PRINTED_CYCLE_NODES
            ? finding.kind().separator()
                + "… %d more".formatted(nodes.size() - MAX_PRINTED_CYCLE_NODES)
            : "";
    return shown + more + (finding.kind().isCycle() ? " → " + nodes.get(0) : "");
  }

  /** Prints the lines of Eddyline's YAML that a remedy removes and adds. */
  private void appendChangedLines(WorkflowGraph before, WorkflowGraph after) {
    appendOther("       - %s", lines(before), lines(after));
    appendOther("       + %s", lines(after), lines(before));
  }

  private void appendOther(String format, Set<String> lines, Set<String> others) {
    lines.stream()
        .filter(line -> !others.contains(line))
        .limit(MAX_PRINTED_CHANGED_LINES)
        .forEach(line -> appendLine(format, line));
  }

  private static Set<String> lines(WorkflowGraph graph) {
    return GraphWriter.yaml(graph)
        .lines()
        .filter(line -> line.startsWith(" ") || line.startsWith("recursionLimit"))
        .map(line -> line.startsWith("  - ") ? line.substring(4) : line.strip())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}

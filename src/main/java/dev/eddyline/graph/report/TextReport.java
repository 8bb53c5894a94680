package dev.eddyline.graph.report;

import dev.eddyline.graph.FindingKind;
import dev.eddyline.graph.GraphFinding;
import dev.eddyline.graph.GraphWriter;
import dev.eddyline.graph.LintRemedy;
import dev.eddyline.graph.NodePair;
import dev.eddyline.graph.UnparsedPart;
import dev.eddyline.graph.WorkflowGraph;
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
    WorkflowGraph graph = linted.parsedGraph().graph();
    String name = graph.name().equals(linted.file()) ? "" : " " + graph.name();
    appendLine(
        "%s:%s %s (%d nodes, %d edges)",
        linted.file(), name, summarizeFindings(linted), graph.nodes().size(), graph.edges().size());
    for (UnparsedPart misread : linted.parsedGraph().unparsedParts()) {
      appendLine("  not understood: %s", misread);
    }
    for (String what : linted.lintResult().incompleteChecks()) {
      appendLine("  incomplete check, the graph is too large for it: %s", what);
    }
    linted.findings().forEach(finding -> appendReport(linted, finding));
  }

  private static String summarizeFindings(LintedGraph linted) {
    if (!linted.findings().isEmpty()) {
      return describeCountsBySeverity(linted.findings());
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

  private void appendReport(LintedGraph linted, GraphFinding finding) {
    appendLine("");
    String level = finding.kind().isError() ? "error" : "warning";
    String place = finding.line() > 0 ? linted.file() + ":" + finding.line() + ": " : "";
    appendLine("  %s%s: %s", place, level, finding.kind().title());
    appendLine("    %s", formatCycle(finding));
    if (!finding.edgesToChange().isEmpty()) {
      appendLine(
          "    edge to change: %s",
          finding.edgesToChange().stream()
              .map(NodePair::toString)
              .collect(Collectors.joining(", ")));
    }
    appendLine("    %s", finding.reason());
    int number = 0;
    for (LintRemedy remedy : finding.remedies()) {
      appendLine(
          "    %d. %s%s",
          ++number, remedy.recommended() ? "(recommended) " : "", remedy.description());
      appendLine("       Price: %s%s", remedy.price(), remedy.isLinted() ? "" : NOT_LINTED);
      if (remedy.recommended()) {
        appendChangedLines(linted.parsedGraph().graph(), remedy.graph());
      }
    }
  }

  private static String formatCycle(GraphFinding finding) {
    List<String> nodes = finding.cycle();
    String shown =
        String.join(" → ", nodes.subList(0, Math.min(MAX_PRINTED_CYCLE_NODES, nodes.size())));
    String more =
        nodes.size() > MAX_PRINTED_CYCLE_NODES
            ? " → … %d more".formatted(nodes.size() - MAX_PRINTED_CYCLE_NODES)
            : "";
    boolean isCycle = finding.kind() != FindingKind.NO_DEFAULT;
    return shown + more + (isCycle ? " → " + nodes.get(0) : "");
  }

  /** Prints the lines of Eddyline's YAML that a remedy removes and adds. */
  private void appendChangedLines(WorkflowGraph before, WorkflowGraph after) {
    Set<String> linesBefore = lines(before);
    Set<String> linesAfter = lines(after);
    linesBefore.stream()
        .filter(l -> !linesAfter.contains(l))
        .limit(MAX_PRINTED_CHANGED_LINES)
        .forEach(l -> appendLine("       - %s", l));
    linesAfter.stream()
        .filter(l -> !linesBefore.contains(l))
        .limit(MAX_PRINTED_CHANGED_LINES)
        .forEach(l -> appendLine("       + %s", l));
  }

  private static Set<String> lines(WorkflowGraph graph) {
    return GraphWriter.yaml(graph)
        .lines()
        .filter(line -> line.startsWith(" ") || line.startsWith("recursionLimit"))
        .map(line -> line.startsWith("  - ") ? line.substring(4) : line.strip())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}

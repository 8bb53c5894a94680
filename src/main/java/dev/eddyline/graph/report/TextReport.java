package dev.eddyline.graph.report;

import dev.eddyline.graph.FindingKind;
import dev.eddyline.graph.GraphFinding;
import dev.eddyline.graph.GraphWriter;
import dev.eddyline.graph.Misread;
import dev.eddyline.graph.Remedy;
import dev.eddyline.graph.Way;
import dev.eddyline.graph.WorkflowGraph;
import dev.eddyline.text.Printable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes a lint report as text. */
public final class TextReport {

  private static final int CHANGED_LINES = 20;
  private static final int CYCLE = 12;
  private static final String NOT_LINTED = " Not linted again.";

  private final StringBuilder text = new StringBuilder();

  private TextReport() {}

  /** The report as text, each line ended. */
  public static String of(LintReport report) {
    TextReport told = new TextReport();
    report.linted().forEach(told::tell);
    report.unread().forEach(told::tell);
    return told.text.toString();
  }

  private void line(String format, Object... values) {
    String line = values.length == 0 ? format : format.formatted(values);
    text.append(Printable.escape(line)).append('\n');
  }

  private void tell(Unread unread) {
    unread.problems().forEach(problem -> line("%s: cannot be read: %s", unread.file(), problem));
  }

  private void tell(Linted linted) {
    WorkflowGraph graph = linted.reading().graph();
    String name = graph.name().equals(linted.file()) ? "" : " " + graph.name();
    line(
        "%s:%s %s (%d nodes, %d edges)",
        linted.file(), name, inBrief(linted), graph.nodes().size(), graph.edges().size());
    for (Misread misread : linted.reading().misread()) {
      line("  not understood: %s", misread);
    }
    for (String what : linted.check().notSought()) {
      line("  incomplete check, the graph is too large for it: %s", what);
    }
    linted.findings().forEach(finding -> tell(linted, finding));
  }

  private static String inBrief(Linted linted) {
    if (!linted.findings().isEmpty()) {
      return counted(linted.findings());
    }
    return linted.isComplete() ? "clean" : "no findings in the completed checks";
  }

  private static String counted(List<GraphFinding> findings) {
    long errors = findings.stream().filter(each -> each.kind().isError()).count();
    return number(errors, "error") + ", " + number(findings.size() - errors, "warning");
  }

  private static String number(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private void tell(Linted linted, GraphFinding finding) {
    line("");
    String level = finding.kind().isError() ? "error" : "warning";
    String place = finding.line() > 0 ? linted.file() + ":" + finding.line() + ": " : "";
    line("  %s%s: %s", place, level, finding.kind().title());
    line("    %s", cycle(finding));
    if (!finding.change().isEmpty()) {
      line(
          "    edge to change: %s",
          finding.change().stream().map(Way::toString).collect(Collectors.joining(", ")));
    }
    line("    %s", finding.reason());
    int number = 0;
    for (Remedy remedy : finding.remedies()) {
      line("    %d. %s%s", ++number, remedy.recommended() ? "(recommended) " : "", remedy.change());
      line("       Price: %s%s", remedy.price(), remedy.isLinted() ? "" : NOT_LINTED);
      if (remedy.recommended()) {
        changes(linted.reading().graph(), remedy.graph());
      }
    }
  }

  private static String cycle(GraphFinding finding) {
    List<String> nodes = finding.cycle();
    String shown = String.join(" → ", nodes.subList(0, Math.min(CYCLE, nodes.size())));
    String more = nodes.size() > CYCLE ? " → … %d more".formatted(nodes.size() - CYCLE) : "";
    boolean isCycle = finding.kind() != FindingKind.NO_DEFAULT;
    return shown + more + (isCycle ? " → " + nodes.get(0) : "");
  }

  /** Prints the lines of Eddyline's YAML that a remedy removes and adds. */
  private void changes(WorkflowGraph before, WorkflowGraph after) {
    Set<String> was = lines(before);
    Set<String> is = lines(after);
    was.stream()
        .filter(l -> !is.contains(l))
        .limit(CHANGED_LINES)
        .forEach(l -> line("       - %s", l));
    is.stream()
        .filter(l -> !was.contains(l))
        .limit(CHANGED_LINES)
        .forEach(l -> line("       + %s", l));
  }

  private static Set<String> lines(WorkflowGraph graph) {
    return GraphWriter.yaml(graph)
        .lines()
        .filter(line -> line.startsWith(" ") || line.startsWith("recursionLimit"))
        .map(line -> line.startsWith("  - ") ? line.substring(4) : line.strip())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}

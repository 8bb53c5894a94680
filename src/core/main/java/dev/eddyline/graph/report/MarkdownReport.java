package dev.eddyline.graph.report;

import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.LintRemedy;
import dev.eddyline.graph.lint.Waiver;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.yaml.Printable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes a lint report as Markdown, such as a code host shows in the summary of a build: the
 * findings, and each graph that has some as a Mermaid flowchart with its cycles in red.
 */
public final class MarkdownReport {

  /** Mermaid draws no more edges without a setting. Of a larger graph the cycles are drawn. */
  private static final int MAX_DRAWN_EDGES = 500;

  private static final String RED = "stroke:#c62828,stroke-width:2px";

  private final StringBuilder text = new StringBuilder();

  private MarkdownReport() {}

  /** The report as text, each line ended. */
  public static String render(LintReport report) {
    MarkdownReport markdown = new MarkdownReport();
    report.lintedGraphs().forEach(markdown::append);
    for (UnreadableFile unread : report.unreadableFiles()) {
      markdown.line("### %s: cannot be read".formatted(plain(unread.file())));
      unread.problems().forEach(problem -> markdown.line("- " + plain(problem)));
    }
    report
        .notes()
        .forEach(
            note -> markdown.line("- %s: %s".formatted(plain(note.place()), plain(note.text()))));
    return markdown.text.toString();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private void append(LintedGraph linted) {
    line("### " + plain(TextReport.summarize(linted)));
    linted
        .parsedGraph()
        .unparsedParts()
        .forEach(part -> line("- not understood: " + plain(part.toString())));
    for (GraphFinding finding : linted.openFindings()) {
      line(
          "- **%s** %s, line %d: %s. %s"
              .formatted(
                  finding.kind().isError() ? "error" : "warning",
                  finding.kind().title(),
                  finding.line(),
                  plain(TextReport.formatCycle(finding, linted.names())),
                  plain(sentences(finding))));
      finding.reason().lines().skip(1).forEach(this::code);
      for (LintRemedy remedy : finding.remedies().stream().limit(1).toList()) {
        line("\n  " + plain(remedy.description()) + "\n");
        RemedyInFormat.lines(linted, remedy).forEach(this::code);
      }
    }
    for (GraphFinding finding : linted.findings()) {
      Waiver waiver = linted.waivers().get(finding);
      if (waiver != null) {
        line(
            "- waived until %s: %s: %s. %s"
                .formatted(
                    waiver.until(),
                    finding.kind().title(),
                    plain(TextReport.formatCycle(finding, linted.names())),
                    plain(waiver.reason())));
      }
    }
    if (!linted.openFindings().isEmpty()) {
      line("\n```mermaid");
      draw(linted.parsedGraph().graph(), linted.openFindings());
      line("```\n");
    }
  }

  private static String sentences(GraphFinding finding) {
    return finding.reason().lines().findFirst().orElse("");
  }

  private void code(String code) {
    line("  ```\n  " + Printable.escape(code).replace("```", "") + "\n  ```");
  }

  private void draw(WorkflowGraph graph, List<GraphFinding> findings) {
    Set<String> redNodes = new HashSet<>();
    Set<NodePair> redPairs = new HashSet<>();
    for (GraphFinding finding : findings) {
      List<String> cycle = finding.cycle();
      redNodes.addAll(cycle);
      for (int at = 0; finding.kind().isCycle() && at < cycle.size(); at++) {
        redPairs.add(new NodePair(cycle.get(at), cycle.get((at + 1) % cycle.size())));
      }
    }
    boolean isSmall = graph.edges().size() <= MAX_DRAWN_EDGES;
    List<Edge> edges =
        graph.edges().stream()
            .filter(edge -> isSmall || redPairs.contains(edge.endpointPair()))
            .limit(MAX_DRAWN_EDGES)
            .toList();
    Set<String> named = new HashSet<>(redNodes);
    edges.forEach(edge -> named.addAll(List.of(edge.from(), edge.to())));
    Map<String, String> ids = new HashMap<>();
    line("flowchart TD");
    for (Node node : graph.nodes()) {
      if (isSmall || named.contains(node.id())) {
        ids.put(node.id(), "n" + ids.size());
        line("  " + ids.get(node.id()) + shape(node));
      }
    }
    edges.forEach(edge -> line("  " + ids.get(edge.from()) + arrow(edge) + ids.get(edge.to())));
    List<String> redIds =
        redNodes.stream().map(ids::get).filter(Objects::nonNull).sorted().toList();
    if (!redIds.isEmpty()) {
      line("  classDef found " + RED);
      line("  class " + String.join(",", redIds) + " found");
    }
    String redEdges =
        IntStream.range(0, edges.size())
            .filter(number -> redPairs.contains(edges.get(number).endpointPair()))
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(","));
    if (!redEdges.isEmpty()) {
      line("  linkStyle " + redEdges + " " + RED);
    }
  }

  private static String arrow(Edge edge) {
    String line = edge.kind() == EdgeKind.FIXED ? " -->" : " -.->";
    return line + (edge.condition().isEmpty() ? " " : "|" + quoted(edge.condition()) + "| ");
  }

  private static String shape(Node node) {
    String label = quoted(node.label());
    return switch (node.kind()) {
      case START, END -> "([" + label + "])";
      case ROUTE -> "{" + label + "}";
      case STEP -> "[" + label + "]";
    };
  }

  /** A text of Mermaid in quotes: signs that have a meaning there are entities. */
  private static String quoted(String text) {
    return '"' + withEntities(text.replace("#", "#35;").replace("\"", "#quot;")) + '"';
  }

  /** A text whose signs have no meaning in Markdown and HTML, in one line. */
  private static String plain(String text) {
    return withEntities(text.replaceAll("\\s+", " ")).replaceAll("([\\\\`*_{}\\[\\]|#])", "\\\\$1");
  }

  private static String withEntities(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}

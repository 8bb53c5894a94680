package dev.eddyline.graph.report;

import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.LintRemedy;
import dev.eddyline.graph.lint.LintRemedyKind;
import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.read.GraphFormat;
import dev.eddyline.graph.read.ParsedGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A remedy in the format of the graph's file, where that can express it: an edge that the remedy
 * bounds by a counter. With these lines in the file, lint has no finding there.
 */
final class RemedyInFormat {

  private final LintedGraph linted;
  private final ParsedGraph parsed;

  private final AslRemedy asl;

  private RemedyInFormat(LintedGraph linted, LintRemedy remedy) {
    this.linted = linted;
    this.parsed = linted.parsedGraph();
    List<String> cycle =
        linted.findings().stream()
            .filter(finding -> finding.remedies().contains(remedy))
            .findFirst()
            .map(GraphFinding::cycle)
            .orElse(List.of());
    this.asl = new AslRemedy(parsed.scopes(), cycle);
  }

  /** The lines to write; empty if the format, or the remedy, needs Eddyline's YAML. */
  static List<String> lines(LintedGraph linted, LintRemedy remedy) {
    return new RemedyInFormat(linted, remedy).edges(remedy);
  }

  private List<String> edges(LintRemedy remedy) {
    WorkflowGraph changed = remedy.graph();
    Map<NodePair, Edge> before = new HashMap<>();
    parsed.graph().edges().forEach(edge -> before.putIfAbsent(edge.endpointPair(), edge));
    List<String> lines = new ArrayList<>();
    List<String> added = new ArrayList<>();
    for (Edge edge : changed.edges()) {
      Edge old = before.get(edge.endpointPair());
      if (old == null && (edge.counter().isPresent() || edge.guard().isPresent())) {
        return List.of(); // a retry that leads elsewhere than before
      }
      if (old == null) {
        addedEdge(edge).ifPresent(added::add);
      } else if (edge.counter().isPresent() && old.counter().isEmpty()) {
        max(changed, edge.counter().get())
            .map(max -> boundedEdge(old, name(edge), max))
            .filter(line -> !line.isEmpty())
            .ifPresent(lines::add);
      }
    }
    if (!lines.isEmpty() || remedy.kind() == LintRemedyKind.WAY_OUT) {
      lines.addAll(added);
    }
    return lines;
  }

  private static Optional<Integer> max(WorkflowGraph graph, String counter) {
    return graph.counters().stream()
        .filter(each -> each.name().equals(counter))
        .flatMap(each -> each.max().stream().boxed())
        .findFirst();
  }

  /** The name of a counter, as a variable that lint takes for one, in any language. */
  private static String name(Edge edge) {
    String of = edge.counter().orElseThrow().replaceFirst("^retries_of_", "");
    String name = of.replaceAll("[^A-Za-z0-9]+", "_") + "_retry_count";
    return name.matches("[A-Za-z].*") ? name.replace("__", "_") : "retry_count";
  }

  /** What to write in place of an edge; empty if the format cannot express it. */
  private String boundedEdge(Edge changed, String counter, int max) {
    Edge edge = parsed.format() == GraphFormat.ASL ? asl.edge(changed) : changed;
    String text = text(edge, counter, max);
    return template(edge)
        .formatted(
            linted.names().nameOf(edge.from()),
            linted.names().nameOf(edge.to()),
            counter,
            max,
            id(edge.from()),
            id(edge.to()),
            parsed.format() == GraphFormat.DOT ? quoted(text) : text);
  }

  /** An edge that the remedy adds, such as that to an end once the counter is used up. */
  private Optional<String> addedEdge(Edge edge) {
    return switch (parsed.format()) {
      case MERMAID, MARKDOWN ->
          Optional.of(id(edge.from()) + " --> " + (parsed.isStateDiagram() ? "[*]" : edge.to()));
      case DOT -> Optional.of(id(edge.from()) + " -> " + id(edge.to()));
      default -> Optional.empty();
    };
  }

  /** The text of the edge, in brackets if it needs them, with the comparison. */
  private static String text(Edge edge, String counter, int max) {
    String comparison = "%s < %d".formatted(counter, max);
    return Stream.of(edge.condition(), "(" + edge.condition() + ")")
        .map(condition -> condition + " and " + comparison)
        .filter(both -> BoundText.in(both).filter(BoundText::isProof).isPresent())
        .filter(both -> !edge.condition().isEmpty())
        .findFirst()
        .orElse(comparison);
  }

  /** A node as a diagram has it; a state without the mark of its start or end. */
  private String id(String id) {
    return parsed.isStateDiagram()
        ? id.replaceAll("/\\[\\*](?: end)?$", "").replace(" end", "")
        : parsed.format() == GraphFormat.DOT ? quoted(id) : id;
  }

  /** A text of DOT in quotes. */
  private static String quoted(String text) {
    return '"' + text.replace("\"", "\\\"") + '"';
  }

  /** A text with the arguments of {@link #boundedEdge}. */
  private String template(Edge edge) {
    return switch (parsed.format()) {
      case MERMAID, MARKDOWN ->
          parsed.isStateDiagram() ? "%5$s --> %6$s : %7$s" : "%5$s -->|%7$s| %6$s";
      case DOT -> "%5$s -> %6$s [label=%7$s]";
      case BPMN -> bpmn(edge);
      case ASL -> asl.template(edge, isFromRoute(edge));
      case LANGGRAPH ->
          "in the router of %1$s: if state[\"%3$s\"] >= %4$d: return END, and count it on the way to"
              + " %2$s";
      case N8N ->
          "an IF node on the way from %1$s to %2$s that goes on only if {{ $runIndex }} < %4$d; n8n counts"
              + " its runs in the whole execution; connect its false output to what comes afterwards";
      case FLOWISE ->
          "a Loop node after %1$s that loops back to %2$s, with a Max Loop Count of %4$d";
      case DIFY ->
          "a Loop node with the nodes from %2$s to %1$s in it, and a Maximum Loop Count of %4$d";
      case YAML -> "";
    };
  }

  /** Engines look at no condition of a default flow, of a fork, or at a boundary event. */
  private String bpmn(Edge edge) {
    if (edge.from().equals(edge.to())) {
      return "loopMaximum=\"%4$d\" at the loop of %1$s";
    }
    String expression = edge.expression().replace("%", "%%");
    boolean isFeel = expression.startsWith("=");
    String whole =
        isFeel
            ? "=(%s) and %%3$s < %%4$d".formatted(expression.substring(1))
            : expression.matches("(?s)[$#]\\{.*}")
                ? expression.charAt(0)
                    + "{(%s) && %%3$s < %%4$d}"
                        .formatted(expression.substring(2, expression.length() - 1))
                : "${%3$s < %4$d}";
    String flow = "the condition " + whole + " for the flow %1$s → %2$s";
    return switch (edge.kind()) {
      case DEFAULT -> flow + ", and another flow as the default of %1$s";
      case FIXED -> isFromRoute(edge) ? "" : flow;
      case CONDITIONAL -> edge.condition().isEmpty() ? "" : flow;
      case ROUTED -> flow;
    };
  }

  private boolean isFromRoute(Edge edge) {
    return parsed.graph().nodes().stream()
        .anyMatch(node -> node.id().equals(edge.from()) && node.kind() == NodeKind.ROUTE);
  }

  /** The format's name for people. */
  static String title(GraphFormat format) {
    return format == GraphFormat.MARKDOWN ? GraphFormat.MERMAID.title() : format.title();
  }
}

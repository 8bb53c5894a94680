package dev.eddyline.graph.report;

import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.LintRemedy;
import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphCounter;
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
import java.util.regex.Pattern;

/**
 * A remedy in the format of the graph's file, where that can express it: an edge that the remedy
 * bounds by a counter. With these lines in the file, lint has no finding there.
 */
final class RemedyInFormat {

  private static final String BPMN_FLOW =
      "<conditionExpression>${%3$s &lt; %4$d}</conditionExpression> in the flow %1$s → %2$s";
  private static final String BPMN_CONDITION =
      "&amp;&amp; %3$s &lt; %4$d (in FEEL: and %3$s &lt; %4$d) behind the condition, in brackets, of the flow %1$s → %2$s";
  private static final String BPMN_LOOP = "loopMaximum=\"%4$d\" at the loop of %1$s";

  /** A key of JSON that needs no quotes in YAML. */
  private static final Pattern PLAIN_KEY = Pattern.compile("\"(\\w+)\": ");

  private static final String LANGGRAPH =
      "in the router of %1$s: if state[\"%3$s\"] >= %4$d: return END, and count it on the way to"
          + " %2$s";
  private static final String N8N =
      "an IF node on the way from %1$s to %2$s that goes on only if {{ $runIndex }} < %4$d; n8n counts"
          + " the runs of the IF node itself";
  private static final String FLOWISE =
      "a Loop node after %1$s that loops back to %2$s, with a Max Loop Count of %4$d";
  private static final String DIFY =
      "a Loop node with the nodes from %2$s to %1$s in it, and a Maximum Loop Count of %4$d";

  private RemedyInFormat() {}

  /** The lines to write; empty if the format, or the remedy, needs Eddyline's YAML. */
  static List<String> lines(LintedGraph linted, LintRemedy remedy) {
    List<String> cycle =
        linted.findings().stream()
            .filter(finding -> finding.remedies().contains(remedy))
            .findFirst()
            .map(GraphFinding::cycle)
            .orElse(List.of());
    List<String> lines = edges(linted, remedy, cycle);
    boolean isYaml =
        linted.parsedGraph().format() == GraphFormat.ASL && linted.file().matches(".*\\.ya?ml");
    return isYaml
        ? lines.stream().map(line -> PLAIN_KEY.matcher(line).replaceAll("$1: ")).toList()
        : lines;
  }

  private static List<String> edges(LintedGraph linted, LintRemedy remedy, List<String> cycle) {
    ParsedGraph parsed = linted.parsedGraph();
    Map<NodePair, Edge> before = new HashMap<>();
    parsed.graph().edges().forEach(edge -> before.putIfAbsent(edge.endpointPair(), edge));
    List<String> lines = new ArrayList<>();
    List<String> more = new ArrayList<>();
    for (Edge edge : remedy.graph().edges()) {
      Optional<Edge> old = Optional.ofNullable(before.get(edge.endpointPair()));
      if (old.isEmpty() && (edge.counter().isPresent() || edge.guard().isPresent())) {
        return List.of(); // a retry that leads elsewhere than before
      }
      if (old.isEmpty()) {
        more.addAll(newEdge(parsed, edge));
      } else if (edge.counter().isPresent() && old.get().counter().isEmpty()) {
        max(remedy.graph(), edge.counter().get())
            .ifPresent(max -> lines.addAll(boundEdge(linted, old.get(), cycle, name(edge), max)));
      }
    }
    if (!lines.isEmpty()) {
      lines.addAll(more);
    }
    return lines;
  }

  private static Optional<Integer> max(WorkflowGraph graph, String counter) {
    return graph.counters().stream()
        .filter(each -> each.name().equals(counter) && each.max().isPresent())
        .map(GraphCounter::max)
        .map(max -> max.orElseThrow())
        .findFirst();
  }

  /** The name of a counter, as a variable that lint takes for one, in any language. */
  private static String name(Edge edge) {
    String of = edge.counter().orElseThrow().replaceFirst("^retries_of_", "");
    String name = of.replaceAll("[^A-Za-z0-9]+", "_") + "_retry_count";
    return name.matches("[A-Za-z].*") ? name.replace("__", "_") : "retry_count";
  }

  private static List<String> boundEdge(
      LintedGraph linted, Edge edge, List<String> cycle, String counter, int max) {
    ParsedGraph parsed = linted.parsedGraph();
    String written = text(edge, counter, max);
    return switch (parsed.format()) {
      case MERMAID, MARKDOWN ->
          List.of(
              parsed.isStateDiagram()
                  ? "%s --> %s : %s".formatted(state(edge.from()), state(edge.to()), written)
                  : "%s -->|%s| %s".formatted(edge.from(), written, edge.to()));
      case DOT ->
          List.of(
              "%s -> %s [label=%s]"
                  .formatted(quoted(edge.from()), quoted(edge.to()), quoted(written)));
      case ASL -> {
        AslRemedy asl = new AslRemedy(parsed.scopes(), cycle);
        Edge own = asl.edge(edge);
        String template = asl.template(own, isFromRoute(parsed, own));
        yield List.of(filled(template, linted, own, counter, max));
      }
      default ->
          template(parsed, edge)
              .map(template -> filled(template, linted, edge, counter, max))
              .stream()
              .toList();
    };
  }

  private static String filled(
      String template, LintedGraph linted, Edge edge, String counter, int max) {
    return template.formatted(
        linted.names().nameOf(edge.from()), linted.names().nameOf(edge.to()), counter, max);
  }

  /** The text of the edge with the comparison, if lint takes both together as a proof. */
  private static String text(Edge edge, String counter, int max) {
    String comparison = "%s < %d".formatted(counter, max);
    String both = edge.condition() + " and " + comparison;
    boolean isProof =
        !edge.condition().isEmpty() && BoundText.in(both).filter(BoundText::isProof).isPresent();
    return isProof ? both : comparison;
  }

  /** A text of DOT in quotes. */
  private static String quoted(String text) {
    return '"' + text.replace("\"", "\\\"") + '"';
  }

  /** The state that a node is, without the mark of its start or end. */
  private static String state(String id) {
    return id.replaceAll("/\\[\\*](?: end)?$", "").replace(" end", "");
  }

  private static Optional<String> template(ParsedGraph parsed, Edge edge) {
    return switch (parsed.format()) {
      case BPMN -> bpmn(parsed, edge);
      case LANGGRAPH -> Optional.of(LANGGRAPH);
      case N8N -> Optional.of(N8N);
      case FLOWISE -> Optional.of(FLOWISE);
      case DIFY -> Optional.of(DIFY);
      default -> Optional.empty();
    };
  }

  /** Engines look at no condition of a default flow, of a fork, or at a boundary event. */
  private static Optional<String> bpmn(ParsedGraph parsed, Edge edge) {
    if (edge.from().equals(edge.to())) {
      return Optional.of(BPMN_LOOP);
    }
    return switch (edge.kind()) {
      case DEFAULT -> Optional.empty();
      case FIXED -> isFromRoute(parsed, edge) ? Optional.empty() : Optional.of(BPMN_FLOW);
      case CONDITIONAL ->
          edge.condition().isEmpty() ? Optional.empty() : Optional.of(BPMN_CONDITION);
      case ROUTED -> Optional.of(BPMN_FLOW);
    };
  }

  private static boolean isFromRoute(ParsedGraph parsed, Edge edge) {
    return parsed.graph().nodes().stream()
        .anyMatch(node -> node.id().equals(edge.from()) && node.kind() == NodeKind.ROUTE);
  }

  /** An edge that the remedy adds, such as that to an end once the counter is used up. */
  private static List<String> newEdge(ParsedGraph parsed, Edge edge) {
    return switch (parsed.format()) {
      case MERMAID, MARKDOWN ->
          List.of(
              parsed.isStateDiagram()
                  ? state(edge.from()) + " --> [*]"
                  : "%s --> %s".formatted(edge.from(), edge.to()));
      case DOT -> List.of("\"%s\" -> \"%s\"".formatted(edge.from(), edge.to()));
      default -> List.of();
    };
  }

  /** The format's name for people. */
  static String title(GraphFormat format) {
    return format == GraphFormat.MARKDOWN ? GraphFormat.MERMAID.title() : format.title();
  }
}

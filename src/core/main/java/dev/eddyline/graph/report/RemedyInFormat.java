package dev.eddyline.graph.report;

import dev.eddyline.graph.lint.LintRemedy;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
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

  private static final String MERMAID = "%s -->|%s < %d| %s";
  private static final String STATES = "%s --> %s : %s < %d";
  private static final String DOT = "\"%s\" -> \"%s\" [label=\"%s < %d\"]";
  private static final String BPMN =
      "<conditionExpression>${%s &lt; %d}</conditionExpression> in the flow %s → %s";
  private static final String ASL_CHOICE =
      "in the choice to %1$s: {\"And\": […, {\"Variable\": \"$.%2$s.n\", \"NumericLessThan\":"
          + " %3$d}]}";
  private static final String ASL_DEFAULT = "a last choice %4$s, and a Default that ends";
  private static final String ASL_NEXT = "a Choice state with %4$s, and a Default that ends";
  private static final String ASL_NEW_CHOICE =
      "{\"Variable\": \"$.%2$s.n\", \"NumericLessThan\": %3$d, \"Next\": \"%1$s\"}";
  private static final String ASL_COUNT =
      "; before it a Pass with \"Parameters\": {\"n.$\": \"States.MathAdd($.%2$s.n,"
          + " 1)\"} and \"ResultPath\": \"$.%2$s\"; begin with {\"%2$s\": {\"n\": 0}}";

  /** A key of JSON that needs no quotes in YAML. */
  private static final Pattern PLAIN_KEY = Pattern.compile("\"(\\w+)\": ");

  private static final String LANGGRAPH =
      "in the router of %s: if state[\"%s\"] >= %d: return END, and count it on the way to %s";

  private RemedyInFormat() {}

  /** The lines to write; empty if the format, or the remedy, needs Eddyline's YAML. */
  static List<String> lines(LintedGraph linted, LintRemedy remedy) {
    List<String> lines = lines(linted.parsedGraph(), remedy);
    boolean isYaml =
        linted.parsedGraph().format() == GraphFormat.ASL && linted.file().matches(".*\\.ya?ml");
    return isYaml
        ? lines.stream().map(line -> PLAIN_KEY.matcher(line).replaceAll("$1: ")).toList()
        : lines;
  }

  private static List<String> lines(ParsedGraph parsed, LintRemedy remedy) {
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
            .ifPresent(max -> lines.addAll(boundEdge(parsed, old.get(), name(edge), max)));
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

  private static List<String> boundEdge(ParsedGraph parsed, Edge edge, String counter, int max) {
    String from = edge.from();
    String to = edge.to();
    return switch (parsed.format()) {
      case MERMAID, MARKDOWN ->
          List.of(
              parsed.isStateDiagram()
                  ? STATES.formatted(from, to, counter, max)
                  : MERMAID.formatted(from, counter, max, to));
      case DOT -> List.of(DOT.formatted(from, to, counter, max));
      case BPMN ->
          mayHaveCondition(parsed, edge)
              ? List.of(BPMN.formatted(counter, max, from, to))
              : List.of();
      case ASL -> List.of(boundAslEdge(parsed, edge, counter, max));
      case LANGGRAPH -> List.of(LANGGRAPH.formatted(from, counter, max, to));
      case N8N, FLOWISE, DIFY, YAML -> List.of();
    };
  }

  /** Whether engines look at a condition of this flow: not at that of a default or of a fork. */
  private static boolean mayHaveCondition(ParsedGraph parsed, Edge edge) {
    boolean isFromGateway = isFromRoute(parsed, edge);
    return edge.kind() != EdgeKind.DEFAULT && !(isFromGateway && edge.kind() == EdgeKind.FIXED);
  }

  private static boolean isFromRoute(ParsedGraph parsed, Edge edge) {
    return parsed.graph().nodes().stream()
        .anyMatch(node -> node.id().equals(edge.from()) && node.kind() == NodeKind.ROUTE);
  }

  private static String boundAslEdge(ParsedGraph parsed, Edge edge, String counter, int max) {
    boolean isFromChoice = isFromRoute(parsed, edge);
    String way =
        switch (edge.kind()) {
          case DEFAULT -> ASL_DEFAULT;
          case FIXED, CONDITIONAL, ROUTED -> isFromChoice ? ASL_CHOICE : ASL_NEXT;
        };
    String newChoice = ASL_NEW_CHOICE.formatted(edge.to(), counter, max);
    return (way + ASL_COUNT).formatted(edge.to(), counter, max, newChoice);
  }

  /** An edge that the remedy adds, such as that to an end once the counter is used up. */
  private static List<String> newEdge(ParsedGraph parsed, Edge edge) {
    return switch (parsed.format()) {
      case MERMAID, MARKDOWN ->
          List.of(
              parsed.isStateDiagram()
                  ? edge.from() + " --> [*]"
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

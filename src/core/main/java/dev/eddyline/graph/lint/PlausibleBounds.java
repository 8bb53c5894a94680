package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphWriter;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What looks like a bound of an edge without a counter: its text, the text of another edge that is
 * taken in its place at last, or that a run waits where it leads.
 */
final class PlausibleBounds {

  /** The maximum in an example of bounds, where the text has none. */
  private static final int EXAMPLE_MAX = 3;

  /** A text about calls of tools. */
  private static final Pattern TOOL_CALL =
      Pattern.compile(
          "\\b(?:tool|function)[\\s_-]?(?:calls?|use)\\b|\\b(?:calls?|uses?|needs?|invokes?|runs?)\\s(?:a\\s|the\\s)?tools?\\b",
          Pattern.CASE_INSENSITIVE);

  /** The name of a node that runs the tools of an agent. */
  private static final Pattern TOOLS =
      Pattern.compile(
          "(?:(?:call|run|use|execute|invoke)[\\s_-]*)?tools?(?:[\\s_-]*(?:node|box|calls?|executor|execution))?",
          Pattern.CASE_INSENSITIVE);

  private final LintContext context;

  /** By node, the edges whose text says that they are taken at last. */
  private final Map<String, List<Edge>> exitsAtBound;

  PlausibleBounds(LintContext context) {
    this.context = context;
    this.exitsAtBound =
        context.workflow().edges().stream()
            .filter(edge -> edge.counter().isEmpty())
            .filter(edge -> BoundText.in(edge.condition()).filter(it -> !it.isOnEdge()).isPresent())
            .collect(Collectors.groupingBy(Edge::from));
  }

  /** What looks like a bound of an edge, with the entry of the lint file that would prove it. */
  Optional<String> describe(Edge edge) {
    return edge.counter().isPresent()
        ? Optional.empty()
        : BoundText.in(edge.condition())
            .filter(BoundText::isOnEdge)
            .map(bound -> describeText(edge.condition(), bound, edge))
            .or(() -> describeExit(edge))
            .or(() -> describeQuestion(edge))
            .or(() -> describeWait(edge));
  }

  /**
   * Whether an agent calls its tools by this edge: a text of its node says so, or it leads to a
   * node of that name that leads back. An agent decides itself when it needs no more tools.
   */
  boolean isToolCall(Edge edge) {
    Node target = context.digraph.node(edge.to());
    boolean isTools =
        TOOLS.matcher(target.label()).matches() || TOOLS.matcher(target.id()).matches();
    return isTools
            && context.graph().outgoingEdgesOf(edge.to()).stream()
                .allMatch(back -> back.to().equals(edge.from()))
        || context.graph().outgoingEdgesOf(edge.from()).stream()
            .anyMatch(it -> TOOL_CALL.matcher(it.condition()).find());
  }

  /** The label of a choice may ask for the bound. */
  private Optional<String> describeQuestion(Edge edge) {
    Node choice = context.digraph.node(edge.from());
    return choice.kind() == NodeKind.ROUTE
        ? BoundText.in(choice.label()).map(bound -> describeText(choice.label(), bound, edge))
        : Optional.empty();
  }

  private Optional<String> describeExit(Edge edge) {
    return exitsAtBound.getOrDefault(edge.from(), List.of()).stream()
        .filter(exit -> !exit.to().equals(edge.to()))
        .map(Edge::condition)
        .map(text -> describeText(text, BoundText.in(text).orElseThrow(), edge))
        .findFirst();
  }

  private String describeText(String text, BoundText bound, Edge edge) {
    return "The text '%s' looks like a bound of this cycle, but the file does not say what counts. If it is one, %s"
        .formatted(text, describeEntry(bound.counter(), bound.max(), edge));
  }

  private Optional<String> describeWait(Edge edge) {
    String text =
        "Each round waits at %s for a time, a message or a person, but the file does not say how"
            + " often. If that ends it, %s";
    return context.digraph.node(edge.to()).waits()
        ? Optional.of(
            text.formatted(
                context.names.nameOf(edge.to()),
                describeEntry("rounds", GraphCounter.UNKNOWN_MAX, edge)))
        : Optional.empty();
  }

  private String describeEntry(String counter, int max, Edge edge) {
    boolean isKnown = max != GraphCounter.UNKNOWN_MAX;
    return "add this to bounds in %s: - {graph: %s, counters: {%s: {max: %d}}, edges: [{from: %s, to: %s, counter: %s}]}%s"
        .formatted(
            LintFile.NAME,
            GraphWriter.quoted(GraphPattern.plain(context.workflow().name())),
            GraphWriter.quoted(counter),
            isKnown ? max : EXAMPLE_MAX,
            GraphWriter.quoted(edge.from()),
            GraphWriter.quoted(edge.to()),
            GraphWriter.quoted(counter),
            isKnown ? "" : " Replace %d by its maximum.".formatted(EXAMPLE_MAX));
  }
}

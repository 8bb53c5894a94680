package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What looks like a bound of an edge without a counter: its text, the text of another edge that is
 * taken in its place at last, or that a run waits where it leads.
 */
final class PlausibleBounds {

  /** The maximum in an example of bounds, where the text has none. */
  private static final int EXAMPLE_MAX = 3;

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
            .or(() -> describeWait(edge));
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

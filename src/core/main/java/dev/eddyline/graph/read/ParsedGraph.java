package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.UnparsedPart;
import dev.eddyline.graph.model.WorkflowGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A parsed graph.
 *
 * @param graph the graph
 * @param format the format of the text
 * @param isStateDiagram whether it is a state diagram of Mermaid
 * @param unparsedParts the parts of the file that were not understood and are not in the graph
 * @param scopes the machines of Amazon States Language in it
 */
public record ParsedGraph(
    WorkflowGraph graph,
    GraphFormat format,
    boolean isStateDiagram,
    List<UnparsedPart> unparsedParts,
    MachineScopes scopes) {

  /** Copies the list. */
  public ParsedGraph {
    unparsedParts = List.copyOf(unparsedParts);
  }

  /** The edges whose text states another bound than their counter has. */
  public List<Edge> contradictoryEdges() {
    Map<String, GraphCounter> counters = new HashMap<>();
    graph.counters().forEach(counter -> counters.put(counter.name(), counter));
    return graph.edges().stream()
        .filter(
            edge ->
                edge.counter()
                    .map(counters::get)
                    .filter(counter -> BoundTexts.contradicts(edge, counter))
                    .isPresent())
        .toList();
  }

  /** The same with another name of the graph. */
  public ParsedGraph withName(String name) {
    return graph.name().equals(name)
        ? this
        : new ParsedGraph(graph.withName(name), format, isStateDiagram, unparsedParts, scopes);
  }

  /** The same in a text of another format. */
  ParsedGraph withFormat(GraphFormat other) {
    return new ParsedGraph(graph, other, isStateDiagram, unparsedParts, scopes);
  }

  /** The same with more parts that were not understood. */
  ParsedGraph withUnparsedParts(List<UnparsedPart> more) {
    List<UnparsedPart> all = new ArrayList<>(unparsedParts);
    all.addAll(more);
    return new ParsedGraph(graph, format, isStateDiagram, all, scopes);
  }
}

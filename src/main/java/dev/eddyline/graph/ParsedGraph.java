package dev.eddyline.graph;

import java.util.List;

/**
 * A parsed graph.
 *
 * @param graph the graph
 * @param format the format of the text
 * @param unparsedParts the parts of the file that were not understood and are not in the graph
 */
public record ParsedGraph(
    WorkflowGraph graph, GraphFormat format, List<UnparsedPart> unparsedParts) {

  /** Copies the list. */
  public ParsedGraph {
    unparsedParts = List.copyOf(unparsedParts);
  }
}

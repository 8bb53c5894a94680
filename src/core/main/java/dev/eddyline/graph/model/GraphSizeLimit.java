package dev.eddyline.graph.model;

import java.util.List;

/**
 * A size limit of graphs.
 *
 * @param subjectInMessages the limited graphs, for messages
 * @param maxNodes maximum number of nodes
 * @param maxEdges maximum number of edges
 * @param allowsSeveralGraphs whether a text may have several graphs
 */
public record GraphSizeLimit(
    String subjectInMessages, int maxNodes, int maxEdges, boolean allowsSeveralGraphs) {

  /** The limit of graphs that are linted at the command line. */
  public static final GraphSizeLimit LIMIT_FOR_LINT =
      new GraphSizeLimit("a graph", 20_000, 20_000, true);

  /** The limit of graphs that every instance loads to check tasks against them. */
  public static final GraphSizeLimit LIMIT_FOR_TASK_TRACKING =
      new GraphSizeLimit("a graph that tasks are checked against", 5_000, 20_000, false);

  /** Rejects several graphs before they are parsed, where only one is allowed. */
  public void requireAllowedGraphCount(String place, int graphs) {
    if (graphs > 1 && !allowsSeveralGraphs) {
      throw new InvalidGraphException(place, List.of("holds %d graphs".formatted(graphs)));
    }
  }
}

package dev.eddyline.graph;

import java.util.List;

/**
 * A size limit of graphs.
 *
 * @param what the limited graphs, for messages
 * @param nodes maximum number of nodes
 * @param edges maximum number of edges
 * @param isSeveral whether a text may have several graphs
 */
record GraphSize(String what, int nodes, int edges, boolean isSeveral) {

  /** The limit of graphs that are linted at the command line. */
  static final GraphSize LINTED = new GraphSize("a graph", 100_000, 2_000_000, true);

  /** The limit of graphs that every instance loads to check tasks against them. */
  static final GraphSize FOLLOWED =
      new GraphSize("a graph that tasks are checked against", 5_000, 20_000, false);

  /** Rejects several graphs before they are parsed, where only one is allowed. */
  void requireCount(String place, int graphs) {
    if (graphs > 1 && !isSeveral) {
      throw new InvalidGraphException(place, List.of("holds %d graphs".formatted(graphs)));
    }
  }
}

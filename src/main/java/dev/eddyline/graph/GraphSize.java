package dev.eddyline.graph;

import java.util.List;

/**
 * How large a graph may be.
 *
 * @param what the graphs that it is said of, for messages
 * @param nodes the most nodes
 * @param edges the most edges
 * @param isSeveral whether a text may hold several graphs
 */
record GraphSize(String what, int nodes, int edges, boolean isSeveral) {

  /** Of what is linted once, at the command line. */
  static final GraphSize LINTED = new GraphSize("a graph", 100_000, 2_000_000, true);

  /** Of what every instance keeps and follows tasks on. */
  static final GraphSize FOLLOWED =
      new GraphSize("a graph that tasks are followed on", 5_000, 20_000, false);

  /** Refuses several graphs before they are read, where there may be one. */
  void requireCount(String place, int graphs) {
    if (graphs > 1 && !isSeveral) {
      throw new InvalidGraphException(place, List.of("holds %d graphs".formatted(graphs)));
    }
  }
}

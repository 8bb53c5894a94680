package dev.eddyline.graph;

import java.util.Optional;

/** Where the newest graphs are to be had; never blocks, safe for use by many threads. */
@FunctionalInterface
public interface GraphSource {

  /** No workflow ever has a graph. */
  GraphSource NONE = () -> GraphSnapshot.NONE;

  /** The newest snapshot: the same object until something changes. */
  GraphSnapshot current();

  /**
   * What is wrong with a graph, as soon as that is known. Here it is sought at once; a source that
   * must not keep its callers waiting gives nothing, and lets it be sought elsewhere.
   */
  default Optional<GraphCheck> checked(FollowedGraph graph) {
    return Optional.of(graph.check());
  }

  /** Graphs that never change. */
  static GraphSource always(GraphSnapshot graphs) {
    return () -> graphs;
  }
}

package dev.eddyline.graph;

/** Where the newest graphs are to be had; never blocks, safe for use by many threads. */
@FunctionalInterface
public interface GraphSource {

  /** No workflow ever has a graph. */
  GraphSource NONE = () -> GraphSnapshot.NONE;

  /** The newest snapshot: the same object until something changes. */
  GraphSnapshot current();

  /** Graphs that never change. */
  static GraphSource always(GraphSnapshot graphs) {
    return () -> graphs;
  }
}

package dev.eddyline.graph.model;

/** What a node of a workflow is. */
public enum NodeKind {
  /** Does work: counts as one step against the recursion limit. */
  STEP,
  /** Marks where a run begins: not a step. */
  START,
  /** Marks where a run ends: not a step. */
  END,
  /** A fork, such as a gateway: not a step. */
  ROUTE
}

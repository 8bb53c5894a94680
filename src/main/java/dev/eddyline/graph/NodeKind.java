package dev.eddyline.graph;

/** What a node of a workflow is. */
public enum NodeKind {
  /** Something is done there: one step against the recursion limit. */
  STEP,
  /** Only where a run begins: no step. */
  START,
  /** Only where a run ends: no step. */
  END,
  /** Only a fork in the way, such as a gateway: no step. */
  ROUTE
}

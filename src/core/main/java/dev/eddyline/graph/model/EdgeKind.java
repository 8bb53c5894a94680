package dev.eddyline.graph.model;

/** When an edge is taken. */
public enum EdgeKind {
  /** Always. */
  FIXED,
  /** When its condition is true. */
  CONDITIONAL,
  /** When no other edge's condition is true. */
  DEFAULT,
  /** When code or a person selects it. One edge is always selected, so no default is needed. */
  ROUTED
}

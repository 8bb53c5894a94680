package dev.eddyline.graph;

/** When an edge is taken. */
public enum EdgeKind {
  /** Always. */
  FIXED,
  /** When its condition holds. */
  CONDITIONAL,
  /** When no condition of the others holds. */
  DEFAULT,
  /** When code or a person picks it, which always picks one: there is no default to miss. */
  ROUTED
}

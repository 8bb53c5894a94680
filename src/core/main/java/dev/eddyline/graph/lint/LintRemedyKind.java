package dev.eddyline.graph.lint;

/** The kinds of changes that remove a finding. */
public enum LintRemedyKind {
  /** On a retry a conditional edge leads straight to the deciding node. */
  CONDITIONAL_EDGE,
  /** A new node fixes the problems that the deciding node found. */
  FIX_NODE,
  /** The deciding node leads straight back to the node before it. */
  DIRECT_LOOP,
  /** An edge to an end. */
  WAY_OUT,
  /** A default edge for when no condition is true. */
  DEFAULT_EDGE
}

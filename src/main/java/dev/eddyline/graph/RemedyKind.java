package dev.eddyline.graph;

/** How a graph is mended: document 001, "修正方針の検討", and two for what it does not speak of. */
public enum RemedyKind {
  /** Document 001, remedy 1: on a retry a conditional edge goes straight to the deciding node. */
  CONDITIONAL_EDGE,
  /** Document 001, remedy 2: a node of its own mends what the deciding node found. */
  FIX_NODE,
  /** Document 001, remedy 3: the deciding node goes straight back to the node before it. */
  DIRECT_LOOP,
  /** An edge to an end. */
  WAY_OUT,
  /** An edge for when no condition holds. */
  DEFAULT_EDGE
}

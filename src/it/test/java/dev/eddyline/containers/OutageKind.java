package dev.eddyline.containers;

/** How a server can be unavailable, with its data retained. */
enum OutageKind {
  /** Accepts connections without responding. */
  HANGING,
  /** Refuses connections. */
  STOPPED
}

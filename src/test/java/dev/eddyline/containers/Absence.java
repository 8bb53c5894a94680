package dev.eddyline.containers;

/** How a server can be away, its data kept. */
enum Absence {
  /** Takes connections and answers nothing. */
  HANGING,
  /** Refuses connections. */
  STOPPED
}

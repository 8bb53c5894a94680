package dev.eddyline.bench;

/** What can be measured, each by itself. */
public enum Section {
  /** Events in a second, and processor time of an event, side by side. */
  THROUGHPUT,
  /** Whether the cost of an event stays with long histories and many tasks. */
  FLAT,
  /** Bytes stored for a task. */
  SIZE,
  /** How long answers take, side by side. */
  LATENCY,
  /** How long reads of the console's API take beside a load. */
  API,
  /** What models that are slow, or hang, do to answers that need none. */
  MEANING,
  /** What commit intervals do to throughput and latency. */
  COMMIT,
  /** What store types and numbers of threads do to throughput. */
  STORES,
  /** What the producer's compression does to throughput and to bytes on the topics. */
  COMPRESSION,
  /** How fast lost state comes back. */
  RESTORE,
  /** How soon verdicts flow again after a kill. */
  STANDBY,
  /** Whether memory reaches a plateau. */
  MEMORY
}

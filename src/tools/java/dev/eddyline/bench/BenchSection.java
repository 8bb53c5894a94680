package dev.eddyline.bench;

/** The sections of the bench; each can be measured alone. */
public enum BenchSection {
  /** Events per second and CPU time per event of the three topologies. */
  THROUGHPUT,
  /** Whether the cost per event is constant with long histories and many tasks. */
  FLAT,
  /** Bytes stored for a task. */
  SIZE,
  /** Reply latency of the three topologies. */
  LATENCY,
  /** Latency of the console's API under load. */
  API,
  /** Effect of slow or hanging models on replies that do not need a model. */
  MEANING,
  /** Effect of commit intervals on throughput and latency. */
  COMMIT,
  /** Effect of store types and numbers of threads on throughput. */
  STORES,
  /** Effect of the producer's compression on throughput and topic size. */
  COMPRESSION,
  /** How fast lost state is restored. */
  RESTORE,
  /** How soon verdicts are published again after a kill. */
  STANDBY,
  /** Whether memory reaches a plateau. */
  MEMORY
}

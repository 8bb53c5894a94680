package dev.eddyline.bench.report;

/** The sections of the bench; each can be measured alone. */
public enum BenchSection {
  /** Events per second and CPU time per event of the three topologies, by number of tasks. */
  THROUGHPUT,
  /** CPU time and allocations of an event by stage. */
  PROFILE,
  /** CPU time of an event late in a long task, and with two instances. */
  SCALING,
  /** Bytes stored for a task. */
  SIZE,
  /** Reply latency of the three topologies. */
  LATENCY,
  /** Effect of slow or hanging models on replies that do not need a model. */
  MEANING,
  /** How fast lost state is restored. */
  RESTORE
}

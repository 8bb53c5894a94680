package dev.eddyline.engine;

import dev.eddyline.task.TaskStateStore;

/**
 * The stores of a partition. Writes are deferred until {@link #applyWrites}, so that a rejected
 * input changes nothing.
 */
public interface PartitionStores extends TaskStateStore {

  /**
   * Starts an input: drops deferred writes.
   *
   * @param storageTime the input's storage time, epoch milliseconds
   */
  void beginInput(long storageTime);

  /** Applies the deferred writes. */
  void applyWrites();
}

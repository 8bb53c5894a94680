package dev.eddyline.task;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import dev.eddyline.state.TaskState;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/**
 * The task state of a partition. A returned task state, block or known root belongs to the caller,
 * who may modify it. A history must be replaced and not modified: only what is set is written.
 */
public interface TaskStateStore {

  /**
   * Clock time of the partition's first start, epoch milliseconds. Much older records are history.
   * Empty if unknown.
   */
  OptionalLong firstStart();

  /** A task's state, or null when it is unknown. */
  TaskState taskState(String taskId);

  /** Stores a task's state. */
  void taskState(String taskId, TaskState state);

  /** A history that a detector has in its own store, or null. */
  <H extends SpecificRecord> H history(String taskId, InStore<H> place);

  /** Stores such a history. */
  <H extends SpecificRecord> void history(String taskId, InStore<H> place, H history);

  /** The block of a root task, or null. */
  RootHold rootBlock(String rootTaskId);

  /** Stores the block of a root task; null removes it. */
  void rootBlock(String rootTaskId, RootHold block);

  /** The known state of a root whose subtasks are on this partition, or null. */
  KnownRoot knownRoot(String rootTaskId);

  /** Stores the known state of such a root. It expires unless the root is blocked. */
  void knownRoot(String rootTaskId, KnownRoot root);

  /** Looks up remedies in the loop memory of all tasks. No verdict depends on it. */
  default RemedyLookup remedyLookup() {
    return RemedyLookup.EMPTY;
  }

  /**
   * Updates a history of every task that has one.
   *
   * @param change returns the new history, or null to leave it unchanged
   */
  <H extends SpecificRecord> void updateAllHistories(InStore<H> place, UnaryOperator<H> change);

  /** Updates every block of a root task, as {@link #updateAllHistories} does. */
  void updateAllRootBlocks(UnaryOperator<RootHold> change);

  /** Erases all state under the key of a task, a root or a session. */
  void eraseTask(String key);
}

package dev.eddyline.task;

import dev.eddyline.detect.HistoryPlace.InStore;
import dev.eddyline.memory.Recall;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.TaskState;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/**
 * What a partition remembers of its tasks. Who reads a task's state, what holds a root or what is
 * known of it owns that and may change it; a history of a shipped rule is replaced, never changed
 * in place, since every reader may be given the same one.
 */
public interface Memory {

  /**
   * Clock time of the partition's first start, epoch milliseconds: what was recorded long before is
   * history. Empty where none is known.
   */
  OptionalLong firstStart();

  /** A task's state, or null when it is unknown. */
  TaskState task(String taskId);

  /** Remembers a task's state. */
  void task(String taskId, TaskState state);

  /** A history that a rule keeps in a store of its own, or null when there is none. */
  <H extends SpecificRecord> H history(String taskId, InStore<H> place);

  /** Remembers such a history. */
  <H extends SpecificRecord> void history(String taskId, InStore<H> place, H history);

  /** What holds a root task, or null. */
  RootHold hold(String rootTaskId);

  /** Remembers what holds a root task; null when nothing does any more. */
  void hold(String rootTaskId, RootHold hold);

  /** What is known of the root of subtasks that are at home here, or null. */
  KnownRoot root(String rootTaskId);

  /** Remembers what is known of such a root: for long only while something holds it. */
  void root(String rootTaskId, KnownRoot root);

  /** What is remembered of loops, whichever the task: advice, for nothing to depend on. */
  default Recall recall() {
    return Recall.NOTHING;
  }

  /**
   * Changes such a history of every task that has one.
   *
   * @param change answers what is kept from now on, or null to leave it as it is
   */
  <H extends SpecificRecord> void changeAll(InStore<H> place, UnaryOperator<H> change);

  /** Changes what holds a root task, for every one: see {@link #changeAll}. */
  void changeHolds(UnaryOperator<RootHold> change);

  /** Keeps nothing any more under a key: of a task, a root or a session. */
  void forget(String key);
}

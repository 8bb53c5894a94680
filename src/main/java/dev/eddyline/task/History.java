package dev.eddyline.task;

import dev.eddyline.schema.ActionHistory;
import dev.eddyline.schema.FailureHistory;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Where a rule's history is kept: within the task's state, or in a store of its own. */
record History<H>(Function<TaskMemory, H> loader, BiConsumer<TaskMemory, H> saver) {

  /** What the task's agents did with tools: within the task's state. */
  static final History<ActionHistory> ACTIONS =
      new History<>(
          memory -> memory.state().getActions(),
          (memory, actions) -> memory.state().setActions(actions));

  /** The task's distinct failures: in a store of their own, void when their stamp is old. */
  static final History<FailureHistory> FAILURES =
      new History<>(
          memory -> {
            long stamp = memory.state().getStamp();
            FailureHistory kept = memory.memory().failures(memory.taskId());
            return kept != null && kept.getStamp() == stamp
                ? kept
                : new FailureHistory(stamp, List.of());
          },
          (memory, failures) -> memory.memory().failures(memory.taskId(), failures));

  H load(TaskMemory memory) {
    return loader.apply(memory);
  }

  void save(TaskMemory memory, H history) {
    saver.accept(memory, history);
  }
}

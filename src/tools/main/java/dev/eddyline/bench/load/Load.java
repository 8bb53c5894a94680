package dev.eddyline.bench.load;

import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Events in order: first those that fill each task's histories, all tasks in turn, then the timed
 * events of randomly drawn tasks.
 *
 * @param mix distribution of the events
 * @param seed seed of the events
 * @param tasks number of tasks, at least 1
 * @param fill events of each task before timing, at least 0
 * @param timed events after that, at least 0
 * @param firstEventAt event time of each task's first event
 */
public record Load(EventMix mix, long seed, int tasks, int fill, int timed, Instant firstEventAt) {

  /** Prefix of every task id. */
  public static final String TASK_ID_PREFIX = "bench-";

  public Load {
    if (tasks < 1 || fill < 0 || timed < 0) {
      throw new IllegalArgumentException(
          "tasks must be ≥ 1, fill and timed ≥ 0, were %d, %d, %d".formatted(tasks, fill, timed));
    }
  }

  /** The number of a task of a load, from 0. */
  public static int taskNumber(String taskId) {
    return Integer.parseInt(taskId.substring(TASK_ID_PREFIX.length()));
  }

  /** Number of events that fill histories. */
  public long fillEventCount() {
    return (long) tasks * fill;
  }

  /** Number of all events. */
  public long eventCount() {
    return fillEventCount() + timed;
  }

  /** Passes on all events. */
  public void forEach(Consumer<AgentEvent> receiver) {
    forEach(task -> true, receiver);
  }

  /** Passes on the events of some tasks, the same and in the same order as in the full load. */
  public void forEach(IntPredicate includesTask, Consumer<AgentEvent> receiver) {
    EventGenerator generator = new EventGenerator(mix, seed, tasks, firstEventAt, TASK_ID_PREFIX);
    for (int round = 0; round < fill; round++) {
      for (int task = 0; task < tasks; task++) {
        if (includesTask.test(task)) {
          receiver.accept(generator.next(task));
        }
      }
    }
    SplittableRandom random = SeededRandom.createGenerator(seed);
    for (int i = 0; i < timed; i++) {
      int task = random.nextInt(tasks);
      if (includesTask.test(task)) {
        receiver.accept(generator.next(task));
      }
    }
  }
}

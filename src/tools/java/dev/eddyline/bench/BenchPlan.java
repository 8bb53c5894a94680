package dev.eddyline.bench;

import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Which sections the bench measures, and with how many events and tasks.
 *
 * @param sections measured sections
 * @param rounds rounds of each comparison, at least 1
 * @param throughput events that are timed in each run of throughput, and among filled tasks, at
 *     least 10
 * @param events events that are timed in each run of the rest, at least 10
 * @param tasks tasks of the default load, at least 1
 * @param fill events that fill a task's histories before that, at least 0
 * @param few the smaller number of tasks in the comparison, at least 1
 * @param many the larger number of tasks in the comparison, at least 1
 * @param longTasks tasks of long histories, at least 1
 * @param longEvents events of a long history, at least 100
 * @param seconds how long replies are timed for each figure, at least 1
 * @param soak events of the soak, at least 10
 * @param burst requests that arrive at once and wait for the sentence model, at least 1
 * @param settings settings of all measured processes, in addition to the product's defaults
 */
public record BenchPlan(
    Set<BenchSection> sections,
    int rounds,
    int throughput,
    int events,
    int tasks,
    int fill,
    int few,
    int many,
    int longTasks,
    int longEvents,
    int seconds,
    int soak,
    int burst,
    Map<String, String> settings) {

  /** Number of events that fills a task's histories. */
  private static final int DEFAULT_FILL_EVENTS_PER_TASK = 80;

  /**
   * Timed events of the throughput section. With 300,000, the JIT compiler would still use a third
   * of the CPU time and dominate the figures.
   */
  private static final int DEFAULT_THROUGHPUT_EVENTS = 2_000_000;

  private static final int DEFAULT_EVENT_COUNT = 300_000;

  /** More tasks would only take longer to fill. */
  private static final int MAX_THROUGHPUT_TASKS = 1_000;

  private static final int DEFAULT_LONG_HISTORY_EVENTS = 10_000;
  private static final int DEFAULT_FEW_TASK_COUNT = 1_000;
  private static final int MAX_DEFAULT_TIMING_SECONDS = 30;
  private static final int EVENTS_PER_TIMING_SECOND = 10_000;

  /**
   * Timed events for each task: the default of 300,000 gives {@link #MAX_THROUGHPUT_TASKS} tasks.
   */
  private static final int TIMED_EVENTS_PER_THROUGHPUT_TASK = 300;

  /** Timed events for each request of a burst: the default of 300,000 gives 10,000 requests. */
  private static final int TIMED_EVENTS_PER_BURST_REQUEST = 30;

  public BenchPlan {
    sections = Set.copyOf(sections);
    settings = Map.copyOf(settings);
    requireAtLeast("rounds", rounds, 1);
    requireAtLeast("events", events, 10);
    requireAtLeast("throughput", throughput, 10);
    requireAtLeast("tasks", tasks, 1);
    requireAtLeast("fill", fill, 0);
    requireAtLeast("few", few, 1);
    requireAtLeast("many", many, 1);
    requireAtLeast("longTasks", longTasks, 1);
    requireAtLeast("longEvents", longEvents, 100);
    requireAtLeast("seconds", seconds, 1);
    requireAtLeast("soak", soak, 10);
    requireAtLeast("burst", burst, 1);
  }

  /**
   * A plan whose other numbers follow from the timed events: with 300,000, 1,000 tasks of 80 events
   * before timing, 1,000 tasks of 10,000 events, 30 s of replies, a soak of 3 million, and a burst
   * of 10,000 requests.
   *
   * @param timedEvents timed events of each run; if empty, 2,000,000 for throughput and 300,000 for
   *     the rest
   * @param many tasks of the flat section that are compared with 1,000
   */
  public static BenchPlan of(
      Set<BenchSection> sections,
      int rounds,
      OptionalInt timedEvents,
      int many,
      Map<String, String> settings) {
    int events = timedEvents.orElse(DEFAULT_EVENT_COUNT);
    return new BenchPlan(
        sections,
        rounds,
        timedEvents.orElse(DEFAULT_THROUGHPUT_EVENTS),
        events,
        Math.max(1, events / TIMED_EVENTS_PER_THROUGHPUT_TASK),
        DEFAULT_FILL_EVENTS_PER_TASK,
        DEFAULT_FEW_TASK_COUNT,
        many,
        Math.max(1, events / TIMED_EVENTS_PER_THROUGHPUT_TASK),
        DEFAULT_LONG_HISTORY_EVENTS,
        Math.max(2, Math.min(MAX_DEFAULT_TIMING_SECONDS, events / EVENTS_PER_TIMING_SECOND)),
        Math.multiplyExact(events, 10),
        Math.max(1, events / TIMED_EVENTS_PER_BURST_REQUEST),
        settings);
  }

  /** Number of tasks in the throughput section. */
  int throughputTasks() {
    return Math.min(tasks, MAX_THROUGHPUT_TASKS);
  }

  private static void requireAtLeast(String name, int value, int minimum) {
    if (value < minimum) {
      throw new IllegalArgumentException("%s must be ≥ %d, was %d".formatted(name, minimum, value));
    }
  }
}

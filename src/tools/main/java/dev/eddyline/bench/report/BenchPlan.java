package dev.eddyline.bench.report;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Which sections the bench measures, and with how many events and tasks.
 *
 * @param sections measured sections
 * @param rounds rounds of each comparison, at least 1
 * @param throughput events that are timed in each run of throughput, profile and scaling, at least
 *     10
 * @param throughputTasks numbers of filled tasks in the throughput section, each at least 1
 * @param events events that are timed in each run of the rest, at least 10
 * @param tasks tasks of the default load, at least 1
 * @param fill events that fill a task's histories before that, at least 1
 * @param few tasks of the loads at a constant rate, and tasks whose filled state is copied to
 *     others, at least 1
 * @param seconds how long replies are timed for each figure, at least 1
 * @param burst requests that arrive at once and wait for the sentence model, at least 1
 * @param runs files and folders with recorded runs, which the profile section also profiles
 * @param settings settings of all measured processes, in addition to the product's defaults
 */
public record BenchPlan(
    Set<BenchSection> sections,
    int rounds,
    int throughput,
    List<Integer> throughputTasks,
    int events,
    int tasks,
    int fill,
    int few,
    int seconds,
    int burst,
    List<String> runs,
    Map<String, String> settings) {

  /** Number of events that fills a task's histories. */
  private static final int DEFAULT_FILL_EVENTS_PER_TASK = 80;

  /**
   * Timed events of the throughput section. With 300,000, the JIT compiler would still use a third
   * of the CPU time and dominate the figures.
   */
  private static final int DEFAULT_THROUGHPUT_EVENTS = 2_000_000;

  private static final List<Integer> DEFAULT_THROUGHPUT_TASKS = List.of(1_000, 100_000, 1_000_000);
  private static final int DEFAULT_EVENT_COUNT = 300_000;

  /** More tasks would only take longer to fill. */
  private static final int MAX_FEW_TASKS = 1_000;

  /** The product's own commit interval. */
  private static final String PRODUCT_COMMIT_INTERVAL_MILLIS = "100";

  private static final int MAX_DEFAULT_TIMING_SECONDS = 30;
  private static final int EVENTS_PER_TIMING_SECOND = 10_000;

  /** Timed events for each task of the default load: 300,000 events give 1,000 tasks. */
  private static final int TIMED_EVENTS_PER_TASK = 300;

  /** Timed events for each request of a burst: the default of 300,000 gives 10,000 requests. */
  private static final int TIMED_EVENTS_PER_BURST_REQUEST = 30;

  public BenchPlan {
    sections = Set.copyOf(sections);
    settings = Map.copyOf(settings);
    runs = List.copyOf(runs);
    throughputTasks = List.copyOf(throughputTasks);
    requireAtLeast("rounds", rounds, 1);
    requireAtLeast("events", events, 10);
    requireAtLeast("throughput", throughput, 10);
    requireAtLeast("throughputTasks", throughputTasks.size(), 1);
    throughputTasks.forEach(number -> requireAtLeast("throughputTasks", number, 1));
    requireAtLeast("tasks", tasks, 1);
    requireAtLeast("fill", fill, 1);
    requireAtLeast("few", few, 1);
    requireAtLeast("seconds", seconds, 1);
    requireAtLeast("burst", burst, 1);
  }

  /**
   * A plan whose other numbers follow from the timed events: with 300,000, 1,000 tasks of 80 events
   * before timing, 30 s of replies, and a burst of 10,000 requests.
   *
   * @param timedEvents timed events of each run; if empty, 2,000,000 for throughput, profile and
   *     scaling, and 300,000 for the rest
   * @param throughputTasks numbers of filled tasks in the throughput section; if empty, 1,000, and
   *     100,000 and 1,000,000 if each task has two timed events on average
   */
  public static BenchPlan of(
      Set<BenchSection> sections,
      int rounds,
      OptionalInt timedEvents,
      List<Integer> throughputTasks,
      List<String> runs,
      Map<String, String> settings) {
    int events = timedEvents.orElse(DEFAULT_EVENT_COUNT);
    int throughput = timedEvents.orElse(DEFAULT_THROUGHPUT_EVENTS);
    int tasks = Math.max(1, events / TIMED_EVENTS_PER_TASK);
    return new BenchPlan(
        sections,
        rounds,
        throughput,
        throughputTasks.isEmpty() ? defaultThroughputTasks(throughput) : throughputTasks,
        events,
        tasks,
        DEFAULT_FILL_EVENTS_PER_TASK,
        Math.min(tasks, MAX_FEW_TASKS),
        Math.max(2, Math.min(MAX_DEFAULT_TIMING_SECONDS, events / EVENTS_PER_TIMING_SECOND)),
        Math.max(1, events / TIMED_EVENTS_PER_BURST_REQUEST),
        runs,
        settings);
  }

  /** Commit interval of the measured processes, in milliseconds. */
  public int commitMs() {
    return Integer.parseInt(
        settings.getOrDefault(
            StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, PRODUCT_COMMIT_INTERVAL_MILLIS));
  }

  private static List<Integer> defaultThroughputTasks(int events) {
    Stream<Integer> more =
        DEFAULT_THROUGHPUT_TASKS.stream().skip(1).filter(tasks -> 2 * tasks <= events);
    return Stream.concat(Stream.of(DEFAULT_THROUGHPUT_TASKS.get(0)), more).toList();
  }

  private static void requireAtLeast(String name, int value, int minimum) {
    if (value < minimum) {
      throw new IllegalArgumentException("%s must be ≥ %d, was %d".formatted(name, minimum, value));
    }
  }
}

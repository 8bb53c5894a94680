package dev.eddyline.bench;

import dev.eddyline.config.Setting;
import dev.eddyline.local.Ports;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Measures the latency of the console's API under a load of a quarter of the processor's capacity.
 */
final class ApiMeasure {

  /** Reads a second of all routes together: the traffic of hundreds of open pages. */
  private static final double READS_PER_SECOND = 80;

  private static final double CAPACITY_SHARE = 0.25;

  /** Factor from the plan's few tasks to the tasks of the load. */
  private static final int TASK_COUNT_FACTOR = 10;

  private static final int FILL_EVENTS_DIVISOR = 8;
  private static final String HOST = "127.0.0.1";

  private final BenchContext context;
  private final Capacity capacity;

  /**
   * @param capacity the events come at a quarter of its rate
   */
  ApiMeasure(BenchContext context, Capacity capacity) {
    this.context = context;
    this.capacity = capacity;
  }

  BenchReport.ApiFigures measure() {
    double rate = capacity.eventsPerSecond() * CAPACITY_SHARE;
    int tasks = context.plan().few() * TASK_COUNT_FACTOR;
    int fill = Math.max(1, context.plan().fill() / FILL_EVENTS_DIVISOR);
    // lasts longer than the reads and their warm-up, which end it
    int events =
        (int)
            Math.ceil(
                OpenLoopLoad.totalEventsForTimedEvents(rate * (context.plan().seconds() * 2 + 30)));
    Load load = context.load(tasks, fill, events);
    context.printProgress("Reads of the console, %,d tasks, %,.0f events/s…", tasks, rate);
    try (TopicFixture fixture = context.createTopicFixture("api")) {
      int port = Ports.findFreePort();
      BenchProcessConfig config =
          fixture
              .createProcessConfig(TopologyVariant.EDDYLINE, "served", capacity.outputs())
              .withSettings(context.plan().settings())
              .withSettings(
                  Map.of(
                      Setting.HTTP_HOST.key(),
                      HOST,
                      Setting.HTTP_PORT.key(),
                      String.valueOf(port),
                      Setting.HEALTH_PORT.key(),
                      "0"));
      fixture.commitStartOffsets(config.applicationId(), false);
      try (BenchProcess process = new BenchProcess(config, BenchApplicationMain.class)) {
        process.awaitRunning();
        OpenLoopLoad openLoop =
            new OpenLoopLoad(
                fixture, load, rate, () -> fixture.committedEventCount(config.applicationId()));
        Thread sending = openLoop.startSending();
        try {
          openLoop.awaitConstantRateStart();
          String address = "http://%s:%d".formatted(HOST, port);
          OpenLoopReads reads = new OpenLoopReads(address, READS_PER_SECOND, routes(tasks));
          reads.run(context.plan().seconds());
          // throws when the processor has ended or failed
          process.await(sample -> true, "all reads");
          openLoop.requireStillSending();
          return new BenchReport.ApiFigures(rate, READS_PER_SECOND, tasks, reads.routeLatencies());
        } finally {
          sending.interrupt();
        }
      }
    }
  }

  private static Map<String, IntFunction<String>> routes(int tasks) {
    SplittableRandom random = SeededRandom.createGenerator(tasks);
    Map<String, IntFunction<String>> routes = new LinkedHashMap<>();
    routes.put("overview", turn -> "/api/v1/overview");
    routes.put("tasks", turn -> "/api/v1/tasks");
    routes.put(
        "task", turn -> "/api/v1/task?taskId=" + Load.TASK_ID_PREFIX + random.nextInt(tasks));
    routes.put("gates", turn -> "/api/v1/gates");
    return routes;
  }
}

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

  private static final double SHARE = 0.25;

  /** Factor from the plan's few tasks to the tasks of the load. */
  private static final int TIMES_FEW = 10;

  private static final int FILL_SHARE = 8;
  private static final String HOST = "127.0.0.1";

  private final Stage stage;
  private final Capacity capacity;

  /**
   * @param capacity the events come at a quarter of its rate
   */
  ApiMeasure(Stage stage, Capacity capacity) {
    this.stage = stage;
    this.capacity = capacity;
  }

  BenchReport.Api measure() {
    double rate = capacity.eventsPerSecond() * SHARE;
    int tasks = stage.plan().few() * TIMES_FEW;
    int fill = Math.max(1, stage.plan().fill() / FILL_SHARE);
    // lasts longer than the reads, which end it
    int events = (int) Math.ceil(OpenLoop.inAll(rate * (stage.plan().seconds() * 2 + 5)));
    Load load = stage.load(tasks, fill, events);
    stage.tell("Reads of the console, %,d tasks, %,.0f events/s…", tasks, rate);
    try (Bed bed = stage.bed("api")) {
      int port = Ports.free();
      Assignment task =
          bed.assignment(Subject.EDDYLINE, "served", capacity.published())
              .with(stage.plan().settings())
              .with(
                  Map.of(
                      Setting.HTTP_HOST.key(),
                      HOST,
                      Setting.HTTP_PORT.key(),
                      String.valueOf(port),
                      Setting.HEALTH_PORT.key(),
                      "0"));
      bed.begin(task.application(), false);
      try (Run run = new Run(task, ServedMain.class)) {
        run.awaitRunning();
        OpenLoop loop = new OpenLoop(bed, load, rate, () -> bed.taken(task.application()));
        Thread sending = loop.start();
        try {
          loop.awaitBegin();
          String address = "http://%s:%d".formatted(HOST, port);
          ReadLoop reads = new ReadLoop(address, READS_PER_SECOND, routes(tasks));
          reads.run(stage.plan().seconds());
          // throws when the processor has ended or failed
          run.await(now -> true, "all reads");
          loop.requireSending();
          return new BenchReport.Api(rate, READS_PER_SECOND, tasks, reads.reads());
        } finally {
          sending.interrupt();
        }
      }
    }
  }

  private static Map<String, IntFunction<String>> routes(int tasks) {
    SplittableRandom drawn = Lots.many(tasks);
    Map<String, IntFunction<String>> routes = new LinkedHashMap<>();
    routes.put("overview", turn -> "/api/v1/overview");
    routes.put("tasks", turn -> "/api/v1/tasks");
    routes.put("task", turn -> "/api/v1/task?id=" + Load.TASK + drawn.nextInt(tasks));
    routes.put("gates", turn -> "/api/v1/gates");
    return routes;
  }
}

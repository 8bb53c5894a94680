package dev.eddyline.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import one.profiler.AsyncProfiler;

/**
 * Profiles two ranges of the events of this process with async-profiler: the processor time in one,
 * the allocations in the next. Each leaves its stacks and a flame graph in a folder. For one
 * thread.
 */
public final class RangeProfiler {

  /** Property with the folder; without it nothing is profiled. */
  private static final String FOLDER = "eddyline.bench.profile.folder";

  private static final String FROM = "eddyline.bench.profile.from";
  private static final String MIDDLE = "eddyline.bench.profile.middle";
  private static final String TO = "eddyline.bench.profile.to";

  /** What is profiled. */
  public enum Kind {
    /** Processor time of all threads, in nanoseconds, kernel included. */
    CPU("event=ctimer,interval=10ms"),
    /** Allocated bytes of all threads. */
    ALLOCATION("event=alloc,alloc=512k");

    private final String options;

    Kind(String options) {
      this.options = options;
    }

    /** Its stacks, one a line: frames from the thread inwards, a space, and the weight. */
    public Path stacks(Path folder) {
      return folder.resolve(fileName() + ".collapsed");
    }

    /** Its flame graph. */
    public Path flameGraph(Path folder) {
      return folder.resolve(fileName() + ".html");
    }

    private String fileName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A step at a number of events. */
  private record Step(long atEvents, Runnable action) {}

  private final Deque<Step> steps = new ArrayDeque<>();

  /** The profiler that the properties of this process ask for. */
  RangeProfiler() {
    if (System.getProperty(FOLDER) != null) {
      Path folder = Path.of(System.getProperty(FOLDER));
      steps.add(new Step(Long.getLong(FROM), () -> start(Kind.CPU)));
      steps.add(
          new Step(
              Long.getLong(MIDDLE),
              () -> {
                stop(Kind.CPU, folder);
                start(Kind.ALLOCATION);
              }));
      steps.add(new Step(Long.getLong(TO), () -> stop(Kind.ALLOCATION, folder)));
    }
  }

  /** The JVM options with which a process profiles these ranges of events. */
  public static List<String> options(Path folder, long from, long middle, long to) {
    return List.of(
        "-D" + FOLDER + "=" + folder,
        "-D" + FROM + "=" + from,
        "-D" + MIDDLE + "=" + middle,
        "-D" + TO + "=" + to,
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+DebugNonSafepoints");
  }

  /** Starts or stops at the number of events so far. */
  void observe(double events) {
    while (!steps.isEmpty() && events >= steps.element().atEvents()) {
      steps.remove().action().run();
    }
  }

  private static void start(Kind kind) {
    execute("start,threads," + kind.options);
  }

  private static void stop(Kind kind, Path folder) {
    AsyncProfiler.getInstance().stop();
    execute("dump,flamegraph,total,threads,file=" + kind.flameGraph(folder));
    execute("dump,collapsed,total,threads,file=" + kind.stacks(folder));
  }

  private static void execute(String command) {
    try {
      AsyncProfiler.getInstance().execute(command);
    } catch (IOException failed) {
      throw new UncheckedIOException("the profiler failed: " + command, failed);
    }
  }
}

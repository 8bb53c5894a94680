package dev.eddyline.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import one.profiler.AsyncProfiler;

/**
 * Profiles two ranges of the events of this process with async-profiler: the processor time in one,
 * the allocations in the next. Each leaves its stacks, a flame graph and its range in a folder.
 */
public final class RangeProfiler implements AutoCloseable {

  /** Property with the folder; without it nothing is profiled. */
  private static final String FOLDER = "eddyline.bench.profile.folder";

  private static final String FROM = "eddyline.bench.profile.from";
  private static final String MIDDLE = "eddyline.bench.profile.middle";
  private static final String TO = "eddyline.bench.profile.to";

  /** What is profiled. */
  public enum ProfileKind {
    /** Processor time of all threads, in nanoseconds, with that of the kernel. */
    CPU("event=ctimer,interval=10ms"),
    /** Allocated bytes of all threads. */
    ALLOCATION("event=alloc,alloc=512k");

    private final String options;

    ProfileKind(String options) {
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

    /** The numbers of processed events at its beginning and end, a line each. */
    public Path range(Path folder) {
      return folder.resolve(fileName() + ".range");
    }

    private String fileName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A kind that is profiled from a number of processed events until another. */
  private record Range(ProfileKind kind, long from, long to) {}

  private final Deque<Range> ranges = new ArrayDeque<>();
  private Path folder = Path.of("");

  /** Number of events at which the first range began; negative if it did not begin. */
  private long begunAt = -1;

  private long newest;

  /** The profiler that the properties of this process ask for. */
  RangeProfiler() {
    if (System.getProperty(FOLDER) != null) {
      folder = Path.of(System.getProperty(FOLDER));
      ranges.add(new Range(ProfileKind.CPU, Long.getLong(FROM), Long.getLong(MIDDLE)));
      ranges.add(new Range(ProfileKind.ALLOCATION, Long.getLong(MIDDLE), Long.getLong(TO)));
      // loads it now, not while events are timed
      execute("start,threads," + ProfileKind.CPU.options);
      AsyncProfiler.getInstance().stop();
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

  /** Begins or ends at the number of events so far. */
  synchronized void observe(long events) {
    newest = events;
    if (!ranges.isEmpty() && begunAt < 0 && events >= ranges.element().from()) {
      begin();
    } else if (begunAt >= 0 && events > begunAt && events >= ranges.element().to()) {
      end();
    }
  }

  private void begin() {
    execute("start,threads," + ranges.element().kind().options);
    begunAt = newest;
  }

  private void end() {
    AsyncProfiler.getInstance().stop();
    ProfileKind kind = ranges.remove().kind();
    execute("dump,flamegraph,total,threads,file=" + kind.flameGraph(folder));
    execute("dump,collapsed,total,threads,file=" + kind.stacks(folder));
    try {
      Files.writeString(kind.range(folder), begunAt + "\n" + newest + "\n");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    begunAt = -1;
  }

  /** Ends what has begun. */
  @Override
  public synchronized void close() {
    if (begunAt >= 0) {
      end();
    }
    ranges.clear();
  }

  private static void execute(String command) {
    try {
      AsyncProfiler.getInstance().execute(command);
    } catch (IOException failed) {
      throw new UncheckedIOException("the profiler failed: " + command, failed);
    }
  }
}

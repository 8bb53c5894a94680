package dev.eddyline.bench.process;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU time of this process's JIT compiler: the sum of its threads, which Linux reports. Elsewhere
 * it is the elapsed time of compilations, which is more. For one thread.
 */
final class CompilerTime {

  /** The threads of a process; each has a file {@code stat}. */
  private static final Path THREADS = Path.of("/proc/self/task");

  /** Name in parentheses, eleven fields, then user and system time in ticks. */
  private static final Pattern COMPILER_THREAD =
      Pattern.compile("\\d+ \\(C[12] Compiler.*\\)(?: \\S+){11} (\\d+) (\\d+) .*", Pattern.DOTALL);

  /** Linux reports CPU times in hundredths of a second on all platforms. */
  private static final long NANOS_PER_TICK = Duration.ofMillis(10).toNanos();

  /** Times of ended threads stay, because the JVM ends idle compiler threads. */
  private final Map<Path, Long> ticksByThread = new HashMap<>();

  private final Set<Path> otherThreads = new HashSet<>();

  /** CPU time since the start of the process, in nanoseconds. */
  long readNanos() {
    if (!Files.isDirectory(THREADS)) {
      return elapsedNanos();
    }
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
      for (Path thread : threads) {
        if (!otherThreads.contains(thread)) {
          readThread(thread);
        }
      }
    } catch (IOException unreadable) {
      return elapsedNanos();
    }
    return ticksByThread.values().stream().mapToLong(Long::longValue).sum() * NANOS_PER_TICK;
  }

  private void readThread(Path thread) {
    try {
      Matcher compiler = COMPILER_THREAD.matcher(Files.readString(thread.resolve("stat")));
      if (compiler.matches()) {
        ticksByThread.put(
            thread, Long.parseLong(compiler.group(1)) + Long.parseLong(compiler.group(2)));
      } else {
        otherThreads.add(thread);
      }
    } catch (IOException ended) {
      // its last time stays
    }
  }

  private static long elapsedNanos() {
    CompilationMXBean compilations = ManagementFactory.getCompilationMXBean();
    return compilations == null || !compilations.isCompilationTimeMonitoringSupported()
        ? 0
        : Duration.ofMillis(compilations.getTotalCompilationTime()).toNanos();
  }
}

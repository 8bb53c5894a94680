package dev.eddyline.attack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Threads of an attack. They have the lowest priority, as real attackers have their own machines:
 * their CPU time must not slow down the attacked process.
 */
final class AttackThreads {

  private static final String NAME = "attacker";
  private static final String HTTP_CLIENT = "HttpClient";

  private AttackThreads() {}

  /** Repeats a step on this many threads, at least once on each, until the time has passed. */
  static void repeat(int threadCount, Duration length, Runnable step) {
    long end = System.nanoTime() + length.toNanos();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < threadCount; i++) {
      Thread thread = new Thread(() -> repeatUntil(end, step), NAME);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    lowerPriority();
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static void repeatUntil(long end, Runnable step) {
    do {
      step.run();
    } while (System.nanoTime() < end);
  }

  /** Does nothing except on Linux. */
  private static void lowerPriority() {
    Path tasks = Path.of("/proc/self/task");
    if (!Files.isDirectory(tasks)) {
      return;
    }
    List<String> command = new ArrayList<>(List.of("renice", "-n", "19", "-p"));
    try (Stream<Path> threads = Files.list(tasks)) {
      threads
          .filter(AttackThreads::isAttacker)
          .forEach(it -> command.add(it.getFileName().toString()));
      new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException impossible) {
      throw new UncheckedIOException("the threads of an attack keep their priority", impossible);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isAttacker(Path thread) {
    try {
      String name = Files.readString(thread.resolve("comm"));
      return name.startsWith(NAME) || name.startsWith(HTTP_CLIENT);
    } catch (IOException ended) {
      return false;
    }
  }
}

package dev.eddyline.attack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Gives the threads of an attack the lowest priority, as real attackers have their own machines.
 * Their CPU time must not slow down the attacked process.
 */
final class AttackThreadPriority {

  /** Name of an attacking thread. */
  static final String NAME = "attacker";

  private static final String HTTP_CLIENT = "HttpClient";

  private AttackThreadPriority() {}

  /** Lowers the priority of the attacking threads; does nothing except on Linux. */
  static void lowerPriorityOfAttackingThreads() {
    Path tasks = Path.of("/proc/self/task");
    if (!Files.isDirectory(tasks)) {
      return;
    }
    List<String> command = new ArrayList<>(List.of("renice", "-n", "19", "-p"));
    try (Stream<Path> threads = Files.list(tasks)) {
      threads
          .filter(AttackThreadPriority::isAttacker)
          .forEach(it -> command.add(it.getFileName().toString()));
      new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException impossible) {
      throw new UncheckedIOException("the threads of an attack keep their priority", impossible);
    } catch (InterruptedException stopped) {
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

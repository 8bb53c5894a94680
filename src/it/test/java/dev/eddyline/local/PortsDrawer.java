package dev.eddyline.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A JVM that draws many ports and then waits to be killed. */
final class PortsDrawer {

  private static final int DRAWS = 400;

  private PortsDrawer() {}

  /** Draws ports, prints them on one line, and waits forever. */
  public static void main(String[] args) throws InterruptedException {
    System.out.println(draw().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    new CountDownLatch(1).await();
  }

  static List<Integer> draw() {
    return IntStream.range(0, DRAWS).mapToObj(draw -> Ports.findFreePort()).toList();
  }

  static Process launch() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            PortsDrawer.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  static List<Integer> awaitPorts(Process drawer) throws IOException {
    return Stream.of(drawer.inputReader().readLine().split(" ")).map(Integer::valueOf).toList();
  }
}

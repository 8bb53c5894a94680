package dev.eddyline.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A JVM that starts a broker and then waits to be killed. */
final class BrokerStarter {

  private static final String STARTED = "started ";

  private BrokerStarter() {}

  /** The broker's process id and folder. */
  record StartedBroker(long pid, Path folder) {}

  /** Starts a broker, prints one line, and waits forever. */
  public static void main(String[] args) throws InterruptedException {
    LocalBroker broker = LocalBroker.start();
    System.out.println(STARTED + broker.process().pid() + " " + broker.process().folder());
    new CountDownLatch(1).await();
  }

  static Process launch() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            BrokerStarter.class.getName())
        .redirectErrorStream(true)
        .start();
  }

  static StartedBroker awaitStart(Process starter) throws IOException {
    BufferedReader output = starter.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(STARTED)) {
        String[] parts = line.split(" ", 3);
        return new StartedBroker(Long.parseLong(parts[1]), Path.of(parts[2]));
      }
    }
    throw new IOException("the starter ended before the broker was ready");
  }
}

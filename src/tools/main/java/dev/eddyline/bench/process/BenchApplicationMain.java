package dev.eddyline.bench.process;

import dev.eddyline.app.Application;
import dev.eddyline.config.Settings;
import dev.eddyline.console.Console;
import dev.eddyline.console.WebServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Main class of a process under test with a console: does what {@code eddyline run} does, and
 * prints on standard output whether it processes events.
 */
public final class BenchApplicationMain {

  private static final Duration REPORT_INTERVAL = Duration.ofMillis(100);

  private BenchApplicationMain() {}

  /**
   * Runs the processor and its console.
   *
   * @param args the file with its assignment
   */
  @SuppressWarnings("try") // the servers are only closed
  public static void main(String[] args) throws IOException, InterruptedException {
    Settings settings = BenchProcessConfig.read(Path.of(args[0])).allSettings();
    Application application = Application.start(settings);
    Runtime.getRuntime().addShutdownHook(new Thread(application::close, "shutdown"));
    try (Console console = new Console(settings, application);
        WebServer server = WebServer.of(settings, console);
        WebServer health = WebServer.health(settings, application)) {
      while (!application.failed()) {
        boolean ready = application.readiness().isReady();
        printPhase(ready ? ProgressSample.Phase.RUNNING : ProgressSample.Phase.REBALANCING);
        LockSupport.parkNanos(REPORT_INTERVAL.toNanos());
      }
    }
    application.failure().ifPresent(Throwable::printStackTrace);
    printPhase(ProgressSample.Phase.FAILED);
  }

  private static void printPhase(ProgressSample.Phase phase) {
    System.out.println(new ProgressSample(phase, 0, 0, System.nanoTime(), 0, 0, 0, 0).toLine());
  }
}

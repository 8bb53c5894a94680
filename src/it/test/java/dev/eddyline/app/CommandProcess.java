package dev.eddyline.app;

import dev.eddyline.local.Ports;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A command of {@code eddyline} in a separate JVM that can be killed and restarted. It retains its
 * state folder, like a machine after a power failure.
 */
public class CommandProcess implements AutoCloseable {

  private final List<String> commandLine = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final int healthPort = Ports.findFreePort();
  private final File log;
  private Process process;

  /**
   * A command before its start.
   *
   * @param name the command
   * @param prefix of its topics, application id, state and log
   * @param settings further settings, by name
   */
  public CommandProcess(
      String name,
      String bootstrap,
      String registryUrl,
      String prefix,
      int heapMb,
      Map<String, String> settings) {
    log = new File("target/" + prefix + name + ".log");
    commandLine.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + heapMb + "m",
            // it lives for seconds: starting matters more than speed
            "-XX:TieredStopAtLevel=1",
            "-XX:+ExitOnOutOfMemoryError",
            "-jar",
            "target/eddyline.jar",
            name,
            "--bootstrap",
            bootstrap,
            "--registry",
            registryUrl));
    set("topic.prefix", prefix);
    set("application.id", prefix + "eddyline");
    set("state.dir", "target/test-state/" + prefix + UUID.randomUUID());
    set("health.port", Integer.toString(healthPort));
    settings.forEach(this::set);
  }

  private void set(String name, String value) {
    commandLine.add("--set");
    commandLine.add(name + "=" + value);
  }

  /** Starts it; returns at once. */
  public void start() {
    try {
      process =
          new ProcessBuilder(commandLine)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
              .start();
    } catch (IOException notStarted) {
      throw new UncheckedIOException("cannot start " + commandLine.get(0), notStarted);
    }
  }

  /** Kills it with SIGKILL and waits for its end. */
  public void kill() throws InterruptedException {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "the process had ended by itself, with exit code %d: see %s"
              .formatted(process.exitValue(), log));
    }
    process.destroyForcibly().waitFor();
  }

  /** Ends it with SIGTERM, and returns its exit code. */
  public int terminate() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its exit code; it must have ended. */
  public int exitCode() {
    return process.exitValue();
  }

  /** Its process id. */
  protected long pid() {
    return process.pid();
  }

  /** Whether its health port reports that it works. */
  public boolean isReady() {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + healthPort + "/health/ready"))
            .timeout(Duration.ofSeconds(5))
            .build();
    try {
      return client.send(request, BodyHandlers.ofString()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
    }
  }
}

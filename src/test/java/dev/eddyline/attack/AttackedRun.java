package dev.eddyline.attack;

import dev.eddyline.app.TestCluster;
import dev.eddyline.local.Ports;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** {@code eddyline run} as its own process, with the memory of its container. */
final class AttackedRun implements AutoCloseable {

  /** The API's token. */
  static final String TOKEN = "a-token-of-the-attack-tests";

  /** JVM options that deploy/image/eddyline computes for a container of 1,536 MiB. */
  private static final List<String> CONTAINER =
      List.of("-Xmx853m", "-XX:+UseParallelGC", "-XX:+ExitOnOutOfMemoryError");

  private final int port = Ports.findFreePort();
  private final int healthPort = Ports.findFreePort();
  private final File log;
  private final Process process;

  /** An instance with this topic prefix. */
  AttackedRun(TestCluster cluster, String prefix) {
    log = new File("target/" + prefix + "run.log");
    Map<String, String> settings = new TreeMap<>();
    settings.put("topic.prefix", prefix);
    settings.put("application.id", prefix + "eddyline");
    settings.put("state.dir", "target/test-state/" + prefix + UUID.randomUUID());
    settings.put("canary.every", "0");
    settings.put("http.port", Integer.toString(port));
    settings.put("http.token", TOKEN);
    settings.put("health.port", Integer.toString(healthPort));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(CONTAINER);
    command.addAll(List.of("-jar", "target/eddyline.jar", "run"));
    command.addAll(List.of("--bootstrap", cluster.bootstrap()));
    command.addAll(List.of("--registry", cluster.registryUrl()));
    settings.forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    } catch (IOException notStarted) {
      throw new UncheckedIOException(notStarted);
    }
  }

  int port() {
    return port;
  }

  String address() {
    return "http://127.0.0.1:" + port;
  }

  String healthAddress() {
    return "http://127.0.0.1:" + healthPort;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Its resident memory, MiB. */
  long residentMib() throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1_024)
        .findFirst()
        .orElseThrow();
  }

  /** Lines that it has logged. */
  List<String> log() throws IOException {
    return Files.readAllLines(log.toPath());
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}

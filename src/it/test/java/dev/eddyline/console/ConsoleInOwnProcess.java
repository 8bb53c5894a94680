package dev.eddyline.console;

import dev.eddyline.app.TestCluster;
import dev.eddyline.local.Ports;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** {@code eddyline run} with its console in its own process, to be killed. */
final class ConsoleInOwnProcess implements AutoCloseable {

  private static final String HOST = "127.0.0.1";

  private final int port = Ports.findFreePort();
  private final Process process;

  /** An instance with this topic prefix. */
  ConsoleInOwnProcess(String prefix, Map<String, String> more) {
    TestCluster cluster = TestCluster.shared();
    Map<String, String> settings = new TreeMap<>(more);
    settings.put("topic.prefix", prefix);
    settings.put("application.id", prefix + "eddyline");
    settings.put("state.dir", "target/test-state/" + prefix + UUID.randomUUID());
    settings.put("canary.every", "0");
    settings.put("http.port", Integer.toString(port));
    settings.put("health.port", "0");
    settings.put("application.server", address());
    settings.put("signing.secret", InProcessConsole.SECRET);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx384m", "-XX:TieredStopAtLevel=1", "-jar", "target/eddyline.jar"));
    command.addAll(List.of("run", "--bootstrap", cluster.bootstrap()));
    command.addAll(List.of("--registry", cluster.registryUrl()));
    settings.forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(new File("target/" + prefix + "served.log"))
              .start();
    } catch (IOException notStarted) {
      throw new UncheckedIOException(notStarted);
    }
  }

  String address() {
    return HOST + ":" + port;
  }

  /** Ends it with SIGKILL. */
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

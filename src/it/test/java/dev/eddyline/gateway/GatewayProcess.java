package dev.eddyline.gateway;

import dev.eddyline.app.CommandProcess;
import dev.eddyline.local.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** {@code eddyline gateway} in a separate JVM. */
final class GatewayProcess extends CommandProcess {

  private final int otlpPort;

  /**
   * A gateway before its start.
   *
   * @param prefix of its topics, state and log
   * @param settings further settings, by name
   */
  GatewayProcess(
      String bootstrap,
      String registryUrl,
      String prefix,
      int heapMb,
      Map<String, String> settings) {
    this(bootstrap, registryUrl, prefix, heapMb, settings, Ports.findFreePort());
  }

  private GatewayProcess(
      String bootstrap,
      String registryUrl,
      String prefix,
      int heapMb,
      Map<String, String> settings,
      int otlpPort) {
    super("gateway", bootstrap, registryUrl, prefix, heapMb, with(settings, otlpPort));
    this.otlpPort = otlpPort;
  }

  private static Map<String, String> with(Map<String, String> settings, int otlpPort) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("http.port", "0");
    all.put("otlp.port", Integer.toString(otlpPort));
    all.put("otlp.delay", "0.2s");
    return all;
  }

  /** Where it receives spans. */
  URI tracesUrl() {
    return URI.create("http://127.0.0.1:" + otlpPort + "/v1/traces");
  }

  /** Bytes of its heap that remain after a full garbage collection. */
  long liveHeapBytes() throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid()),
                "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String output = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    jcmd.waitFor();
    String total =
        output
            .lines()
            .filter(line -> line.startsWith("Total"))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("jcmd printed no total: " + output));
    return Long.parseLong(total.strip().split("\\s+")[2]);
  }
}

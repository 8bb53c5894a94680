package dev.eddyline.attack;

import dev.eddyline.access.TokenList;
import dev.eddyline.config.Setting;
import dev.eddyline.local.LocalProcessor;
import dev.eddyline.local.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code eddyline run} in a separate JVM, with the memory of its container. */
public final class AttackedProcessor implements AutoCloseable {

  /** Memory of the container in MiB: heap, RocksDB, and the rest of the JVM. */
  public static final long CONTAINER_MIB = 1_792;

  /** Its heap in MiB, as deploy/image/eddyline computes it. */
  public static final long HEAP_MIB = 853;

  /** The API's token. */
  static final String TOKEN = "a-token-of-the-attacks";

  private static final List<String> JVM_OPTIONS =
      List.of("-Xmx" + HEAP_MIB + "m", "-XX:+UseParallelGC", "-XX:+ExitOnOutOfMemoryError");

  private final int port = Ports.findFreePort();
  private final int healthPort = Ports.findFreePort();
  private final LocalProcessor processor;

  /**
   * A processor, started.
   *
   * @param settings names and values of settings; state folder, ports and token are already set
   */
  AttackedProcessor(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put(Setting.CANARY_EVERY.key(), "0");
    all.put(Setting.HTTP_PORT.key(), Integer.toString(port));
    all.put(Setting.HTTP_TOKENS.key(), tokenFile());
    all.put(Setting.HEALTH_PORT.key(), Integer.toString(healthPort));
    processor =
        new LocalProcessor(
            "attacked-processor",
            JVM_OPTIONS,
            all.entrySet().stream().map(it -> it.getKey() + "=" + it.getValue()).toList());
  }

  /** The path of a file with the token, which publishes and reads. */
  private static String tokenFile() {
    try {
      Path file = Files.createTempFile("tokens", ".yaml");
      file.toFile().deleteOnExit();
      Files.writeString(
          file,
          "tokens:\n- {name: attacks, sha256: %s, roles: [ingest, view]}\n"
              .formatted(TokenList.sha256(TOKEN)));
      return file.toString();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  int port() {
    return port;
  }

  String address() {
    return "http://127.0.0.1:" + port;
  }

  /** Address of the listener of probes. */
  String healthAddress() {
    return "http://127.0.0.1:" + healthPort;
  }

  /** Whether its process exists. */
  boolean isAlive() {
    return processor.isAlive();
  }

  /** Its largest resident memory so far, MiB; 0 where the system does not say. */
  long peakResidentMib() {
    Path status = Path.of("/proc", Long.toString(processor.pid()), "status");
    try {
      return Files.isReadable(status)
          ? Files.readAllLines(status).stream()
              .filter(line -> line.startsWith("VmHWM:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1_024)
              .sum()
          : 0;
    } catch (IOException ended) {
      throw new UncheckedIOException("cannot read " + status, ended);
    }
  }

  /** Current size of its log, in bytes. */
  long logSizeBytes() {
    return processor.logSizeBytes();
  }

  /** Complete lines of its log after this many bytes. */
  List<String> logLinesAfter(long bytes) {
    String log = processor.logAfterByteOffset(bytes);
    return log.substring(0, log.lastIndexOf('\n') + 1).lines().toList();
  }

  /** Copies its log into a folder. */
  void copyLog(Path folder) {
    processor.copyLog(folder);
  }

  @Override
  public void close() {
    processor.close();
  }
}

package dev.eddyline.app;

import static org.awaitility.Awaitility.await;

import dev.eddyline.local.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A real OpenTelemetry Collector on 127.0.0.1, which receives OTLP over HTTP and exports it to
 * Kafka.
 *
 * <p>{@code src/it/collector/build.sh} builds its program; the environment variable {@value
 * #VARIABLE} has the program's path. Tests skip if {@link #isBuilt} is false.
 */
public final class CollectorProcess implements AutoCloseable {

  /** Name of the environment variable with the path of the program. */
  public static final String VARIABLE = "EDDYLINE_COLLECTOR";

  /** Name of its topic of spans, without prefix. */
  public static final String SPANS = "otlp_spans";

  /** Name of its topic of log records, without prefix. */
  public static final String LOGS = "otlp_logs";

  private static final Path CONFIG = Path.of("src", "it", "collector", "collector.yaml");
  private static final int STOP_SECONDS = 10;

  /** How the Collector encodes the values of its records. */
  public enum Encoding {
    /** The protobuf message of an OTLP request. */
    OTLP_PROTO,
    /** The same message as OTLP's JSON. */
    OTLP_JSON
  }

  private final int port = Ports.findFreePort();
  private final Path log;
  private final Process process;

  private CollectorProcess(Map<String, String> settings) {
    try {
      log = Files.createTempFile("eddyline-collector-", ".log");
      ProcessBuilder command =
          new ProcessBuilder(program().orElseThrow().toString(), "--config", CONFIG.toString())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      command.environment().putAll(settings);
      command.environment().put("PORT", Integer.toString(port));
      process = command.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the program that " + VARIABLE + " names", e);
    }
  }

  /** Whether its program exists. */
  public static boolean isBuilt() {
    return program().isPresent();
  }

  private static Optional<Path> program() {
    return Optional.ofNullable(System.getenv(VARIABLE)).map(Path::of).filter(Files::isExecutable);
  }

  /**
   * Starts a Collector, and returns when it listens. The topics must exist.
   *
   * @param bootstrap host and port of a broker
   * @param topicPrefix prefix of {@link #SPANS} and {@link #LOGS}, possibly empty
   * @param encoding of the values
   * @param tracesById whether it makes a record for each trace, with the trace id as key
   * @throws IllegalStateException if it does not listen in time, with its log
   */
  public static CollectorProcess start(
      String bootstrap, String topicPrefix, Encoding encoding, boolean tracesById) {
    CollectorProcess collector =
        new CollectorProcess(
            Map.of(
                "BOOTSTRAP",
                bootstrap,
                "TOPIC_PREFIX",
                topicPrefix,
                "ENCODING",
                encoding.name().toLowerCase(Locale.ROOT),
                "TRACES_BY_ID",
                Boolean.toString(tracesById)));
    try {
      await().until(collector::listensOrEnded);
    } catch (ConditionTimeoutException late) {
      throw collector.failure("does not listen", late);
    }
    if (!collector.process.isAlive()) {
      throw collector.failure("ended with exit code " + collector.process.exitValue(), null);
    }
    return collector;
  }

  private boolean listensOrEnded() {
    return !process.isAlive() || !Ports.isFree(port);
  }

  private IllegalStateException failure(String what, Throwable cause) {
    try {
      String text = Files.readString(log);
      close();
      return new IllegalStateException("the Collector %s: %s".formatted(what, text), cause);
    } catch (IOException unreadable) {
      return new IllegalStateException("the Collector " + what, unreadable);
    }
  }

  /** Where it receives spans: HTTP POST of an OTLP request, JSON or protobuf. */
  public URI traces() {
    return url("traces");
  }

  /** Where it receives log records: HTTP POST of an OTLP request, JSON or protobuf. */
  public URI logs() {
    return url("logs");
  }

  private URI url(String signal) {
    return URI.create("http://127.0.0.1:%d/v1/%s".formatted(port, signal));
  }

  /** Ends it, and deletes its log. */
  @Override
  public void close() {
    process.toHandle().destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.toHandle().destroyForcibly();
      }
      Files.deleteIfExists(log);
    } catch (InterruptedException e) {
      process.toHandle().destroyForcibly();
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + log, e);
    }
  }
}

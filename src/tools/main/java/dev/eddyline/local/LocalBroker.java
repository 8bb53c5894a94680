package dev.eddyline.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;

/**
 * A real Kafka broker on 127.0.0.1 without installation, including exactly-once. It is a cluster by
 * itself or one of a {@link LocalCluster}. It does not auto-create topics. Its data exists until
 * {@link #close}. For one thread.
 */
public final class LocalBroker implements AutoCloseable {

  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);

  private static final String LOGBACK_CONFIG =
      """
      <configuration>
        <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d{ISO8601} %-5level %logger{0} %msg%n</pattern></encoder>
        </appender>
        <root level="INFO"><appender-ref ref="out"/></root>
      </configuration>
      """;

  private final BrokerAddress address;
  private final ServerProcess process;
  private final ServerCommand format;
  private final ServerCommand serveCommand;

  /** One of the brokers of a cluster, neither formatted nor started. */
  LocalBroker(BrokerAddress address, List<BrokerAddress> all, String clusterId) {
    this(address, all, clusterId, List.of("-Xmx512m"));
  }

  private LocalBroker(
      BrokerAddress address, List<BrokerAddress> all, String clusterId, List<String> jvmOptions) {
    this.address = address;
    String classPath = Distribution.current().brokerClassPath();
    this.process = new ServerProcess("broker" + (all.size() > 1 ? "-" + address.id() : ""));
    String settings = process.writeTextFile("server.properties", address.serverProperties(all));
    String logging =
        "-Dlogback.configurationFile=" + process.writeTextFile("logback.xml", LOGBACK_CONFIG);
    this.format =
        new ServerCommand(
            classPath,
            List.of("-XX:TieredStopAtLevel=1", logging),
            "kafka.tools.StorageTool",
            List.of("format", "-t", clusterId, "-c", settings));
    this.serveCommand =
        new ServerCommand(
            classPath,
            Stream.concat(jvmOptions.stream(), Stream.of(logging)).toList(),
            "kafka.Kafka",
            List.of(settings));
  }

  /** A broker on a free port, ready for use; ServerStartException when it does not start. */
  public static LocalBroker start() {
    return start(Ports.findFreePort());
  }

  /** A broker on this port, 1 to 65535, ready for use; ServerStartException likewise. */
  public static LocalBroker start(int port) {
    return start(port, List.of("-Xmx512m"));
  }

  /** A broker for minutes of light load, where start time matters more than speed. */
  public static LocalBroker startShortLived() {
    return start(Ports.findFreePort(), List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"));
  }

  private static LocalBroker start(int port, List<String> jvmOptions) {
    BrokerAddress singleBroker =
        new BrokerAddress(1, Ports.requireFree(port), Ports.findFreePort());
    LocalBroker broker =
        new LocalBroker(
            singleBroker, List.of(singleBroker), Uuid.randomUuid().toString(), jvmOptions);
    return ServerProcess.startOrCloseOnFailure(
        broker,
        () -> {
          broker.format();
          broker.restart();
        });
  }

  /** Formats its data folder, once before its first start. */
  void format() {
    process.run(format);
  }

  /** Host and port, for bootstrap.servers. */
  public String bootstrapServers() {
    return address.bootstrapAddress();
  }

  /** Stops it cleanly if it runs, and starts it again on the same port with the same data. */
  public void restart() {
    process.stop();
    process.start(serveCommand, this::isReady);
  }

  /**
   * Kills it, as a loss of power would. {@link #restart} starts it with its data, in about 12 s,
   * because its old session has to expire first.
   */
  public void kill() {
    process.kill();
  }

  /** Suspends it: its connections remain open, but it does not respond until {@link #resume}. */
  public void suspend() {
    process.suspend();
  }

  /** Resumes it. */
  public void resume() {
    process.resume();
  }

  /** Copies its log into a folder. */
  void copyLog(Path folder) {
    process.copyLog(folder);
  }

  /** Stops it and deletes its data. */
  @Override
  public void close() {
    process.close();
  }

  ServerProcess process() {
    return process;
  }

  private boolean isReady() {
    return Ports.acceptsConnections(address.port()) && answers();
  }

  private boolean answers() {
    Map<String, Object> config =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers(),
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            (int) RESPONSE_TIMEOUT.toMillis(),
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) RESPONSE_TIMEOUT.toMillis());
    try (Admin admin = Admin.create(config)) {
      return admin
          .describeCluster()
          .nodes()
          .get(RESPONSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
          .stream()
          .anyMatch(node -> node.id() == address.id());
    } catch (ExecutionException | TimeoutException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerStartException("interrupted while waiting for the broker", e);
    }
  }
}

package dev.eddyline.local;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;

/**
 * A Kafka cluster of one broker on 127.0.0.1, with nothing to install: a real one, exactly-once
 * included. It creates no topic unasked. Its data lives until {@link #close}. For one thread.
 */
public final class LocalBroker implements AutoCloseable {

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

  private static final String LOGGING =
      """
      <configuration>
        <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d{ISO8601} %-5level %logger{0} %msg%n</pattern></encoder>
        </appender>
        <root level="INFO"><appender-ref ref="out"/></root>
      </configuration>
      """;

  /** With one broker, all that is internal has one copy: the defaults wait for three for ever. */
  private static final String SETTINGS =
      """
      process.roles=broker,controller
      node.id=1
      listeners=PLAINTEXT://%1$s:%2$d,CONTROLLER://%1$s:%3$d
      listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
      controller.listener.names=CONTROLLER
      controller.quorum.bootstrap.servers=%1$s:%3$d
      log.dirs=data
      auto.create.topics.enable=false
      offsets.topic.replication.factor=1
      offsets.topic.num.partitions=8
      transaction.state.log.replication.factor=1
      transaction.state.log.min.isr=1
      transaction.state.log.num.partitions=8
      share.coordinator.state.topic.replication.factor=1
      share.coordinator.state.topic.min.isr=1
      group.initial.rebalance.delay.ms=0
      log.cleaner.dedupe.buffer.size=16777216
      """;

  private final int port;
  private final ServerProcess process;
  private final ServerCommand format;
  private final ServerCommand serve;

  private LocalBroker(int port) {
    this.port = port;
    String classPath = Distribution.here().brokerClassPath();
    this.process = new ServerProcess("broker");
    String settings =
        process.write("server.properties", SETTINGS.formatted(Ports.HOST, port, Ports.free()));
    String logging = "-Dlogback.configurationFile=" + process.write("logback.xml", LOGGING);
    this.format =
        new ServerCommand(
            classPath,
            List.of("-XX:TieredStopAtLevel=1", logging),
            "kafka.tools.StorageTool",
            List.of("format", "--standalone", "-t", Uuid.randomUuid().toString(), "-c", settings));
    this.serve =
        new ServerCommand(
            classPath, List.of("-Xmx512m", logging), "kafka.Kafka", List.of(settings));
  }

  /** A broker on a free port, ready for use; ServerStartException when it does not come up. */
  public static LocalBroker start() {
    return start(Ports.free());
  }

  /** A broker on this port, 1 to 65535, ready for use; ServerStartException likewise. */
  public static LocalBroker start(int port) {
    LocalBroker broker = new LocalBroker(Ports.requireFree(port));
    return ServerProcess.orClose(
        broker,
        () -> {
          broker.process.run(broker.format);
          broker.restart();
        });
  }

  /** Host and port, for bootstrap.servers. */
  public String bootstrapServers() {
    return Ports.HOST + ":" + port;
  }

  /** Stops it cleanly if it runs, and starts it again on the same port with the same data. */
  public void restart() {
    process.stop();
    process.start(serve, this::isReady);
  }

  /**
   * Ends it at once, as a loss of power would; {@link #restart} brings it back with its data, in
   * about 12 s, because its own old session has to expire first.
   */
  public void kill() {
    process.kill();
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
    return Ports.accepts(port) && answers();
  }

  private boolean answers() {
    Map<String, Object> config =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers(),
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            (int) ANSWER_LIMIT.toMillis(),
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) ANSWER_LIMIT.toMillis());
    try (Admin admin = Admin.create(config)) {
      return !admin
          .describeCluster()
          .nodes()
          .get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
          .isEmpty();
    } catch (ExecutionException | TimeoutException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerStartException("interrupted while waiting for the broker", e);
    }
  }
}

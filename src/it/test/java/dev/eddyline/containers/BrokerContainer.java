package dev.eddyline.containers;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;
import org.testcontainers.containers.Network;
import org.testcontainers.images.builder.Transferable;

/** A Kafka cluster of one broker in a container; its data outlives a stop, not a close. */
final class BrokerContainer extends ServerContainer {

  private static final int ANSWER_LIMIT_MS = 5_000;

  /** With one broker, internal topics need replication factor 1: the default of 3 would block. */
  private static final String SETTINGS =
      """
      process.roles=broker,controller
      node.id=1
      listeners=PLAINTEXT://0.0.0.0:%1$d,INSIDE://0.0.0.0:9092,CONTROLLER://127.0.0.1:9093
      advertised.listeners=PLAINTEXT://127.0.0.1:%1$d,INSIDE://broker:9092
      listener.security.protocol.map=PLAINTEXT:PLAINTEXT,INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT
      controller.listener.names=CONTROLLER
      controller.quorum.bootstrap.servers=127.0.0.1:9093
      log.dirs=/var/lib/kafka
      auto.create.topics.enable=false
      offsets.topic.replication.factor=1
      offsets.topic.num.partitions=8
      transaction.state.log.replication.factor=1
      transaction.state.log.min.isr=1
      transaction.state.log.num.partitions=8
      share.coordinator.state.topic.replication.factor=1
      share.coordinator.state.topic.min.isr=1
      group.initial.rebalance.delay.ms=0
      """;

  private static final String LOGGING =
      """
      <configuration>
        <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d{ISO8601} %-5level %logger{0} %msg%n</pattern></encoder>
        </appender>
        <root level="INFO"><appender-ref ref="out"/></root>
      </configuration>
      """;

  private static final String START =
      "java kafka.tools.StorageTool format --ignore-formatted --standalone -t %s -c %s"
          + " && exec java kafka.Kafka %2$s";

  private static final String SETTINGS_FILE = "/opt/broker.properties";
  private static final String LOGGING_FILE = "/opt/logback.xml";

  BrokerContainer(Network network) {
    super(network, "broker");
    copy("broker", home());
    withCopyToContainer(Transferable.of(SETTINGS.formatted(port())), SETTINGS_FILE);
    withCopyToContainer(Transferable.of(LOGGING), LOGGING_FILE);
    withEnv("CLASSPATH", home() + "/*");
    withEnv(
        "JDK_JAVA_OPTIONS",
        "-Xmx512m -XX:TieredStopAtLevel=1 -Dlogback.configurationFile=" + LOGGING_FILE);
    withCommand("sh", "-c", START.formatted(Uuid.randomUuid(), SETTINGS_FILE));
  }

  /** Host and port, for bootstrap.servers. */
  String bootstrapServers() {
    return HOST + ":" + port();
  }

  /** The address inside its network. */
  static String bootstrapInside() {
    return "broker:9092";
  }

  @Override
  boolean answers() {
    Map<String, Object> config =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers(),
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_LIMIT_MS,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_LIMIT_MS);
    try (Admin admin = Admin.create(config)) {
      return !admin.describeCluster().nodes().get(ANSWER_LIMIT_MS, TimeUnit.MILLISECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the broker", e);
    }
  }
}

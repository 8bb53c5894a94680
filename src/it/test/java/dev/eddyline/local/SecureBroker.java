package dev.eddyline.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/**
 * A broker on 127.0.0.1 that denies everything without an ACL. Clients connect with TLS, their own
 * certificate and SASL/SCRAM-SHA-512; the test itself uses a plain listener with a super user.
 */
public final class SecureBroker implements AutoCloseable {

  private static final String SETTINGS =
      """
      process.roles=broker,controller
      node.id=1
      listeners=SASL_SSL://%1$s:%2$d,INSIDE://%1$s:%3$d,CONTROLLER://%1$s:%4$d
      listener.security.protocol.map=SASL_SSL:SASL_SSL,INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT
      inter.broker.listener.name=INSIDE
      controller.listener.names=CONTROLLER
      controller.quorum.bootstrap.servers=%1$s:%4$d
      authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
      super.users=User:ANONYMOUS
      sasl.enabled.mechanisms=SCRAM-SHA-512
      listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=\\
          org.apache.kafka.common.security.scram.ScramLoginModule required;
      ssl.keystore.type=PKCS12
      ssl.keystore.location=%5$s
      ssl.keystore.password=%6$s
      ssl.truststore.type=PKCS12
      ssl.truststore.location=%5$s
      ssl.truststore.password=%6$s
      listener.name.sasl_ssl.ssl.client.auth=required
      log.dirs=data
      auto.create.topics.enable=false
      offsets.topic.replication.factor=1
      offsets.topic.num.partitions=2
      transaction.state.log.replication.factor=1
      transaction.state.log.min.isr=1
      transaction.state.log.num.partitions=2
      share.coordinator.state.topic.replication.factor=1
      share.coordinator.state.topic.min.isr=1
      group.initial.rebalance.delay.ms=0
      log.cleaner.dedupe.buffer.size=16777216
      """;

  private final int outside = Ports.findFreePort();
  private final int inside = Ports.findFreePort();
  private final ServerProcess process = new ServerProcess("secure-broker");

  /** A running broker with this key store (PKCS12), which is also its trust store. */
  public static SecureBroker start(Path keyStore, String password) {
    SecureBroker broker = new SecureBroker();
    return ServerProcess.startOrCloseOnFailure(broker, () -> broker.run(keyStore, password));
  }

  private void run(Path keyStore, String password) {
    String classPath = Distribution.current().brokerClassPath();
    String settings =
        process.writeTextFile(
            "server.properties",
            SETTINGS.formatted(
                Ports.HOST,
                outside,
                inside,
                Ports.findFreePort(),
                keyStore.toAbsolutePath(),
                password));
    String logging = "-Dlogback.configurationFile=" + process.writeTextFile("logback.xml", quiet());
    List<String> id = List.of("format", "--standalone", "-t", Uuid.randomUuid().toString());
    List<String> format = new ArrayList<>(id);
    format.addAll(List.of("-c", settings));
    process.run(
        new ServerCommand(
            classPath,
            List.of("-XX:TieredStopAtLevel=1", logging),
            "kafka.tools.StorageTool",
            format));
    process.start(
        new ServerCommand(
            classPath, List.of("-Xmx384m", logging), "kafka.Kafka", List.of(settings)),
        () -> Ports.acceptsConnections(outside) && answers());
  }

  private static String quiet() {
    return """
    <configuration>
      <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
        <encoder><pattern>%d{ISO8601} %-5level %logger{0} %msg%n</pattern></encoder>
      </appender>
      <root level="WARN"><appender-ref ref="out"/></root>
    </configuration>
    """;
  }

  private boolean answers() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", inside()))) {
      return !admin.describeCluster().nodes().get(10, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException notYet) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ServerStartException("interrupted while waiting for the broker", interrupted);
    }
  }

  /** Its address with TLS, certificate and SASL. */
  public String outside() {
    return Ports.HOST + ":" + outside;
  }

  /** Its plain address, where everything is allowed. */
  public String inside() {
    return Ports.HOST + ":" + inside;
  }

  @Override
  public void close() {
    process.close();
  }
}

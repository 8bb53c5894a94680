package dev.eddyline.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import dev.eddyline.TestTags;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;

/** The shipped image: contents, start and end. */
@Tag(TestTags.CONTAINERS)
@ExtendWith(DockerEngine.class)
class ImageIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String PREFIX = "image-";
  private static final int CLEAN_STOP_SECONDS = 60;
  private static final long ENDED_BY_SIGTERM = 143;
  private static final int WRONG_SETTING = 2;

  private static Network network;
  private static BrokerContainer broker;
  private static RegistryContainer registry;
  private static ProcessorContainer processor;

  @BeforeAll
  static void startContainers() {
    network = Network.newNetwork();
    broker = new BrokerContainer(network);
    registry = new RegistryContainer(network);
    Startables.deepStart(broker, registry).join();
    Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (TopicAdmin admin =
        new TopicAdmin(TopicCatalogue.load(PREFIX).withPartitions(2), client, LIMIT)) {
      admin.create(TopicAdmin.BROKER_DEFAULT);
    }
    processor =
        new ProcessorContainer(
            network,
            "processor",
            Map.of(
                "bootstrap.servers",
                BrokerContainer.bootstrapInside(),
                "schema.registry.url",
                registry.urlInside(),
                "topic.prefix",
                PREFIX,
                "application.id",
                "image"));
    processor.start();
  }

  @AfterAll
  static void removeContainers() {
    processor.close();
    registry.close();
    broker.close();
    network.close();
  }

  private static String run(String... command) throws Exception {
    ExecResult result = processor.execInContainer(command);
    assertThat(result.getExitCode()).as(result.getStderr()).isZero();
    return result.getStdout();
  }

  @Test
  void theImageContainsNoTestLibraries() throws Exception {
    assertThat(run("ls", "/opt/eddyline/lib").lines())
        .noneMatch(
            jar ->
                jar.matches(
                    "(kafka_|kafka-server|kafka-streams-test|scala-|junit|testcontainers|jmh|rocksdb|onnxruntime).*"))
        .contains("kafka-streams.jar", "micrometer-core.jar", "eddyline-processor.jar")
        .noneMatch(jar -> jar.startsWith("eddyline-tools"));
    assertThat(run("ls", "/opt/eddyline").lines())
        .containsExactlyInAnyOrder(
            "eddyline",
            "eddyline.jar",
            "healthcheck",
            "lib",
            "onnxruntime",
            "rocksdb",
            "sbom.cdx.json");
  }

  @Test
  void theContainerRunsWithoutRootOnAReadOnlyFileSystem() throws Exception {
    assertThat(run("id", "-u").strip()).isEqualTo("20001");
    assertThat(run("sh", "-c", "grep CapEff /proc/1/status")).contains("0000000000000000");
    assertThat(processor.execInContainer("touch", "/opt/eddyline/x", "/tmp/x").getStderr())
        .contains("/opt/eddyline/x", "/tmp/x")
        .contains("Read-only file system");
    await().atMost(LIMIT).until(() -> run("ls", "/var/lib/eddyline").contains("state"));
  }

  @Test
  void theHeapIsFiveNinthsOfTheMemoryLeftByRocksDb() throws Exception {
    // 800 MiB less 256 MiB
    assertThat(run("sh", "-c", "tr '\\0' ' ' </proc/1/cmdline")).contains(" -Xmx302m ");
  }

  @Test
  void aTooSmallContainerIsRejectedWithTheMinimum() throws Exception {
    // When
    CommandContainer small = CommandContainer.run(network.getId(), 300, "run");

    // Then
    assertThat(small.output()).contains("300 MiB").contains("at least 602 MiB");
    assertThat(small.exitCode()).isEqualTo(WRONG_SETTING);
  }

  @Test
  void commandsOtherThanTheProcessorRunWithLessMemory() throws Exception {
    // When
    CommandContainer topics =
        CommandContainer.run(
            network.getId(),
            300,
            "topics",
            "--bootstrap",
            BrokerContainer.bootstrapInside(),
            "--set",
            "topic.prefix=" + PREFIX,
            "--partitions",
            "2");

    // Then
    assertThat(topics.output()).contains("all topics exist with the required configuration");
    assertThat(topics.exitCode()).isZero();
  }

  @Test
  void theHealthCheckPasses_andSigtermEndsCleanly() {
    // Given
    DockerClient engine = DockerClientFactory.lazyClient();
    String id = processor.getContainerId();
    await()
        .atMost(LIMIT)
        .until(
            () ->
                engine
                    .inspectContainerCmd(id)
                    .exec()
                    .getState()
                    .getHealth()
                    .getStatus()
                    .equals("healthy"));
    await().atMost(LIMIT).until(processor::isReady);

    // When
    engine.stopContainerCmd(id).withTimeout(CLEAN_STOP_SECONDS).exec();

    // Then
    ContainerState ended = state(engine, id);
    assertThat(ended.getExitCodeLong()).isEqualTo(ENDED_BY_SIGTERM);
    assertThat(processor.getLogs()).contains("stopping").contains("stopped");
    engine.startContainerCmd(id).exec();
    processor.waitUntilContainerStarted();
    await().atMost(LIMIT).until(processor::isReady);
  }

  private static ContainerState state(DockerClient engine, String id) {
    return engine.inspectContainerCmd(id).exec().getState();
  }
}

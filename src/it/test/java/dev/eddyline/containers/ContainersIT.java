package dev.eddyline.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;

/** The processor with its broker and its registry in containers, through outages. */
@Tag(TestTags.CONTAINERS)
@ExtendWith(DockerEngine.class)
class ContainersIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final List<String> TASKS = Deployment.tasks(20);

  private static Network network;
  private static BrokerContainer broker;
  private static RegistryContainer registry;

  @BeforeAll
  static void startContainers() {
    network = Network.newNetwork();
    broker = new BrokerContainer(network);
    registry = new RegistryContainer(network);
    Startables.deepStart(broker, registry).join();
  }

  @AfterAll
  static void removeContainers() {
    registry.close();
    broker.close();
    network.close();
  }

  @ParameterizedTest
  @EnumSource
  void aRegistryOutageLosesNoEvent(OutageKind how) {
    String name = "registry-" + how.name().toLowerCase(Locale.ROOT);
    try (Deployment eddyline = new Deployment(network, name, broker, registry)) {
      // Given: events with a schema that the processor has not loaded yet
      eddyline.failOnce(TASKS);
      eddyline.failOnce(TASKS);

      // When
      registry.runWhilePaused(
          how,
          () -> {
            eddyline.start();
            eddyline.failOnce(TASKS);
            await().atMost(LIMIT).until(() -> eddyline.readiness().contains("registry"));
          });

      // Then
      awaitOneGateEach(eddyline, TASKS);
      await().atMost(LIMIT).until(() -> eddyline.isReady());
    }
  }

  @Test
  void aBrokerRestartLosesNoEventAndNoState() {
    try (Deployment eddyline = new Deployment(network, "broker-stopped", broker, registry)) {
      // Given
      eddyline.start();
      eddyline.failOnce(TASKS);
      eddyline.failOnce(TASKS);
      await().atMost(LIMIT).until(() -> eddyline.verdicts().size() == TASKS.size());
      var third = new CompletableFuture<Void>();

      // When
      broker.runWhilePaused(
          OutageKind.STOPPED,
          () ->
              third.completeAsync(
                  () -> {
                    eddyline.failOnce(TASKS);
                    return null;
                  }));
      third.join();

      // Then
      awaitOneGateEach(eddyline, TASKS);
    }
  }

  /** Every task has its second verdict and one opened gate; nothing is dead-lettered. */
  private static void awaitOneGateEach(Deployment eddyline, List<String> tasks) {
    await().atMost(LIMIT).until(() -> eddyline.verdicts().size() >= 2 * tasks.size());
    // the partitions of a transaction become readable one after the other
    await().atMost(LIMIT).until(() -> eddyline.gates().size() >= tasks.size());
    assertThat(eddyline.verdicts()).hasSize(2 * tasks.size());
    assertThat(eddyline.gates())
        .allMatch(gate -> gate.getState() == GateState.OPENED)
        .allMatch(gate -> gate.getAttempts() == 3)
        .extracting(GateTrigger::getRootTaskId)
        .containsExactlyInAnyOrderElementsOf(tasks);
    assertThat(eddyline.deadLetters()).isZero();
  }
}

package dev.eddyline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ServerProcessIT {

  @Test
  void showsTheEndOfTheLogOfAServerThatDoesNotComeUp() {
    // Given
    ServerCommand command =
        new ServerCommand(
            Distribution.here().brokerClassPath(), List.of(), "kafka.Kafka", List.of("none.file"));
    try (ServerProcess process = new ServerProcess("test")) {

      // When // Then
      assertThatExceptionOfType(ServerStartException.class)
          .isThrownBy(() -> process.start(command, () -> false))
          .withMessageContaining("the local test ended with exit code 1")
          .withMessageContaining("none.file");
    }
  }

  @Test
  void startsBrokerAndRegistrySideBySide() throws Exception {
    // When
    var brokers = CompletableFuture.supplyAsync(() -> LocalBroker.start());
    var registries = CompletableFuture.supplyAsync(() -> LocalRegistry.start());

    // Then
    try (LocalBroker broker = brokers.get();
        LocalRegistry registry = registries.get()) {
      assertThat(broker.process().isAlive()).isTrue();
      assertThat(registry.process().isAlive()).isTrue();
    }
  }
}

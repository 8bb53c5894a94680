package dev.eddyline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.eddyline.TestTags;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag(TestTags.SERVERS)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ServerProcessIT {

  @Test
  void reportsTheLastErrorOfAFailedServer_andLeavesItsLog() throws Exception {
    // Given
    ServerCommand command =
        new ServerCommand(
            Distribution.current().brokerClassPath(),
            List.of(),
            "kafka.Kafka",
            List.of("none.file"));
    try (ServerProcess process = new ServerProcess("test")) {

      // When
      Throwable thrown = catchThrowable(() -> process.start(command, () -> false));

      // Then
      assertThat(thrown).isInstanceOf(ServerStartException.class);
      Matcher message =
          Pattern.compile(
                  "the local test ended with exit code 1: (.*none\\.file.*) \\(all of its log: (.*)\\)")
              .matcher(thrown.getMessage());
      assertThat(message.matches()).as(thrown.getMessage()).isTrue();
      Path log = Path.of(message.group(2));
      assertThat(Files.readString(log)).contains(message.group(1));
      Files.delete(log);
    }
  }

  @Test
  void startsBrokerAndRegistry() throws Exception {
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

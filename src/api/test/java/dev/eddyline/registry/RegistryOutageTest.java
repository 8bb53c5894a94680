package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

@Timeout(300)
class RegistryOutageTest {

  private static final Schema STRING = Schema.create(Schema.Type.STRING);

  private final RecordingAvailabilityListener listener = new RecordingAvailabilityListener();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(RegistryAvailability.class);
  private StubRegistry server;
  private ConfluentSchemaRegistry registry;

  @BeforeEach
  void start() throws IOException {
    server = StubRegistry.start();
    registry = new ConfluentSchemaRegistry(server.properties(), listener);
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(log);
    registry.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "500, {}",
    "502, <html>bad gateway</html>",
    "503, ''",
    "503, '{\"error_code\":50003,\"message\":\"no leader\"}'",
    "429, '{\"error_code\":429,\"message\":\"slow down\"}'",
    "408, ''",
    "401, '{\"error_code\":401,\"message\":\"Unauthorized\"}'",
    "403, '{\"error_code\":40301,\"message\":\"Forbidden\"}'",
    "404, <html>no such page</html>",
    "404, '{\"error_code\":0,\"message\":\"no such path\"}'",
    "200, <html>please log in</html>",
    "200, null",
    "400, ''"
  })
  void responsesNotAboutTheSchemaAreRetried(int status, String body) throws Exception {
    // Given
    server.answers(status, String.valueOf(body));

    // When
    Future<Schema> schema = RegistrySamples.inBackground(() -> registry.schemaOf(1));
    Future<Integer> id = RegistrySamples.inBackground(() -> registry.idOf("s-value", STRING));
    await().until(() -> server.requests().size() >= 4);

    // Then
    assertThat(schema).isNotDone();
    assertThat(id).isNotDone();
    server.answers(200, StubRegistry.SCHEMA_1);
    assertThat(schema.get()).isEqualTo(STRING);
    assertThat(id.get()).isEqualTo(1);
    assertThat(listener.calls()).first().asString().startsWith("down: ");
    assertThat(listener.calls()).last().isEqualTo("up");
  }

  @Test
  void anOutageIsReportedOnceAtItsStartAndEnd() throws Exception {
    // Given
    server.answers(503, "{\"error_code\":50301,\"message\":\"starting\"}");

    // When
    Future<Schema> schema = RegistrySamples.inBackground(() -> registry.schemaOf(1));
    await().until(() -> server.requests().size() >= 4);
    server.answers(200, StubRegistry.SCHEMA_1);
    schema.get();

    // Then
    assertThat(listener.calls())
        .containsExactly("down: HTTP 503: starting; error code: 50301", "up");
    assertThat(log.list)
        .extracting(ILoggingEvent::getLevel)
        .containsExactly(Level.WARN, Level.INFO);
  }

  @Test
  void aClientWithATimeoutGivesUp() {
    // Given
    server.answers(503, "");
    try (ConfluentSchemaRegistry hasty =
        new ConfluentSchemaRegistry(server.properties(), Duration.ofMillis(1))) {

      // When // Then
      assertThatThrownBy(() -> hasty.idOf("s-value", STRING))
          .isInstanceOf(RegistryUnavailableException.class)
          .hasMessageStartingWith("no usable response of the schema registry at " + server.url())
          .hasMessageContaining("HTTP 503");
    }
  }

  @Test
  void rejectedCredentialsNameTheSettings() {
    // Given
    server.answers(401, "{\"error_code\":401,\"message\":\"Unauthorized\"}");

    // When
    RegistrySamples.inBackground(() -> registry.schemaOf(1));

    // Then
    await().until(() -> !listener.calls().isEmpty());
    assertThat(listener.calls().get(0))
        .isEqualTo(
            "down: HTTP 401, credentials refused: check basic.auth.* or bearer.auth.*:"
                + " Unauthorized; error code: 401");
  }

  @Test
  void aNewReasonIsReportedWithinTheSameOutage() throws Exception {
    // Given
    server.answers(503, "");
    Future<Schema> schema = RegistrySamples.inBackground(() -> registry.schemaOf(1));
    await().until(() -> listener.calls().size() == 1);

    // When
    server.answers(401, "");
    await().until(() -> listener.calls().size() == 2);
    server.answers(200, StubRegistry.SCHEMA_1);
    schema.get();

    // Then
    assertThat(listener.calls().get(0)).startsWith("down: HTTP 503");
    assertThat(listener.calls().get(1)).startsWith("down: HTTP 401");
    assertThat(listener.calls().get(2)).isEqualTo("up");
    assertThat(log.list).hasSize(2);
  }

  @Test
  void aRefusedConnectionIsAnOutage() {
    try (ConfluentSchemaRegistry nowhere =
        new ConfluentSchemaRegistry(
            Map.of("schema.registry.url", "http://127.0.0.1:1"), listener)) {
      // When
      RegistrySamples.inBackground(() -> nowhere.schemaOf(1));

      // Then
      await().until(() -> !listener.calls().isEmpty());
      assertThat(listener.calls().get(0)).startsWith("down: ConnectException");
    }
  }

  @Test
  void aResponseOf503SwitchesToTheNextAddress() throws Exception {
    // Given
    try (StubRegistry broken = StubRegistry.start();
        ConfluentSchemaRegistry two =
            new ConfluentSchemaRegistry(
                Map.of("schema.registry.url", broken.url() + " , " + server.url()), listener)) {
      broken.answers(503, "");

      // When
      Schema schema = two.schemaOf(1);

      // Then
      assertThat(schema).isEqualTo(STRING);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void aResponseAboutASchemaIsNotAnOutage() {
    // Given
    server.answers(404, "{\"error_code\":40403,\"message\":\"Schema not found\"}");

    // When
    List<CompletableFuture<?>> calls =
        List.of(
            CompletableFuture.supplyAsync(() -> registry.schemaOf(1)),
            CompletableFuture.supplyAsync(() -> registry.idOf("s-value", STRING)));

    // Then
    assertThatThrownBy(calls.get(0)::get).cause().isInstanceOf(UnknownSchemaException.class);
    assertThatThrownBy(calls.get(1)::get).cause().isInstanceOf(SchemaRejectedException.class);
    assertThat(listener.calls()).isEmpty();
  }
}

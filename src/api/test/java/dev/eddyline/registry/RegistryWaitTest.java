package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class RegistryWaitTest {

  private static final Schema STRING = Schema.create(Schema.Type.STRING);

  private StubRegistry server;
  private ConfluentSchemaRegistry registry;

  @BeforeEach
  void start() throws IOException {
    server = StubRegistry.start();
    registry = RegistrySamples.registry(server.properties());
  }

  @AfterEach
  void stop() {
    registry.close();
    server.close();
  }

  @Test
  void closeInterruptsBackOff() {
    // Given
    server.answers(503, "");
    Future<Schema> schema = RegistrySamples.inBackground(() -> registry.schemaOf(1));
    await().until(() -> server.requests().size() >= 2);

    // When
    registry.close();

    // Then
    assertThatThrownBy(schema::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageContaining("closed")
        .hasMessageContaining("503");
  }

  @Test
  void closingEndsAStalledCall() throws Exception {
    // Given: a server that accepts connections and never responds
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ConfluentSchemaRegistry hanging =
            RegistrySamples.registry(
                Map.of(
                    "schema.registry.url",
                    "http://127.0.0.1:" + silent.getLocalPort(),
                    "http.read.timeout.ms",
                    "600000"))) {
      Future<Schema> schema = RegistrySamples.inBackground(() -> hanging.schemaOf(1));
      silent.accept();

      // When
      hanging.close();

      // Then
      assertThatThrownBy(() -> schema.get(60, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(RegistryUnavailableException.class);
    }
  }

  @Test
  void anInterruptEndsTheWaitAndIsPreserved() throws Exception {
    // Given
    server.answers(503, "");
    AtomicBoolean flag = new AtomicBoolean();
    FutureTask<Schema> schema =
        new FutureTask<>(
            () -> {
              try {
                return registry.schemaOf(1);
              } finally {
                flag.set(Thread.currentThread().isInterrupted());
              }
            });
    Thread thread = new Thread(schema);
    thread.start();
    await().until(() -> server.requests().size() >= 2);

    // When
    thread.interrupt();
    thread.join();

    // Then
    assertThatThrownBy(schema::get)
        .cause()
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageContaining("interrupted");
    assertThat(flag).isTrue();
  }

  @Test
  void cachedSchemasNeedNoRegistry() {
    // Given
    registry.idOf("s-value", STRING);
    registry.schemaOf(1);
    int requestCountBeforeClose = server.requests().size();
    server.close();

    // When
    int id = registry.idOf("s-value", STRING);
    Schema schema = registry.schemaOf(1);
    registry.close();
    int idWhenClosed = registry.idOf("s-value", STRING);

    // Then
    assertThat(id).isEqualTo(1).isEqualTo(idWhenClosed);
    assertThat(schema).isEqualTo(STRING);
    assertThat(server.requests()).hasSize(requestCountBeforeClose);
  }

  @Test
  void aClosedClientSendsNoRequests() {
    // Given
    registry.close();

    // When
    assertThatThrownBy(() -> registry.schemaOf(1))
        // Then
        .isInstanceOf(RegistryUnavailableException.class);
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void anOutageIsNotADeserializationError() {
    // Given
    server.answers(503, "");
    AvroDeserializer<AgentEvent> events = new AvroDeserializer<>(AgentEvent.class, registry);
    Future<AgentEvent> event =
        RegistrySamples.inBackground(
            () -> events.deserialize("agent-events", RegistrySamples.frame(1, (byte) 0)));
    await().until(() -> server.requests().size() >= 2);

    // When
    registry.close();

    // Then
    assertThatThrownBy(event::get).cause().isInstanceOf(RegistryUnavailableException.class);
  }

  @Test
  void anOutageIsNotASerializationError() {
    // Given
    server.answers(503, "");
    AvroSerializer<AgentEvent> events = new AvroSerializer<>(AgentEvent.class, registry);
    Future<byte[]> bytes =
        RegistrySamples.inBackground(
            () -> events.serialize("agent-events", RegistrySamples.failure()));
    await().until(() -> server.requests().size() >= 2);

    // When
    registry.close();

    // Then
    assertThatThrownBy(bytes::get).cause().isInstanceOf(RegistryUnavailableException.class);
  }
}

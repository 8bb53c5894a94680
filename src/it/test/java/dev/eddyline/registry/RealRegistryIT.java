package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.JournalEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag(TestTags.SERVERS)
class RealRegistryIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static RegistryProcess server;

  @BeforeAll
  static void start() throws IOException {
    server = RegistryProcess.started();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void newClientReadsEventOfAnotherClient() {
    // Given
    try (var writer = RegistrySamples.registry(server.properties());
        var reader = RegistrySamples.registry(server.properties())) {
      AvroSerde<AgentEvent> out = AvroSerde.of(AgentEvent.class, writer);
      AvroSerde<AgentEvent> in = AvroSerde.of(AgentEvent.class, reader);

      // When
      byte[] bytes = out.serializer().serialize("agent-events", RegistrySamples.waiting());
      AgentEvent event = in.deserializer().deserialize("agent-events", bytes);

      // Then
      assertThat(event).isEqualTo(RegistrySamples.waiting());
    }
  }

  @Test
  void docsDefaultsAndLogicalTypesSurviveTheServer() throws Exception {
    // Given
    String ours = SchemaTexts.withoutJavaProperties(AgentEvent.getClassSchema());
    try (var registry = RegistrySamples.registry(server.properties());
        var fresh = RegistrySamples.registry(server.properties())) {

      // When
      int id = registry.idOf("docs-value", AgentEvent.getClassSchema());
      String stored = server.request("GET", "/schemas/ids/" + id, "").body();
      Schema read = fresh.schemaOf(id);

      // Then
      assertThat(JSON.readTree(JSON.readTree(stored).get("schema").asText()))
          .isEqualTo(JSON.readTree(SchemaTexts.parse(ours).toString()));
      assertThat(read.toString()).isEqualTo(SchemaTexts.parse(ours).toString());
      assertThat(read.getField("occurredAt").schema().getLogicalType().getName())
          .isEqualTo("timestamp-millis");
      assertThat(read.getField("agentId").defaultVal()).isEqualTo("unknown");
      assertThat(read.getField("taskId").doc()).isNotBlank();
    }
  }

  @Test
  void oneSchemaUnderTwoSubjectsIsReadByBothIds() {
    // Given
    try (var registry = RegistrySamples.registry(server.properties());
        var fresh = RegistrySamples.registry(server.properties())) {

      // When
      int one = registry.idOf("one-value", JournalEntry.getClassSchema());
      int other = registry.idOf("other-value", JournalEntry.getClassSchema());

      // Then
      assertThat(one).isEqualTo(other);
      assertThat(fresh.schemaOf(one).getFullName()).isEqualTo("dev.eddyline.schema.JournalEntry");
    }
  }

  @Test
  void aSchemaFileRegisteredByHandIsFoundWithoutRegistering() throws Exception {
    // Given
    String file = Files.readString(Path.of("schemas", "AgentEvent.avsc"));
    String body = JSON.writeValueAsString(Map.of("schema", file));
    int id =
        JSON.readTree(server.request("POST", "/subjects/by-hand-value/versions", body).body())
            .get("id")
            .asInt();
    try (var lookup =
            RegistrySamples.registry(
                with(Map.of("auto.register.schemas", false, "normalize.schemas", true)));
        var latest =
            RegistrySamples.registry(
                with(Map.of("auto.register.schemas", false, "use.latest.version", true)))) {

      // When
      int found = lookup.idOf("by-hand-value", AgentEvent.getClassSchema());
      int newest = latest.idOf("by-hand-value", AgentEvent.getClassSchema());

      // Then
      assertThat(found).isEqualTo(newest).isEqualTo(id);
    }
  }

  @Test
  void aSchemaThatIsNotRegisteredIsRefusedWhenNotRegistering() {
    // Given
    try (var lookup = RegistrySamples.registry(with(Map.of("auto.register.schemas", false)))) {

      // When
      assertThatThrownBy(() -> lookup.idOf("nowhere-value", AgentEvent.getClassSchema()))
          // Then
          .isInstanceOf(SchemaRejectedException.class);
    }
  }

  @Test
  void unknownSchemaIdIsReported() {
    // Given
    try (var registry = RegistrySamples.registry(server.properties())) {

      // When
      assertThatThrownBy(() -> registry.schemaOf(987_654))
          // Then
          .isInstanceOf(UnknownSchemaException.class)
          .hasMessageContaining("987654");
    }
  }

  @Test
  void anIncompatibleSchemaIsRefused() throws Exception {
    // Given
    Schema incompatible =
        RegistrySamples.changed(
            JournalEntry.getClassSchema(),
            tree -> RegistrySamples.addField(tree, "{\"name\":\"must\",\"type\":\"string\"}"));
    try (var registry = RegistrySamples.registry(server.properties())) {
      registry.idOf("strict-value", JournalEntry.getClassSchema());
      server.request("PUT", "/config", "{\"compatibility\":\"BACKWARD\"}");

      // When
      assertThatThrownBy(() -> registry.idOf("strict-value", incompatible))
          // Then
          .isInstanceOf(SchemaRejectedException.class)
          .hasMessageContaining("strict-value")
          .hasMessageContaining("ncompatible");
    } finally {
      server.request("PUT", "/config", "{\"compatibility\":\"NONE\"}");
    }
  }

  @Test
  void aCallSurvivesAServerRestart() throws Exception {
    // Given
    RecordingAvailabilityListener listener = new RecordingAvailabilityListener();
    try (var registry = new ConfluentSchemaRegistry(server.properties(), listener)) {
      AvroSerde<AgentEvent> events = AvroSerde.of(AgentEvent.class, registry);
      byte[] before = events.serializer().serialize("agent-events", RegistrySamples.failure());
      server.stop();

      // When
      Future<Integer> id =
          RegistrySamples.inBackground(
              () -> registry.idOf("new-value", JournalEntry.getClassSchema()));
      await().until(() -> !listener.calls().isEmpty());
      AgentEvent meanwhile = events.deserializer().deserialize("agent-events", before);

      // Then
      assertThat(id).isNotDone();
      assertThat(listener.calls().get(0)).startsWith("down: ");
      assertThat(meanwhile).isEqualTo(RegistrySamples.failure());

      server.start();
      await().atMost(Duration.ofSeconds(60)).until(id::isDone);
      assertThat(listener.calls()).last().isEqualTo("up");
      try (var fresh = RegistrySamples.registry(server.properties())) {
        assertThat(fresh.schemaOf(id.get()).getName()).isEqualTo("JournalEntry");
      }
    }
  }

  private static Map<String, Object> with(Map<String, Object> more) {
    Map<String, Object> properties = new HashMap<>(server.properties());
    properties.putAll(more);
    return properties;
  }
}

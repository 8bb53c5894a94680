package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.JournalEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfluentSchemaRegistryTest {

  private final String url = "mock://" + UUID.randomUUID();

  @Test
  void schemaReadByIdHasDocsDefaultsAndLogicalTypes() {
    // Given
    Schema written = AgentEvent.getClassSchema();
    try (var writer = RegistrySamples.registry(Map.of("schema.registry.url", url));
        var reader = RegistrySamples.registry(Map.of("schema.registry.url", url))) {

      // When
      Schema read = reader.schemaOf(writer.idOf("agent-events-value", written));

      // Then
      assertThat(read.toString()).isEqualTo(SchemaTexts.parse(published(written)).toString());
      assertThat(read.getField("occurredAt").schema().getLogicalType().getName())
          .isEqualTo("timestamp-millis");
      assertThat(read.getField("agentId").defaultVal()).isEqualTo("unknown");
      assertThat(read.getField("taskId").doc()).isNotBlank();
    }
  }

  @Test
  void oneSchemaHasOneIdUnderAllSubjects() {
    // Given
    try (var registry = RegistrySamples.registry(Map.of("schema.registry.url", url))) {

      // When
      int one = registry.idOf("one-value", AgentEvent.getClassSchema());
      int other = registry.idOf("other-value", AgentEvent.getClassSchema());
      int third = registry.idOf("other-value", JournalEntry.getClassSchema());

      // Then
      assertThat(one).isEqualTo(other).isNotEqualTo(third);
    }
  }

  @Test
  void aSchemaFileThatWasRegisteredByHandIsFoundWithoutRegistering() throws IOException {
    // Given: JournalEntry.avsc unchanged, without properties of Avro's compiler
    Schema file = new Schema.Parser().parse(Files.readString(Path.of("schemas/JournalEntry.avsc")));
    try (var operator = RegistrySamples.registry(Map.of("schema.registry.url", url));
        var registry = RegistrySamples.registry(lookupOnly("false"))) {
      int id = operator.idOf("journal-value", file);

      // When
      int found = registry.idOf("journal-value", JournalEntry.getClassSchema());

      // Then
      assertThat(found).isEqualTo(id);
      assertThat(JournalEntry.getClassSchema().toString()).contains("avro.java.string");
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aSubjectThatDoesNotExistIsRefusedWhenNotRegistering(String useLatest) {
    // Given
    try (var registry = RegistrySamples.registry(lookupOnly(useLatest))) {

      // When
      assertThatThrownBy(() -> registry.idOf("journal-value", JournalEntry.getClassSchema()))
          // Then
          .isInstanceOf(SchemaRejectedException.class)
          .hasMessageContaining("journal-value")
          .hasMessageContaining("auto.register.schemas is false")
          .extracting(e -> ((SchemaRejectedException) e).subject())
          .isEqualTo("journal-value");
    }
  }

  @Test
  void theLatestVersionIsUsedWhenItGivesTheSameBytes() {
    // Given: our schema is registered with another doc
    Schema reworded =
        RegistrySamples.changed(
            JournalEntry.getClassSchema(), tree -> tree.put("doc", "Reworded."));
    try (var operator = RegistrySamples.registry(Map.of("schema.registry.url", url));
        var registry = RegistrySamples.registry(lookupOnly("true"))) {
      operator.idOf("journal-value", JournalEntry.getClassSchema());
      int latest =
          RegistrySamples.registry(Map.of("schema.registry.url", url))
              .idOf("journal-value", reworded);

      // When
      int id = registry.idOf("journal-value", JournalEntry.getClassSchema());

      // Then
      assertThat(id).isEqualTo(latest);
    }
  }

  @Test
  void aLatestVersionThatGivesOtherBytesIsRefused() {
    // Given
    Schema wider =
        RegistrySamples.changed(
            JournalEntry.getClassSchema(),
            tree ->
                RegistrySamples.addField(tree, "{\"name\":\"x\",\"type\":\"int\",\"default\":0}"));
    try (var operator = RegistrySamples.registry(Map.of("schema.registry.url", url));
        var registry = RegistrySamples.registry(lookupOnly("true"))) {
      operator.idOf("journal-value", wider);

      // When
      assertThatThrownBy(() -> registry.idOf("journal-value", JournalEntry.getClassSchema()))
          // Then
          .isInstanceOf(SchemaRejectedException.class)
          .hasMessageStartingWith("journal-value: use.latest.version is true, but version 1");
    }
  }

  @Test
  void unknownSchemaIdIsReported() {
    // Given
    try (var registry = RegistrySamples.registry(Map.of("schema.registry.url", url))) {

      // When
      assertThatThrownBy(() -> registry.schemaOf(99))
          // Then
          .isInstanceOf(UnknownSchemaException.class)
          .hasMessageContaining("schema id 99")
          .extracting(e -> ((UnknownSchemaException) e).id())
          .isEqualTo(99);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "409 | {\"error_code\":409,\"message\":\"incompatible with version 3\"} | version 3 |"
            + " POST /subjects/journal-value",
        "422 | {\"error_code\":42201,\"message\":\"no Avro\"} | no Avro |"
      })
  void rejectionMessageQuotesTheRegistryResponse(
      int status, String body, String words, String expectedSecondRequest) throws IOException {
    // Given
    try (StubRegistry server = StubRegistry.start();
        var registry = RegistrySamples.registry(server.properties())) {
      server.answers(status, body);

      // When
      assertThatThrownBy(() -> registry.idOf("journal-value", JournalEntry.getClassSchema()))
          // Then
          .isInstanceOf(SchemaRejectedException.class)
          .hasMessageContaining("journal-value")
          .hasMessageContaining(words);
      assertThat(server.requests())
          .containsExactlyElementsOf(
              Stream.of("POST /subjects/journal-value/versions", expectedSecondRequest)
                  .filter(Objects::nonNull)
                  .toList());
    }
  }

  @Test
  void aConcurrentlyRegisteredSchemaIsLookedUp() throws IOException {
    // Given
    try (StubRegistry server = StubRegistry.start();
        var registry = RegistrySamples.registry(server.properties())) {
      server.refuses("POST /subjects/journal-value/versions", 409, "{\"error_code\":409}");
      server.answers(
          200, "{\"subject\":\"journal-value\",\"version\":1,\"id\":7,\"schema\":\"{}\"}");

      // When
      int id = registry.idOf("journal-value", JournalEntry.getClassSchema());

      // Then
      assertThat(id).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"schemaType\":\"PROTOBUF\",\"schema\":\"message A {}\"}",
        "{\"schemaType\":\"JSON\",\"schema\":\"{}\"}",
        "{\"schema\":\"{}\"}",
        "{\"schema\":\"{\\\"type\\\":\\\"record\\\"}\"}"
      })
  void aNonAvroSchemaIsADeserializationError_notAnOutage(String body) throws IOException {
    // Given
    try (StubRegistry server = StubRegistry.start();
        var registry = RegistrySamples.registry(server.properties())) {
      server.answers(200, body);

      // When
      assertThatThrownBy(() -> registry.schemaOf(5))
          // Then
          .isInstanceOf(UnknownSchemaException.class)
          .hasMessageStartingWith("schema id 5: is not a readable Avro schema");
    }
  }

  private Map<String, Object> lookupOnly(String useLatest) {
    return Map.of(
        "schema.registry.url",
        url,
        "auto.register.schemas",
        false,
        "use.latest.version",
        useLatest);
  }

  private static String published(Schema schema) {
    return SchemaTexts.withoutJavaProperties(schema);
  }
}

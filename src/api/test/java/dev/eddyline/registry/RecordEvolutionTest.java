package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.UserMessage;
import java.time.Instant;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecordEvolutionTest {

  private static final String TOPIC = "agent-events";

  private final ConfluentSchemaRegistry registry = RegistrySamples.mockRegistry();
  private final AvroDeserializer<AgentEvent> events =
      new AvroDeserializer<>(AgentEvent.class, registry);

  @AfterEach
  void close() {
    registry.close();
  }

  @Test
  void anOlderWriterWithoutOurNewFieldsGivesTheirDefaults() {
    // Given
    Schema older =
        RegistrySamples.changed(
            AgentEvent.getClassSchema(),
            tree -> {
              RegistrySamples.removeField(tree, "tokens");
              RegistrySamples.removeField(tree, "replyRequested");
            });

    // When
    AgentEvent read = events.deserialize(TOPIC, framed(older, event -> {}));

    // Then
    assertThat(read.getTokens()).isNull();
    assertThat(read.getReplyRequested()).isFalse();
    assertThat(read.getOccurredAt()).isEqualTo(Instant.ofEpochMilli(5));
  }

  @Test
  void anOlderWriterWithAFieldWeRemovedIsReadWithoutIt() {
    // Given
    Schema older =
        RegistrySamples.changed(
            JournalEntry.getClassSchema(),
            tree -> RegistrySamples.addField(tree, "{\"name\":\"host\",\"type\":\"string\"}"));
    GenericData.Record entry = new GenericData.Record(older);
    entry.put("partition", 3);
    entry.put("topic", "t");
    entry.put("offset", 7L);
    entry.put("afterOffset", -1L);
    entry.put("decidedAt", 1000L);
    entry.put("host", "gone");
    Schema kind = older.getField("kind").schema();
    entry.put("kind", new GenericData.EnumSymbol(kind, "INPUT"));
    int id = registry.idOf("journal-value", older);

    // When
    JournalEntry read =
        new AvroDeserializer<>(JournalEntry.class, registry)
            .deserialize("journal", RegistrySamples.frame(id, older, entry));

    // Then
    assertThat(read).isEqualTo(RegistrySamples.journalEntry());
  }

  @Test
  void aNewerWriterWithFieldsWeDoNotKnowIsReadWithoutThem() {
    // Given
    Schema newer =
        RegistrySamples.changed(
            AgentEvent.getClassSchema(),
            tree ->
                RegistrySamples.addField(
                    tree,
                    "{\"name\":\"labels\",\"type\":{\"type\":\"map\",\"values\":\"string\"}}"));

    // When
    AgentEvent read =
        events.deserialize(
            TOPIC, framed(newer, event -> event.put("labels", java.util.Map.of("a", "b"))));

    // Then
    assertThat(read.getTaskId()).isEqualTo("T9");
  }

  @Test
  void unknownEnumSymbolIsReadAsUnknown() {
    // Given
    Schema newer =
        RegistrySamples.changed(
            AgentEvent.getClassSchema(),
            tree ->
                tree.findParents("symbols").stream()
                    .filter(type -> type.get("name").asText().equals("TaskStatus"))
                    .forEach(type -> ((ArrayNode) type.get("symbols")).add("PAUSED")));
    Schema body = bodyNamed(newer, "TaskAttempted");
    GenericData.Record attempt = new GenericData.Record(body);
    attempt.put("status", new GenericData.EnumSymbol(body.getField("status").schema(), "PAUSED"));
    attempt.put("proposed", false);

    // When
    AgentEvent read = events.deserialize(TOPIC, framed(newer, event -> event.put("body", attempt)));

    // Then
    assertThat(((TaskAttempted) read.getBody()).getStatus()).isEqualTo(TaskStatus.UNKNOWN);
  }

  @Test
  void onlyAnUnknownBodyIsRejected() {
    // Given: a body whose fields are those of a user's message
    Schema newer =
        RegistrySamples.changed(
            AgentEvent.getClassSchema(),
            tree -> {
              ObjectNode type = tree.objectNode().put("type", "record").put("name", "AgentHired");
              RegistrySamples.addField(type, "{\"name\":\"text\",\"type\":\"string\"}");
              ((ArrayNode) field(tree, "body").get("type")).add(type);
            });
    GenericData.Record hired = new GenericData.Record(bodyNamed(newer, "AgentHired"));
    hired.put("text", "welcome");

    // When
    AgentEvent known = events.deserialize(TOPIC, framed(newer, event -> {}));
    assertThatThrownBy(
            () -> events.deserialize(TOPIC, framed(newer, event -> event.put("body", hired))))
        // Then
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("AgentHired");
    assertThat(known.getTaskId()).isEqualTo("T9");
  }

  @Test
  void aWriterWithItsOwnNamespaceIsRead() {
    // Given
    Schema foreign =
        RegistrySamples.changed(
            AgentEvent.getClassSchema(), tree -> tree.put("namespace", "com.acme"));

    // When
    AgentEvent read = events.deserialize(TOPIC, framed(foreign, event -> {}));

    // Then
    assertThat(read.getBody()).isEqualTo(new UserMessage("hello"));
  }

  @Test
  void anotherRecordTypeIsRejectedByName() {
    // Given
    byte[] bytes =
        new AvroSerializer<>(JournalEntry.class, registry)
            .serialize("journal", RegistrySamples.journalEntry());

    // When
    assertThatThrownBy(() -> events.deserialize(TOPIC, bytes))
        // Then
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("agent-events")
        .hasMessageContaining("JournalEntry")
        .hasMessageContaining("AgentEvent");
  }

  private byte[] framed(Schema writer, Consumer<GenericData.Record> change) {
    GenericData.Record event = new GenericData.Record(writer);
    event.put("eventId", "e9");
    event.put("taskId", "T9");
    event.put("agentId", "a");
    event.put("occurredAt", 5L);
    if (writer.getField("replyRequested") != null) {
      event.put("replyRequested", true);
    }
    GenericData.Record body = new GenericData.Record(bodyNamed(writer, "UserMessage"));
    body.put("text", "hello");
    event.put("body", body);
    change.accept(event);
    return RegistrySamples.frame(registry.idOf(TOPIC + "-value", writer), writer, event);
  }

  private static Schema bodyNamed(Schema event, String name) {
    return event.getField("body").schema().getTypes().stream()
        .filter(type -> type.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static ObjectNode field(ObjectNode record, String name) {
    for (var field : record.withArray("fields")) {
      if (field.get("name").asText().equals(name)) {
        return (ObjectNode) field;
      }
    }
    throw new IllegalArgumentException("no field " + name);
  }
}

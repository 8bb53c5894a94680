package dev.eddyline.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.WaitingStarted;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Records, schemas and frames for the tests of this package. */
final class RegistrySamples {

  static final AvailabilityListener NOBODY =
      new AvailabilityListener() {
        @Override
        public void onUnavailable(String reason) {}

        @Override
        public void onAvailable() {}
      };

  private static final ObjectMapper JSON = new ObjectMapper();

  private RegistrySamples() {}

  /** A separate registry for one test. */
  static ConfluentSchemaRegistry mockRegistry() {
    return registry(Map.of("schema.registry.url", "mock://" + UUID.randomUUID()));
  }

  static ConfluentSchemaRegistry registry(Map<String, ?> properties) {
    return new ConfluentSchemaRegistry(properties, NOBODY);
  }

  static JournalEntry journalEntry() {
    return new JournalEntry(
        3, "t", 7L, -1L, Instant.ofEpochMilli(1000), JournalKind.INPUT, null, null, null, null);
  }

  static AgentEvent failure() {
    return event(new FailureReported("boom", "runtime", "src/auth.ts:42", null, "test"));
  }

  static AgentEvent attempt() {
    return event(new TaskAttempted(TaskStatus.BLOCKED, List.of("key", "quota"), null, false));
  }

  static AgentEvent waiting() {
    return event(new WaitingStarted("build", Instant.ofEpochMilli(1_700_000_000_123L), true));
  }

  private static AgentEvent event(Object body) {
    return AgentEvent.newBuilder()
        .setEventId("e1")
        .setTaskId("T1")
        .setAgentId("backend-1")
        .setOccurredAt(Instant.ofEpochMilli(1_700_000_000_000L))
        .setTokens(1200L)
        .setCostUsd(0.25)
        .setBody(body)
        .build();
  }

  /** The schema with its JSON form changed. */
  static Schema changed(Schema schema, Consumer<ObjectNode> change) {
    try {
      ObjectNode tree = (ObjectNode) JSON.readTree(schema.toString());
      change.accept(tree);
      return SchemaTexts.parse(tree.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a field to a record's JSON form. */
  static void addField(ObjectNode record, String fieldJson) {
    try {
      record.withArray("fields").add(JSON.readTree(fieldJson));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes a field from a record's JSON form. */
  static void removeField(ObjectNode record, String name) {
    var fields = record.withArray("fields").elements();
    while (fields.hasNext()) {
      JsonNode field = fields.next();
      if (field.get("name").asText().equals(name)) {
        fields.remove();
        return;
      }
    }
    throw new IllegalArgumentException("no field " + name);
  }

  /** A value as another producer would frame it. */
  static byte[] frame(int id, Schema schema, Object datum) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.writeBytes(WireFormat.header(id));
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
      new GenericDatumWriter<>(schema).write(datum, encoder);
      encoder.flush();
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A header with the id, followed by these bytes. */
  static byte[] frame(int id, byte... body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(WireFormat.header(id));
    out.writeBytes(body);
    return out.toByteArray();
  }

  /** Runs the call on its own thread; returns its outcome. */
  static <T> Future<T> inBackground(Callable<T> call) {
    FutureTask<T> outcome = new FutureTask<>(call);
    Thread thread = new Thread(outcome, "background");
    thread.setDaemon(true);
    thread.start();
    return outcome;
  }
}

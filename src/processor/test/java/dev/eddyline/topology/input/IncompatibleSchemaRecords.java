package dev.eddyline.topology.input;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topology.TopologyRig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.EncoderFactory;

/** Values of a writer with another schema. */
final class IncompatibleSchemaRecords {

  private static final String BODY = "FailureReported";

  private IncompatibleSchemaRecords() {}

  /** An event in Confluent's wire format whose body's schema knows no message. */
  static byte[] failureWithoutMessage(TopologyRig rig, String task) {
    Schema schema = withoutMessage(AgentEvent.getClassSchema());
    Schema bodies = schema.getField("body").schema();
    Schema body = bodies.getTypes().get(bodies.getIndexNamed("dev.eddyline.schema." + BODY));
    GenericRecord event =
        new GenericRecordBuilder(schema)
            .set("eventId", "foreign")
            .set("taskId", task)
            .set("occurredAt", TopologyRig.START.toEpochMilli())
            .set("body", new GenericData.Record(body))
            .build();
    int id = rig.registry().idOf("agent-events-value", schema);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      out.write(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
      var encoder = EncoderFactory.get().directBinaryEncoder(out, null);
      new GenericDatumWriter<GenericRecord>(schema).write(event, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static Schema withoutMessage(Schema event) {
    List<Schema.Field> fields =
        event.getFields().stream().map(field -> new Schema.Field(field, bodies(field))).toList();
    return Schema.createRecord("AgentEvent", null, "dev.eddyline.schema", false, fields);
  }

  private static Schema bodies(Schema.Field field) {
    if (!field.name().equals("body")) {
      return field.schema();
    }
    return Schema.createUnion(
        field.schema().getTypes().stream()
            .map(
                body ->
                    body.getName().equals(BODY)
                        ? Schema.createRecord(BODY, null, body.getNamespace(), false, List.of())
                        : body)
            .collect(Collectors.toList()));
  }
}

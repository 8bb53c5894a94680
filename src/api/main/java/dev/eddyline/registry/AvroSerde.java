package dev.eddyline.registry;

import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** Records of one generated class in Confluent's wire format, both ways. */
public final class AvroSerde<T extends SpecificRecord> implements Serde<T> {

  private final AvroSerializer<T> serializer;
  private final AvroDeserializer<T> deserializer;

  private AvroSerde(AvroSerializer<T> serializer, AvroDeserializer<T> deserializer) {
    this.serializer = serializer;
    this.deserializer = deserializer;
  }

  /** The serde of a generated class; the caller closes the registry. */
  public static <T extends SpecificRecord> AvroSerde<T> of(Class<T> type, SchemaRegistry registry) {
    return new AvroSerde<>(
        new AvroSerializer<>(type, registry), new AvroDeserializer<>(type, registry));
  }

  @Override
  public Serializer<T> serializer() {
    return serializer;
  }

  @Override
  public Deserializer<T> deserializer() {
    return deserializer;
  }
}

package dev.eddyline.fuzz;

import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Records of agent-events: valid ones of every type, written with our schema and with others, some
 * of their bytes changed. What is read must be a record that can be written and read again.
 */
final class EventRecordTarget implements FuzzTarget<byte[]> {

  private static final String TOPIC = "agent-events";
  private static final int HEADER = 5;
  private static final int EACH_TYPE = 12;
  private static final int BODIES = 16;
  private static final int LARGE = 1 << 20;
  private static final int LONGEST_MESSAGE = 600;

  private final List<byte[]> valid = new ArrayList<>();
  private final AvroDeserializer<AgentEvent> reader;
  private final AvroSerializer<AgentEvent> writer;

  /** Changes of valid records that the seed picks. */
  EventRecordTarget(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Schema> schemas = WriterSchemas.all();
    SchemaRegistry registry = new FixedRegistry(schemas);
    reader = new AvroDeserializer<>(AgentEvent.class, registry);
    writer = new AvroSerializer<>(AgentEvent.class, registry);
    for (int id = 1; id <= schemas.size(); id++) {
      for (int branch = 0; branch < BODIES * EACH_TYPE; branch++) {
        valid.add(
            framed(id, schemas.get(id - 1), RandomDatum.of(schemas.get(id - 1), random, branch)));
      }
    }
  }

  /** The events that are valid without any change. */
  List<AgentEvent> validEvents() {
    return valid.stream()
        .filter(bytes -> ByteBuffer.wrap(bytes).getInt(1) == 1)
        .map(bytes -> reader.deserialize(TOPIC, bytes))
        .toList();
  }

  /** The event in Confluent's format. */
  byte[] written(AgentEvent event) {
    return writer.serialize(TOPIC, event);
  }

  /** The event in these bytes. */
  AgentEvent read(byte[] bytes) {
    return reader.deserialize(TOPIC, bytes);
  }

  @Override
  public byte[] draw(RandomGenerator random) {
    if (RandomDraws.oneIn(random, 20_000)) {
      return large(random);
    }
    byte[] bytes = RandomDraws.oneOf(random, valid);
    if (RandomDraws.oneIn(random, 50)) {
      bytes = bytes.clone();
      bytes[random.nextInt(HEADER)] = (byte) random.nextInt(8);
    }
    for (int left = random.nextInt(4); left > 0; left--) {
      bytes = ByteMutations.mutate(bytes, RandomDraws.oneOf(random, valid), random);
    }
    return bytes;
  }

  /** A megabyte of one byte: levels, elements or nothing at all, one each. */
  private static byte[] large(RandomGenerator random) {
    byte[] bytes = ByteMutations.repeatedByte((byte) random.nextInt(4), LARGE);
    ByteBuffer.wrap(bytes).put((byte) 0).putInt(1 + random.nextInt(5));
    return bytes;
  }

  @Override
  public int size(byte[] input) {
    return input.length;
  }

  @Override
  public boolean acceptsInput(byte[] input) {
    AgentEvent event;
    try {
      event = read(input);
    } catch (SerializationException documented) {
      if (documented.getMessage().length() > LONGEST_MESSAGE) {
        throw new AssertionError("a message that grows with the input", documented);
      }
      return false;
    }
    if (!event.equals(read(written(event)))) {
      throw new AssertionError("the record is another once it was written and read again");
    }
    return true;
  }

  @Override
  public String describeInput(byte[] input) {
    return HexFormat.of().formatHex(input);
  }

  private static byte[] framed(int id, Schema schema, Object datum) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.writeBytes(ByteBuffer.allocate(HEADER).put((byte) 0).putInt(id).array());
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
      new GenericDatumWriter<>(schema).write(datum, encoder);
      encoder.flush();
      return out.toByteArray();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}

package dev.eddyline.outputs;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.eddyline.json.EventSchema;
import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.outputs.DeadLetter.Format;
import dev.eddyline.outputs.DeadLetter.Part;
import dev.eddyline.registry.GenericRecordCodec;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.text.Truncation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Reads dead letters, and decodes what it can of the record. For one thread at a time. */
public final class DeadLetterReader {

  /** Longest id, name or key, in characters; longer ones are shortened. */
  static final int MAX_TEXT_CHARS = 200;

  /** Longest reason, in characters. */
  private static final int MAX_REASON_CHARS = 2_000;

  /** Largest JSON value that is decoded, in bytes. */
  private static final int MAX_JSON_BYTES = 1_000_000;

  private static final String PREFIX = "__streams.errors.";
  private static final JsonMapper JSON = new JsonMapper();

  private final GenericRecordCodec avro;

  /** A reader with the schemas of this registry, which the caller closes. */
  public DeadLetterReader(SchemaRegistry registry) {
    avro = new GenericRecordCodec(registry);
  }

  /**
   * Reads a dead letter. It never fails for a record's content.
   *
   * @throws RegistryUnavailableException when the registry client is closed or timed out
   */
  public DeadLetter read(ConsumerRecord<byte[], byte[]> record) {
    String reason = header(record, "message").orElse("unknown");
    return new DeadLetter(
        record.partition() + "-" + record.offset(),
        record.timestamp(),
        header(record, "topic").orElse(null),
        header(record, "partition")
            .flatMap(DeadLetterReader::number)
            .map(Long::intValue)
            .orElse(null),
        header(record, "offset").flatMap(DeadLetterReader::number).orElse(null),
        kind(header(record, "exception").orElse(""), reason),
        Truncation.shorten(reason, MAX_REASON_CHARS),
        text(record.key()).orElse(null),
        record.value() == null ? 0 : record.value().length,
        part(record));
  }

  private static Optional<String> header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(PREFIX + name);
    return header == null || header.value() == null
        ? Optional.empty()
        : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
  }

  private static Optional<Long> number(String text) {
    try {
      return Optional.of(Long.parseLong(text));
    } catch (NumberFormatException notOne) {
      return Optional.empty();
    }
  }

  private static DeadLetterReason kind(String exception, String reason) {
    if (reason.startsWith("unexpected ")) {
      return DeadLetterReason.FAILED;
    }
    return exception.endsWith(SerializationException.class.getSimpleName())
        ? DeadLetterReason.UNREADABLE
        : DeadLetterReason.REFUSED;
  }

  private Part part(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    if (value == null || value.length == 0) {
      return Part.of(Format.EMPTY);
    }
    if (value[0] != 0) {
      return jsonPart(value);
    }
    try {
      return avroPart(avro.read(record.topic(), value));
    } catch (RegistryUnavailableException notTheRecord) {
      throw notTheRecord;
    } catch (RuntimeException | StackOverflowError unreadable) {
      return Part.of(Format.OTHER);
    }
  }

  private static Part jsonPart(byte[] value) {
    if (value.length > MAX_JSON_BYTES) {
      return Part.of(Format.OTHER);
    }
    JsonNode json;
    try {
      json = JSON.readTree(value);
    } catch (JacksonException | IllegalArgumentException invalid) {
      return Part.of(Format.OTHER);
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    if (json == null || !json.isObject()) {
      return Part.of(Format.OTHER);
    }
    // a CloudEvent has its event in data
    JsonNode event = json.path("data").isObject() ? json.get("data") : json;
    return part(Format.JSON, null, name -> event.path(name).textValue(), type(event, json));
  }

  private static @Nullable String type(JsonNode event, JsonNode json) {
    String type = event.path("type").textValue();
    return type == null ? json.path("type").textValue() : type;
  }

  private static Part avroPart(GenericRecord record) {
    GenericRecord event = record;
    // a re-routed record contains the event
    if (child(record, "body") instanceof GenericRecord body
        && child(body, "event") instanceof GenericRecord inner) {
      event = inner;
    }
    String type =
        child(event, "body") instanceof GenericRecord body
            ? EventSchema.type(body.getSchema())
            : null;
    GenericRecord decoded = event;
    return part(
        Format.AVRO,
        record.getSchema().getName(),
        name -> child(decoded, name) instanceof CharSequence text ? text.toString() : null,
        type);
  }

  private static @Nullable Object child(GenericRecord record, String name) {
    return record.getSchema().getField(name) == null ? null : record.get(name);
  }

  private static Part part(
      Format format,
      @Nullable String schema,
      Function<String, @Nullable String> fields,
      @Nullable String type) {
    return new Part(
        format,
        schema,
        shortened(fields.apply("taskId")),
        shortened(fields.apply("agentId")),
        shortened(fields.apply("workflow")),
        shortened(type),
        shortened(fields.apply("eventId")));
  }

  private static Optional<String> text(byte @Nullable [] bytes) {
    if (bytes == null) {
      return Optional.empty();
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return Optional.of(Truncation.shorten(text, MAX_TEXT_CHARS));
    } catch (CharacterCodingException binary) {
      return Optional.empty();
    }
  }

  private static @Nullable String shortened(@Nullable String text) {
    return text == null ? null : Truncation.shorten(text, MAX_TEXT_CHARS);
  }
}

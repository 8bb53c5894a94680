package dev.eddyline.replay;

import static dev.eddyline.ReferencePage.code;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.eddyline.ReferencePage;
import dev.eddyline.app.ForeignClient;
import dev.eddyline.replay.TopicExamples.Example;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import dev.eddyline.topology.StreamsSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/** Generates the topic reference: a section for each topic, for users of a Kafka UI. */
final class TopicReferencePage {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final ReferencePage page =
      new ReferencePage("Topics", "developers and operators who read or write the topics");
  private final Map<TopicRole, Example> examples = TopicExamples.all();
  private final Set<String> namesOfDescribedSchemas = new HashSet<>();

  private TopicReferencePage() {}

  /** The generated page. */
  static String text() {
    return new TopicReferencePage().written();
  }

  private String written() {
    page.block(
        """
        Keys are UTF-8 strings. Values are Avro in Confluent's wire format (a byte 0, the schema's \
        id in 4 bytes, the record). Their schemas are in the registry under `<topic>-value`. \
        Times are epoch milliseconds, here written as text. Read with \
        `isolation.level=read_committed`. Before each name comes `topic.prefix`, which is empty by \
        default.
        """);
    String clients =
        Arrays.stream(ForeignClient.values())
            .map(ForeignClient::library)
            .collect(Collectors.joining(", "));
    page.block(
        """
        Eddyline writes with `compression.type=%s`, unless `producer.compression.type` is set. \
        Tests read the outputs with Java, kcat, %s.
        """
            .formatted(StreamsSettings.COMPRESSION, clients));
    page.block(
        """
        The same topics as an AsyncAPI 3.0 document, for tools: [asyncapi.yaml](asyncapi.yaml). \
        It has channels, operations, headers and the Avro schemas.
        """);
    TopicCatalogue topics = TopicCatalogue.load("");
    page.table("topic", "content", "key", "retention");
    for (TopicSpec topic : topics.all()) {
      page.row(
          "[%1$s](#%1$s)".formatted(topic.name()),
          topic.doc(),
          word(topic.key()),
          describeRetention(topic));
    }
    for (TopicRole role : TopicRole.values()) {
      topic(role, topics.topic(role));
    }
    return page.text();
  }

  private void topic(TopicRole role, TopicSpec topic) {
    page.section(topic.name());
    page.block(topic.doc());
    page.table("", "");
    page.row("key", word(topic.key()));
    page.row("value", value(role, topic));
    page.row("direction", flow(topic));
    page.row("headers", headers(role));
    page.row("partitions", Integer.toString(topic.partitions()));
    page.row("retention", describeRetention(topic));
    page.row("timestamp type", topic.timestamps().kafkaName());
    page.row("largest record", (topic.maxMessageBytes() >> 20) + " MiB");
    // records between the two steps of the mapper are of no use to others
    if (topic.value().equals(TopicSpec.BYTES) || role == TopicRole.OTLP_EVENTS) {
      return;
    }
    Example example = examples.get(role);
    fields(topic.value(), example.value().getSchema());
    page.block("Key `%s`, value:\n\n```json\n%s\n```".formatted(example.key(), pretty(example)));
  }

  private static String value(TopicRole role, TopicSpec topic) {
    return switch (role) {
      case OTLP_SPANS -> "an OTLP request of traces, as bytes";
      case OTLP_LOGS -> "an OTLP request of logs, as bytes";
      case AGENT_EVENTS_DLQ -> "unchanged bytes";
      default -> code(topic.value());
    };
  }

  private void fields(String name, Schema schema) {
    if (!namesOfDescribedSchemas.add(schema.getFullName())) {
      page.block("The fields of `%s` are listed above.".formatted(name));
      return;
    }
    page.block(schema.getDoc());
    page.table("field", "type", "meaning");
    Set<String> describedTypes = new HashSet<>();
    rows("", schema, describedTypes);
  }

  /** Adds a row for each field; fields of inner records have a path or, in a union, a type name. */
  private void rows(String path, Schema record, Set<String> describedTypes) {
    for (Schema.Field field : record.getFields()) {
      page.row(code(path + field.name()), type(field.schema()), field.doc());
      List<Schema> inner = records(field.schema());
      for (Schema type : inner) {
        if (!namesOfDescribedSchemas.contains(type.getFullName())
            && describedTypes.add(type.getFullName())) {
          String at = path + field.name() + (isList(field.schema()) ? "[]." : ".");
          rows(inner.size() == 1 ? at : type.getName() + ".", type, describedTypes);
        }
      }
    }
  }

  private static boolean isList(Schema schema) {
    return branches(schema).anyMatch(branch -> branch.getType() == Schema.Type.ARRAY);
  }

  private static List<Schema> records(Schema schema) {
    return branches(schema)
        .map(branch -> branch.getType() == Schema.Type.ARRAY ? branch.getElementType() : branch)
        .filter(branch -> branch.getType() == Schema.Type.RECORD)
        .toList();
  }

  private static Stream<Schema> branches(Schema schema) {
    return schema.isUnion() ? schema.getTypes().stream() : Stream.of(schema);
  }

  private static String type(Schema schema) {
    if (schema.isUnion()) {
      return schema.getTypes().stream()
          .map(TopicReferencePage::type)
          .collect(Collectors.joining(schema.getTypes().size() > 4 ? ", " : " or "));
    }
    return switch (schema.getType()) {
      case ARRAY -> "list of " + type(schema.getElementType());
      case MAP -> "map to " + type(schema.getValueType());
      case ENUM ->
          schema.getEnumSymbols().stream()
              .filter(symbol -> !symbol.equals("UNKNOWN"))
              .map(ReferencePage::code)
              .collect(Collectors.joining(", "));
      case RECORD -> code(schema.getName());
      case NULL -> "none";
      case LONG -> schema.getLogicalType() == null ? "long" : "time";
      default -> schema.getType().getName();
    };
  }

  private static String flow(TopicSpec topic) {
    return switch (topic.direction()) {
      case IN -> "input: others write, Eddyline reads";
      case OUT -> "output: Eddyline writes, others read";
      case INTERNAL -> "internal: Eddyline writes and reads";
    };
  }

  private static String headers(TopicRole role) {
    String names =
        TopicHeaders.of(role).stream().map(ReferencePage::code).collect(Collectors.joining(", "));
    return switch (role) {
      case AGENT_EVENTS -> names + " (W3C Trace Context), copied to all resulting records";
      case LOOP_POLICIES, OTLP_EVENTS -> "none";
      case OTLP_SPANS, OTLP_LOGS ->
          names
              + ": `application/x-protobuf` or `application/json`; absent: the first byte decides";
      case AGENT_EVENTS_DLQ -> names;
      default -> names + " (W3C Trace Context) of the record that caused it";
    };
  }

  private static String describeRetention(TopicSpec topic) {
    String time = length(topic.retention());
    return switch (topic.cleanup()) {
      case DELETE -> time;
      case COMPACT -> "the newest of each key; tombstones " + time;
      case COMPACT_AND_DELETE -> "the newest of each key and tombstones, %s".formatted(time);
    };
  }

  private static String length(Duration duration) {
    return duration.toHours() % 24 == 0
        ? duration.toDays() + (duration.toDays() == 1 ? " day" : " days")
        : duration.toHours() + " hours";
  }

  private static String pretty(Example example) {
    try {
      return JSON.writeValueAsString(JSON.readTree(example.value().toString()));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a record is not valid JSON", impossible);
    }
  }

  /** The symbol of an enum as words. */
  static String word(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}

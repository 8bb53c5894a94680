package dev.eddyline.topics;

import dev.eddyline.keys.KeyType;
import dev.eddyline.keys.ScalarTypes;
import dev.eddyline.keys.Section;
import dev.eddyline.topics.TopicSpec.Cleanup;
import dev.eddyline.topics.TopicSpec.Direction;
import dev.eddyline.topics.TopicSpec.Timestamps;
import dev.eddyline.yaml.YamlText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads a catalogue from YAML and collects all its problems. */
final class CatalogueReader {

  private static final String TOPICS = "topics";
  private static final String SCHEMAS = "dev.eddyline.schema.";
  private static final int MAX_PARTITIONS = 999_999;
  private static final int MAX_DOC = 1_000;

  private final List<String> problems = new ArrayList<>();
  private final String source;

  /** A reader for one document; the source is its name in messages. */
  CatalogueReader(String source) {
    this.source = source;
  }

  /** The catalogue; throws CatalogueException with every problem. */
  TopicCatalogue read(InputStream document) throws IOException {
    String yaml = new String(document.readAllBytes(), StandardCharsets.UTF_8);
    Map<TopicRole, TopicSpec> specs = new EnumMap<>(TopicRole.class);
    try {
      Section root = new Section("", YamlText.mapping(yaml), problems);
      Section topics = root.section(TOPICS);
      for (TopicRole role : TopicRole.values()) {
        Section topic = topics.section(role.key());
        if (topics.isMapping(role.key())) {
          topic(role.key(), topic).ifPresent(spec -> specs.put(role, spec));
        } else if (!topic.isNamed()) {
          topics.addProblem(role.key(), "is required");
        }
      }
      topics.rejectUnknownKeys();
      root.rejectUnknownKeys();
    } catch (YamlText.InvalidYamlException invalid) {
      problems.add(TOPICS + ": " + invalid.getMessage());
    }
    requireEqualPartitions(specs);
    if (!problems.isEmpty()) {
      throw new CatalogueException(source, problems);
    }
    return new TopicCatalogue(specs);
  }

  /** The topic; empty when a key is missing or wrong. */
  private Optional<TopicSpec> topic(String name, Section topic) {
    int before = problems.size();
    TopicSpec.Key key =
        topic.required("key", oneOf(TopicSpec.Key.values(), CatalogueReader::withSpaces));
    String value =
        topic.required("value", ScalarTypes.parsedText("a record", CatalogueReader::schemaName));
    Direction direction =
        topic.required("direction", oneOf(Direction.values(), CatalogueReader::withSpaces));
    Integer partitions = topic.required("partitions", ScalarTypes.wholeNumber(1, MAX_PARTITIONS));
    Cleanup cleanup = topic.required("cleanupPolicy", oneOf(Cleanup.values(), Cleanup::kafkaName));
    Duration retention =
        topic.required("retention", ScalarTypes.parsedText("a time", Quantity::time));
    Timestamps timestamps =
        topic.required("timestampType", oneOf(Timestamps.values(), Timestamps::kafkaName));
    Integer maxMessageBytes =
        topic.required("maxMessageBytes", ScalarTypes.parsedText("a size", Quantity::size));
    String doc = topic.required("doc", ScalarTypes.text(MAX_DOC));
    if (direction != null && TopicSpec.isRead(direction) && timestamps == Timestamps.CREATE_TIME) {
      topic.addProblem(
          "timestampType", "must be LogAppendTime where Eddyline reads, was CreateTime");
    }
    topic.rejectUnknownKeys();
    if (problems.size() > before) {
      return Optional.empty();
    }
    return Optional.of(
        new TopicSpec(
            name,
            key,
            value,
            direction,
            partitions,
            cleanup,
            retention,
            timestamps,
            maxMessageBytes,
            doc));
  }

  private static <E> KeyType<E> oneOf(E[] values, Function<E, String> nameOf) {
    return ScalarTypes.oneOf(Arrays.asList(values), nameOf);
  }

  private static String withSpaces(Enum<?> constant) {
    return EnumNames.lowerCaseName(constant, ' ');
  }

  private static String schemaName(String text) {
    if (!text.equals(TopicSpec.BYTES)) {
      try {
        Class.forName(SCHEMAS + text, false, CatalogueReader.class.getClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        throw new IllegalArgumentException(
            "must be a record of dev.eddyline.schema or bytes, was '" + text + "'", e);
      }
    }
    return text;
  }

  private void requireEqualPartitions(Map<TopicRole, TopicSpec> specs) {
    TopicSpec events = specs.get(TopicRole.AGENT_EVENTS);
    if (events == null) {
      return;
    }
    specs.forEach(
        (role, spec) -> {
          if (spec.isInput() && spec.partitions() != events.partitions()) {
            problems.add(
                "%s.%s.partitions: must be %d as in %s, was %d"
                    .formatted(
                        TOPICS, role.key(), events.partitions(), events.name(), spec.partitions()));
          }
        });
  }
}

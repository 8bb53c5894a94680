package dev.eddyline.topics;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.topics.TopicSpec.Cleanup;
import dev.eddyline.topics.TopicSpec.Direction;
import dev.eddyline.topics.TopicSpec.Timestamps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads the fields of one topic in the catalogue; problems are added with their path. */
final class TopicFields {

  private static final String SCHEMAS = "dev.eddyline.schema.";

  private final String path;
  private final JsonNode node;
  private final List<String> problems;
  private final List<String> names = new ArrayList<>();

  TopicFields(String path, JsonNode node, List<String> problems) {
    this.path = path;
    this.node = node;
    this.problems = problems;
  }

  /** The topic, empty when a field is missing or wrong. */
  Optional<TopicSpec> topic(String name) {
    int before = problems.size();
    TopicSpec.Key key =
        field(
            "key",
            oneOf(TopicSpec.Key.values(), constant -> EnumNames.lowerCaseName(constant, ' ')));
    String value = field("value", TopicFields::requireKnownSchemaName);
    Direction direction =
        field(
            "direction",
            oneOf(Direction.values(), constant -> EnumNames.lowerCaseName(constant, ' ')));
    Integer partitions = field("partitions", TopicFields::parsePositiveInt);
    Cleanup cleanup = field("cleanupPolicy", oneOf(Cleanup.values(), Cleanup::kafkaName));
    var retention = field("retention", Quantity::time);
    Timestamps timestamps =
        field("timestampType", oneOf(Timestamps.values(), Timestamps::kafkaName));
    Integer maxMessageBytes = field("maxMessageBytes", Quantity::size);
    String doc = field("doc", text -> text);
    if (direction != null && TopicSpec.isRead(direction) && timestamps == Timestamps.CREATE_TIME) {
      problems.add(
          path + "timestampType: must be LogAppendTime where Eddyline reads, was CreateTime");
    }
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

  /** The names of all fields of a topic, after it was read. */
  List<String> names() {
    return names;
  }

  private <T> T field(String name, Function<String, T> read) {
    names.add(name);
    JsonNode value = node.path(name);
    if (!value.isValueNode() || value.isNull() || value.asText().isBlank()) {
      problems.add(path + name + ": " + (value.isMissingNode() ? "is missing" : "must be a value"));
      return null;
    }
    try {
      return read.apply(value.asText());
    } catch (IllegalArgumentException e) {
      problems.add(path + name + ": " + e.getMessage());
      return null;
    }
  }

  private static <T> Function<String, T> oneOf(T[] values, Function<T, String> nameOf) {
    return text ->
        Arrays.stream(values)
            .filter(value -> nameOf.apply(value).equals(text))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        Arrays.stream(values)
                            .map(nameOf)
                            .collect(Collectors.joining(", ", "must be one of ", ""))
                            .concat(", was \"" + text + "\"")));
  }

  private static String requireKnownSchemaName(String text) {
    if (!text.equals(TopicSpec.BYTES)) {
      try {
        Class.forName(SCHEMAS + text, false, TopicFields.class.getClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        throw new IllegalArgumentException(
            "must be a record of dev.eddyline.schema or bytes, was \"" + text + "\"", e);
      }
    }
    return text;
  }

  private static int parsePositiveInt(String text) {
    if (!text.matches("[1-9]\\d{0,5}")) {
      throw new IllegalArgumentException("must be a whole number ≥ 1, was \"" + text + "\"");
    }
    return Integer.parseInt(text);
  }
}

package dev.eddyline.topics;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.eddyline.yaml.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a catalogue from YAML and collects all its problems. */
final class CatalogueReader {

  private static final String TOPICS = "topics";

  private final ObjectMapper yaml =
      JsonMapper.builder(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .build();
  private final List<String> problems = new ArrayList<>();
  private final String source;

  /** A reader for one document; the source is its name in messages. */
  CatalogueReader(String source) {
    this.source = source;
  }

  /** The catalogue; throws CatalogueException with every problem. */
  TopicCatalogue read(InputStream document) throws IOException {
    JsonNode root = parse(document);
    requireKnownKeys("", root, List.of(TOPICS));
    JsonNode topics = root.path(TOPICS);
    Map<TopicRole, TopicSpec> specs = new EnumMap<>(TopicRole.class);
    if (topics.isObject()) {
      List<String> roles = Arrays.stream(TopicRole.values()).map(TopicRole::key).toList();
      requireKnownKeys(TOPICS + ".", topics, roles);
      for (TopicRole role : TopicRole.values()) {
        readTopic(role, topics.path(role.key())).ifPresent(spec -> specs.put(role, spec));
      }
      requireEqualPartitions(specs);
    } else {
      problems.add(TOPICS + ": must be a map from a topic's name to its description");
    }
    if (!problems.isEmpty()) {
      throw new CatalogueException(source, problems);
    }
    return new TopicCatalogue(specs);
  }

  private JsonNode parse(InputStream document) throws IOException {
    try {
      return yaml.readTree(document);
    } catch (JsonProcessingException e) {
      String where = "line " + (e.getLocation() == null ? 0 : e.getLocation().getLineNr());
      throw new CatalogueException(source, List.of(where + ": " + e.getOriginalMessage()));
    }
  }

  private Optional<TopicSpec> readTopic(TopicRole role, JsonNode node) {
    String path = TOPICS + "." + role.key();
    if (!node.isObject()) {
      problems.add(path + ": " + (node.isMissingNode() ? "is missing" : "must be a map"));
      return Optional.empty();
    }
    int before = problems.size();
    TopicFields fields = new TopicFields(path + ".", node, problems);
    Optional<TopicSpec> spec = fields.topic(role.key());
    requireKnownKeys(path + ".", node, fields.names());
    return problems.size() == before ? spec : Optional.empty();
  }

  private void requireKnownKeys(String path, JsonNode node, Collection<String> known) {
    node.fieldNames()
        .forEachRemaining(
            key -> {
              if (!known.contains(key)) {
                String meant =
                    Nearest.of(key, known)
                        .map(word -> "did you mean " + word + "?")
                        .orElse("known here: " + String.join(", ", known));
                problems.add(path + key + ": unknown key, " + meant);
              }
            });
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

package dev.eddyline.otlp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The names under which SDKs report what agents do: which record is what, and where values are. */
public final class TelemetryMapping {

  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory()).enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private static final String ANY = "*";

  /** The events that another way may report already. */
  private static final Set<String> EVENTS = Set.of("responses", "prompts", "failures", "steps");

  private final List<KindRule> kinds;
  private final Map<Field, List<Source>> sources;
  private final Set<String> ignoredSteps;
  private final Set<String> ignoredEvents;

  private TelemetryMapping(
      List<KindRule> kinds,
      Map<Field, List<Source>> sources,
      Set<String> ignoredSteps,
      Set<String> ignoredEvents) {
    this.kinds = List.copyOf(kinds);
    this.sources = new EnumMap<>(sources);
    this.ignoredSteps = Set.copyOf(ignoredSteps);
    this.ignoredEvents = Set.copyOf(ignoredEvents);
  }

  /** The file's form: all keys are optional. */
  private record MappingFile(
      List<KindEntry> kinds,
      Map<String, List<String>> sources,
      List<String> ignoredSteps,
      List<String> ignoredEvents) {

    private MappingFile {
      kinds = kinds == null ? List.of() : kinds;
      sources = sources == null ? Map.of() : sources;
      ignoredSteps = ignoredSteps == null ? List.of() : ignoredSteps;
      ignoredEvents = ignoredEvents == null ? List.of() : ignoredEvents;
    }
  }

  private record KindEntry(String kind, String name, String attribute, List<String> values) {}

  /** The shipped mapping. */
  public static TelemetryMapping shipped() {
    try (InputStream in = TelemetryMapping.class.getResourceAsStream("/otlp-mapping.yaml")) {
      return EMPTY.overriddenBy(
          new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
    } catch (IOException impossible) {
      throw new UncheckedIOException("a resource of the jar cannot be read", impossible);
    }
  }

  private static final TelemetryMapping EMPTY =
      new TelemetryMapping(List.of(), new EnumMap<>(Field.class), Set.of(), Set.of());

  /**
   * A mapping in which the entries of a YAML text precede these.
   *
   * @throws IllegalArgumentException that says which entry is wrong and what is allowed
   */
  public TelemetryMapping overriddenBy(String yaml) {
    MappingFile file;
    try {
      JsonNode tree = YAML.readTree(yaml);
      file =
          tree.isMissingNode() || tree.isNull()
              ? new MappingFile(null, null, null, null)
              : YAML.treeToValue(tree, MappingFile.class);
    } catch (JsonProcessingException invalid) {
      throw new IllegalArgumentException(
          "the mapping is not valid YAML of its form: " + invalid.getOriginalMessage());
    }
    List<KindRule> allKinds = new ArrayList<>();
    file.kinds().forEach(entry -> allKinds.add(rule(entry)));
    allKinds.addAll(kinds);
    Map<Field, List<Source>> allSources = new EnumMap<>(Field.class);
    file.sources().forEach((key, texts) -> allSources.put(field(key), sources(key, texts)));
    sources.forEach(
        (field, shipped) ->
            allSources.computeIfAbsent(field, none -> new ArrayList<>()).addAll(shipped));
    return new TelemetryMapping(
        allKinds,
        allSources,
        union(ignoredSteps, file.ignoredSteps()),
        union(ignoredEvents, checkedEvents(file.ignoredEvents())));
  }

  private static Field field(String key) {
    return Field.ofKey(key)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "sources: '%s' is unknown, allowed are %s".formatted(key, Field.keys())));
  }

  private static List<Source> sources(String key, List<String> texts) {
    if (texts == null) {
      throw new IllegalArgumentException("sources: %s must be a list".formatted(key));
    }
    try {
      return new ArrayList<>(texts.stream().map(Source::parse).toList());
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException("sources: %s: %s".formatted(key, invalid.getMessage()));
    }
  }

  private static List<String> checkedEvents(List<String> events) {
    for (String event : events) {
      if (!EVENTS.contains(String.valueOf(event))) {
        throw new IllegalArgumentException(
            "ignoredEvents: '%s' is unknown, allowed are %s".formatted(event, sorted(EVENTS)));
      }
    }
    return events;
  }

  private static List<String> sorted(Set<String> texts) {
    return texts.stream().sorted().toList();
  }

  private static Set<String> union(Set<String> some, List<String> more) {
    Set<String> all = new HashSet<>(some);
    more.stream().filter(Objects::nonNull).forEach(all::add);
    return all;
  }

  private static KindRule rule(KindEntry entry) {
    if (entry == null) {
      throw new IllegalArgumentException("kinds: an entry must not be empty");
    }
    RecordKind kind =
        RecordKind.ofName(String.valueOf(entry.kind()))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "kinds: '%s' is unknown, allowed are %s"
                            .formatted(entry.kind(), RecordKind.names())));
    return new KindRule(
        kind,
        entry.name() == null ? "" : entry.name(),
        entry.attribute() == null ? "" : entry.attribute(),
        entry.values() == null ? Set.of() : union(Set.of(), entry.values()));
  }

  /** What a record is; empty when no entry applies. */
  Optional<RecordKind> kind(TelemetryRecord record) {
    for (KindRule rule : kinds) {
      if (rule.applies(record)) {
        return Optional.of(rule.kind());
      }
    }
    return Optional.empty();
  }

  /** The first value of a field. */
  Optional<JsonNode> value(Field field, TelemetryRecord record) {
    for (Source source : sources.getOrDefault(field, List.of())) {
      Optional<JsonNode> value = source.find(record);
      if (value.isPresent()) {
        return value;
      }
    }
    return Optional.empty();
  }

  /** The first value of a field as text; empty for a name or id that is too long to be one. */
  Optional<String> text(Field field, TelemetryRecord record) {
    return value(field, record)
        .map(Attributes::asText)
        .filter(text -> field.isContent() || TelemetryRecord.isName(text));
  }

  /** Whether a step says nothing, since every agent alternates between such steps. */
  boolean isIgnoredStep(String step) {
    return ignoredSteps.contains(step)
        || ignoredSteps.stream()
            .filter(ignored -> ignored.startsWith(ANY))
            .anyMatch(ignored -> step.endsWith(ignored.substring(ANY.length())));
  }

  /** Whether another way reports these events already. */
  boolean isIgnoredEvent(String type) {
    return ignoredEvents.contains(type);
  }
}

package dev.eddyline.graph;

import dev.eddyline.yaml.Nearest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads the keys of a mapping in Eddyline's YAML; adds problems to the draft. */
final class YamlMappingReader {

  /** The maximum of all numbers. */
  private static final int MAX_NUMERIC_VALUE = 1_000_000;

  private final ParsedValue mapping;
  private final GraphBuilder draft;
  private final String mappingDescription;
  private final Set<String> knownKeys = new LinkedHashSet<>();

  YamlMappingReader(ParsedValue item, GraphBuilder draft, String what) {
    this.mapping = item;
    this.draft = draft;
    this.mappingDescription = what;
    if (!item.isMap() && item.value() != null) {
      draft.addProblem(
          item.line(), "%s must be a mapping, was %s".formatted(what, item.describeForMessage()));
    }
  }

  ParsedValue valueAt(String key) {
    knownKeys.add(key);
    return mapping.valueAt(key);
  }

  Optional<String> text(String key) {
    ParsedValue value = valueAt(key);
    if (value.value() != null && (value.text().isEmpty() || value.text().get().isBlank())) {
      draft.addProblem(
          value.line(), "%s must be text, was %s".formatted(key, value.describeForMessage()));
      return Optional.empty();
    }
    return value.text();
  }

  /** A text that must be there. */
  Optional<String> requiredTextAt(String key) {
    Optional<String> text = text(key);
    if (text.isEmpty() && valueAt(key).value() == null) {
      draft.addProblem(mapping.line(), "%s needs %s".formatted(mappingDescription, key));
    }
    return text;
  }

  Optional<Boolean> bool(String key) {
    Optional<String> text = text(key);
    if (text.isPresent() && !List.of("true", "false").contains(text.get())) {
      draft.addProblem(
          valueAt(key).line(), "%s must be true or false, was '%s'".formatted(key, text.get()));
      return Optional.empty();
    }
    return text.map(Boolean::valueOf);
  }

  OptionalInt integer(String key, int minimum) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    if (text.get().matches("[0-9]{1,7}")) {
      int number = Integer.parseInt(text.get());
      if (number >= minimum && number <= MAX_NUMERIC_VALUE) {
        return OptionalInt.of(number);
      }
    }
    draft.addProblem(
        valueAt(key).line(),
        "%s must be a whole number from %d to %d, was '%s'"
            .formatted(key, minimum, MAX_NUMERIC_VALUE, text.get()));
    return OptionalInt.empty();
  }

  /** A list of texts, or one text; empty where there is none. */
  Optional<List<ParsedValue>> texts(String key) {
    ParsedValue value = valueAt(key);
    if (value.value() == null) {
      return Optional.empty();
    }
    List<ParsedValue> all = value.isList() ? value.list() : List.of(value);
    for (ParsedValue each : all) {
      if (each.text().isEmpty() || each.text().get().isBlank()) {
        draft.addProblem(
            each.line(), "%s must hold texts, had %s".formatted(key, each.describeForMessage()));
      }
    }
    return Optional.of(
        all.stream().filter(each -> each.text().filter(t -> !t.isBlank()).isPresent()).toList());
  }

  /** The texts as a set. */
  Optional<Set<String>> names(String key) {
    return texts(key)
        .map(
            items -> {
              Set<String> names = new LinkedHashSet<>();
              items.forEach(each -> names.add(each.text().orElseThrow()));
              return names;
            });
  }

  /** The texts, each the id of a node. */
  Set<String> nodeIdsAt(String key) {
    Set<String> known = new LinkedHashSet<>();
    for (ParsedValue each : texts(key).orElse(List.of())) {
      String id = each.text().orElseThrow();
      if (draft.requireKnownNode(each.line(), id)) {
        known.add(id);
      }
    }
    return known;
  }

  /** Rejects keys that were never read, each with the nearest known key. */
  void rejectUnknownKeys() {
    mapping
        .map()
        .forEach(
            (key, value) -> {
              if (!knownKeys.contains(key)) {
                draft.addProblem(
                    value.line(),
                    "%s knows no key '%s'%s"
                        .formatted(mappingDescription, key, Nearest.hint(key, knownKeys)));
              }
            });
  }
}

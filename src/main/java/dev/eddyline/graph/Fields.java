package dev.eddyline.graph;

import dev.eddyline.text.Nearest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads the keys of a mapping in Eddyline's YAML; adds problems to the draft. */
final class Fields {

  /** The maximum of all numbers. */
  private static final int MANY = 1_000_000;

  private final Item item;
  private final Draft draft;
  private final String what;
  private final Set<String> asked = new LinkedHashSet<>();

  Fields(Item item, Draft draft, String what) {
    this.item = item;
    this.draft = draft;
    this.what = what;
    if (!item.isMap() && item.value() != null) {
      draft.refuse(item.line(), "%s must be a mapping, was %s".formatted(what, item.kind()));
    }
  }

  Item at(String key) {
    asked.add(key);
    return item.at(key);
  }

  Optional<String> text(String key) {
    Item value = at(key);
    if (value.value() != null && (value.text().isEmpty() || value.text().get().isBlank())) {
      draft.refuse(value.line(), "%s must be text, was %s".formatted(key, value.kind()));
      return Optional.empty();
    }
    return value.text();
  }

  /** A text that must be there. */
  Optional<String> required(String key) {
    Optional<String> text = text(key);
    if (text.isEmpty() && at(key).value() == null) {
      draft.refuse(item.line(), "%s needs %s".formatted(what, key));
    }
    return text;
  }

  Optional<Boolean> bool(String key) {
    Optional<String> text = text(key);
    if (text.isPresent() && !List.of("true", "false").contains(text.get())) {
      draft.refuse(at(key).line(), "%s must be true or false, was '%s'".formatted(key, text.get()));
      return Optional.empty();
    }
    return text.map(Boolean::valueOf);
  }

  OptionalInt integer(String key, int least) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    if (text.get().matches("[0-9]{1,7}")) {
      int number = Integer.parseInt(text.get());
      if (number >= least && number <= MANY) {
        return OptionalInt.of(number);
      }
    }
    draft.refuse(
        at(key).line(),
        "%s must be a whole number from %d to %d, was '%s'"
            .formatted(key, least, MANY, text.get()));
    return OptionalInt.empty();
  }

  /** A list of texts, or one text; empty where there is none. */
  Optional<List<Item>> texts(String key) {
    Item value = at(key);
    if (value.value() == null) {
      return Optional.empty();
    }
    List<Item> all = value.isList() ? value.list() : List.of(value);
    for (Item each : all) {
      if (each.text().isEmpty() || each.text().get().isBlank()) {
        draft.refuse(each.line(), "%s must hold texts, had %s".formatted(key, each.kind()));
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
  Set<String> nodes(String key) {
    Set<String> known = new LinkedHashSet<>();
    for (Item each : texts(key).orElse(List.of())) {
      String id = each.text().orElseThrow();
      if (draft.isKnown(each.line(), id)) {
        known.add(id);
      }
    }
    return known;
  }

  /** Rejects keys that were never read, each with the nearest known key. */
  void refuseOthers() {
    item.map()
        .forEach(
            (key, value) -> {
              if (!asked.contains(key)) {
                draft.refuse(
                    value.line(),
                    "%s knows no key '%s'%s".formatted(what, key, Nearest.hint(key, asked)));
              }
            });
  }
}

package dev.eddyline.graph.read;

import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.keys.ContainerTypes;
import dev.eddyline.keys.KeyType;
import dev.eddyline.keys.ScalarTypes;
import dev.eddyline.keys.Section;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A mapping in Eddyline's YAML of graphs, with the types of its keys. */
public final class GraphSection {

  /** A text that is not blank. */
  public static final KeyType<String> TEXT =
      ScalarTypes.text(Integer.MAX_VALUE, "must not be blank");

  private static final KeyType<List<String>> LIST =
      ContainerTypes.listOf(TEXT, Integer.MAX_VALUE, "a list of texts");

  /** Texts: a list, or one. */
  public static final KeyType<List<String>> TEXTS =
      new KeyType<>(
          "a text, or a list of texts",
          LIST.schema(),
          (written, at) ->
              written.isArray()
                  ? LIST.reader().read(written, at)
                  : Optional.ofNullable(TEXT.reader().read(written, at)).map(List::of).orElse(null),
          LIST.writer());

  /** true or false. */
  static final KeyType<Boolean> BOOLEAN = ScalarTypes.asText(ScalarTypes.BOOLEAN);

  private final LinedPath path;
  private final GraphBuilder draft;
  private final Section keys;

  /** The section at this path. */
  public GraphSection(LinedPath path) {
    this.path = path;
    this.draft = path.draft();
    this.keys = new Section(path, path.value().toNode());
  }

  /** The keys with their problems. */
  public Section keys() {
    return keys;
  }

  /** The value of a key, if it has an allowed one. */
  public <T> Optional<T> optional(String key, KeyType<T> type) {
    return Optional.ofNullable(keys.read(key, type, null));
  }

  /** Declares a key whose values have sections of their own. */
  public LinedPath inner(String key) {
    optional(key, KeyType.readElsewhere("mappings", LIST.schema()));
    return path.key(key);
  }

  /** The texts of a key with their lines. */
  List<ParsedValue> texts(String key) {
    optional(key, TEXTS);
    return path.key(key).value().texts();
  }

  /** The texts of a key, each the id or the label of a node. */
  Set<String> nodeIds(String key) {
    Set<String> known = new LinkedHashSet<>();
    for (ParsedValue each : texts(key)) {
      draft.findNode(each.line(), each.text().orElseThrow()).ifPresent(known::add);
    }
    return known;
  }

  /** The counter that a key names. */
  Optional<String> counter(String key) {
    Optional<String> named = optional(key, TEXT);
    return named.filter(name -> draft.requireKnownCounter(path.value().line(), name));
  }
}

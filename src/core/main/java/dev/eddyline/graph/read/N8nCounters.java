package dev.eddyline.graph.read;

import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.ParsedValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds where the counters in the conditions of an n8n workflow count. A Set node that adds to the
 * field and a Code node that names it do; a Set node that gives it another value resets it. Without
 * such a node the condition only looks like a bound.
 */
final class N8nCounters {

  /** How often a node ran, which n8n counts itself. */
  private static final String RUN_INDEX = "$runIndex";

  private static final Set<String> SETTING = Set.of("set");
  private static final Set<String> CODE = Set.of("code", "function", "functionitem");

  private N8nCounters() {}

  /** Gives each counter that a condition names the nodes that count it, or removes it. */
  static void findWhereTheyCount(GraphBuilder draft, Map<String, ParsedValue> nodes) {
    for (GraphCounter counter : List.copyOf(draft.counters.values())) {
      boolean isOfCondition =
          draft.edges.stream()
              .anyMatch(
                  edge ->
                      edge.counter().filter(counter.name()::equals).isPresent()
                          && edge.condition().contains(field(counter)));
      if (isOfCondition && !counter.name().startsWith(RUN_INDEX)) {
        find(draft, counter, nodes);
      }
    }
  }

  private static void find(
      GraphBuilder draft, GraphCounter counter, Map<String, ParsedValue> nodes) {
    String field = field(counter);
    Pattern word = Pattern.compile("\\b" + Pattern.quote(field) + "\\b");
    Set<String> counting = new LinkedHashSet<>();
    Set<String> resetting = new LinkedHashSet<>();
    nodes.forEach(
        (name, node) -> {
          String type = N8nParser.type(node);
          ParsedValue parameters = node.valueAt("parameters");
          Optional<String> value =
              SETTING.contains(type) ? assigned(parameters, field) : Optional.empty();
          if (value.isPresent()) {
            (value.get().contains("+") ? counting : resetting).add(name);
          } else if (CODE.contains(type)
              && texts(parameters).anyMatch(it -> word.matcher(it).find())) {
            counting.add(name);
          }
        });
    if (counting.isEmpty()) {
      draft.counters.remove(counter.name());
      draft.edges.replaceAll(
          edge ->
              edge.counter().filter(counter.name()::equals).isPresent()
                  ? edge.withoutCounter()
                  : edge);
    } else {
      draft.counters.put(
          counter.name(),
          new GraphCounter(
              counter.name(),
              counter.max(),
              Set.of(),
              counting,
              resetting,
              Set.of(),
              Optional.empty()));
    }
  }

  /** The field of a counter, such as {@code tries} of {@code $json.tries}. */
  private static String field(GraphCounter counter) {
    String path = counter.name().replaceAll(" max [0-9]+$", "");
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** The value that a Set node of any version gives a field. */
  private static Optional<String> assigned(ParsedValue value, String field) {
    if (value.textAt("name").filter(field::equals).isPresent()) {
      return Stream.of("value", "numberValue", "stringValue")
          .flatMap(key -> value.textAt(key).stream())
          .findFirst();
    }
    return Stream.concat(value.list().stream(), value.map().values().stream())
        .flatMap(inner -> assigned(inner, field).stream())
        .findFirst();
  }

  private static Stream<String> texts(ParsedValue value) {
    return Stream.concat(
        value.text().stream(),
        Stream.concat(value.list().stream(), value.map().values().stream())
            .flatMap(N8nCounters::texts));
  }
}

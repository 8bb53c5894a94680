package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.ParsedValue;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counters in the conditions of an n8n workflow: fields that a Set node adds to. A Set node that
 * gives such a field another value resets it. A field with the name of a counter may also be
 * counted by a Code node that names it.
 */
final class N8nCounters {

  /** How often a node ran, which n8n counts itself. */
  private static final String RUN_INDEX = "runIndex";

  private static final String SET = "set";
  private static final Set<String> CODE = Set.of("code", "function", "functionitem");

  private N8nCounters() {}

  /**
   * The counter of a condition; empty if no node counts it.
   *
   * @param name its name
   * @param nodes the nodes of the workflow by their names
   */
  static Optional<GraphCounter> counter(
      String name, BoundText bound, Map<String, ParsedValue> nodes) {
    String field = bound.counter().replaceAll("^.*[.$]", "");
    if (field.equals(RUN_INDEX)) {
      return Optional.of(GraphCounter.of(name, bound.max()));
    }
    Pattern word = Pattern.compile("\\b" + Pattern.quote(field) + "\\b");
    boolean hasNameOfCounter = BoundText.isCounter(field);
    Set<String> counting = new LinkedHashSet<>();
    Set<String> resetting = new LinkedHashSet<>();
    nodes.forEach(
        (node, value) -> {
          String type = N8nParser.type(value);
          ParsedValue parameters = value.valueAt("parameters");
          if (type.equals(SET)) {
            assigned(parameters, field)
                .filter(it -> it.contains("+") || !word.matcher(it).find()) // no copy of itself
                .ifPresent(it -> (it.contains("+") ? counting : resetting).add(node));
          } else if (hasNameOfCounter
              && CODE.contains(type)
              && texts(parameters).anyMatch(it -> word.matcher(it).find())) {
            counting.add(node);
          }
        });
    return counting.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new GraphCounter(
                name,
                OptionalInt.of(bound.max()),
                Set.of(),
                counting,
                resetting,
                Set.of(),
                Optional.empty()));
  }

  /** The value that a Set node of any version gives a field. */
  private static Optional<String> assigned(ParsedValue value, String field) {
    if (value
        .textAt("name")
        .map(name -> name.replaceFirst("^=", ""))
        .filter(field::equals)
        .isPresent()) {
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

package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.BoundWords;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.ParsedValue;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counters in the conditions of an n8n workflow: fields that a Set node adds to. A Set node that
 * gives such a field another value resets it, and so does a node whose output replaces the item
 * that the condition looks at. A field with the name of a counter may also be counted by a Code
 * node that names it.
 */
final class N8nCounters {

  /** How often a node ran, which n8n counts itself. */
  private static final String RUN_INDEX = "$runIndex";

  /** A field, or its value if it has none, to which a number is added. */
  private static final String ADDITION =
      "\\+\\+[\\w.$]*FIELD\\b|\\bFIELD\\b[\"'\\]\\s)]*(?:\\+\\+|\\+=\\s*[1-9]|(?:(?:\\?\\?|\\|\\|)\\s*[0-9]+\\s*\\)*\\s*)?\\+\\s*[1-9])";

  /** The item that comes in at a node. */
  private static final String ITEM = "$json";

  /** A field of the output of another node. */
  private static final Pattern OF_NODE =
      Pattern.compile("\\$(?:node\\[|\\()[\"']([^\"']+)[\"'](?:]|\\))");

  private N8nCounters() {}

  /**
   * The counter of a condition; empty if no node counts it.
   *
   * @param counter its name
   * @param nodes the nodes of the workflow by their names
   * @param replacedAt where items are that a node has replaced: at the node, or behind it if its
   *     error output passes on what came in
   */
  static Optional<GraphCounter> counter(
      String counter,
      BoundText bound,
      Map<String, N8nNode> nodes,
      Function<String, Set<String>> replacedAt) {
    String field = bound.counter().replaceAll("^.*[.$]", "");
    if (bound.counter().equals(RUN_INDEX)) {
      return Optional.of(GraphCounter.of(counter, bound.max()));
    }
    Pattern word = Pattern.compile("\\b" + Pattern.quote(field) + "\\b");
    Pattern addition = Pattern.compile(ADDITION.replace("FIELD", Pattern.quote(field)));
    boolean hasNameOfCounter = BoundWords.isCounter(field);
    Set<String> counting = new LinkedHashSet<>();
    Set<String> resetting = new LinkedHashSet<>();
    boolean isOfItem = bound.counter().startsWith(ITEM);
    nodes.forEach(
        (name, node) -> {
          Optional<String> assigned =
              node.is(N8nNode.SET) ? assigned(node.parameters(), field) : Optional.empty();
          Optional<String> code =
              node.parameters()
                  .allTexts()
                  .filter(it -> node.isCode() && word.matcher(it).find())
                  .findFirst();
          Optional<String> written = assigned.or(() -> code.filter(it -> hasNameOfCounter));
          if (written.isPresent()) {
            boolean isOfField =
                word.matcher(written.get()).find() && isVariable(written.get(), field, nodes);
            if (isOfField && addition.matcher(written.get()).find()) {
              counting.add(name);
            } else if (!isOfField || code.isPresent()) {
              resetting.add(name);
            }
          } else if (isOfItem && !node.passesItemsOn() && !keepsOtherFields(node)) {
            resetting.addAll(replacedAt.apply(name));
          }
        });
    return counting.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new GraphCounter(
                counter,
                OptionalInt.of(bound.max()),
                Set.of(),
                counting,
                resetting,
                Set.of(),
                Optional.empty()));
  }

  /** Whether a value is that of the field in the item, or in a node that does not replace it. */
  private static boolean isVariable(String value, String field, Map<String, N8nNode> nodes) {
    return OF_NODE
        .matcher(value)
        .results()
        .flatMap(of -> Optional.ofNullable(nodes.get(of.group(1))).stream())
        .flatMap(of -> assigned(of.parameters(), field).stream())
        .allMatch(other -> other.contains(field));
  }

  /** Whether a Set node passes on fields that it does not set. */
  private static boolean keepsOtherFields(N8nNode node) {
    ParsedValue parameters = node.parameters();
    return node.is(N8nNode.SET)
        && (node.isVersion3()
            ? parameters.hasText("includeOtherFields", "true")
                || parameters.hasText("include", "all")
            : !parameters.hasText("keepOnlySet", "true"));
  }

  /** The value that a Set node of any version gives a field. */
  private static Optional<String> assigned(ParsedValue value, String field) {
    if (value.hasText("name", field) || value.hasText("name", "=" + field)) {
      return Stream.of("value", "numberValue", "stringValue")
          .flatMap(key -> value.textAt(key).stream())
          .findFirst();
    }
    return Stream.concat(value.list().stream(), value.map().values().stream())
        .flatMap(inner -> assigned(inner, field).stream())
        .findFirst();
  }
}

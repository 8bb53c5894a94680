package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Conditions of which one is always true, such as {@code ${good}} and {@code ${!good}}. */
final class ConditionPairs {

  /** Signs that only enclose an expression, and blanks. */
  private static final Pattern BLANK = Pattern.compile("\\s+|^[$#={%]+|[}%]+$");

  /** Between several conditions. */
  private static final Pattern SEVERAL = Pattern.compile("&&|\\|\\|");

  private static final Map<String, String> OPPOSITES =
      Map.of("==", "!=", "=", "!=", "<", ">=", ">", "<=", "true", "false");

  private static final List<Set<String>> ANSWERS =
      List.of(
          Set.of("yes", "no"),
          Set.of("ja", "nein"),
          Set.of("oui", "non"),
          Set.of("sí", "no"),
          Set.of("はい", "いいえ"));

  private ConditionPairs() {}

  /** What is written before an expression in brackets. */
  private static String nameOf(Edge edge) {
    return edge.condition().replaceFirst("(?s) \\(.*\\)$", "");
  }

  /** Whether the conditions of two edges are opposites. */
  static boolean haveOpposites(List<Edge> edges) {
    Set<String> conditions =
        edges.stream()
            .flatMap(edge -> Stream.of(edge.expression(), nameOf(edge)))
            .map(condition -> BLANK.matcher(condition.toLowerCase(Locale.ROOT)).replaceAll(""))
            .filter(condition -> !condition.isEmpty() && !SEVERAL.matcher(condition).find())
            .collect(Collectors.toSet());
    return ANSWERS.stream().anyMatch(conditions::containsAll)
        || conditions.stream()
            .anyMatch(
                condition ->
                    conditions.contains("!" + condition)
                        || conditions.contains("!(" + condition + ")")
                        || conditions.contains("not" + condition)
                        || OPPOSITES.entrySet().stream()
                            .anyMatch(
                                pair ->
                                    condition.contains(pair.getKey())
                                        && conditions.contains(
                                            condition.replace(pair.getKey(), pair.getValue()))));
  }
}

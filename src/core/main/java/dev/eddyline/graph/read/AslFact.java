package dev.eddyline.graph.read;

import dev.eddyline.graph.model.ParsedValue;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the rule of a choice says about a variable while an edge is taken.
 *
 * @param limit a number, or the variable with it; empty: none
 */
record AslFact(String variable, Relation relation, String limit) {

  private static final Pattern JSONATA_TEST =
      Pattern.compile(
          "(\\$[\\w.]+)\\s*(<=|>=|!?=|<|>)\\s*([0-9]{1,7}|\\$[\\w.]+|\\$count\\([^()]*\\)|null|''|\"\")");

  private static final Pattern JSONATA_EXISTS = Pattern.compile("\\$exists\\((\\$[\\w.]+)\\)");
  private static final Pattern JSONATA_NOT = Pattern.compile("\\$not\\((.*)\\)");
  private static final Pattern JSONATA_OR = Pattern.compile("\\bor\\b");
  private static final Pattern JSONATA_AND = Pattern.compile("\\band\\b");
  private static final Set<String> EMPTY = Set.of("null", "''", "\"\"");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,7}");

  /** How the variable and its limit compare. */
  enum Relation {
    /** It is below the limit. */
    BELOW,
    /** It is another number than the limit, up to which it is counted one by one. */
    UNEQUAL,
    /** It is above the limit. */
    ABOVE,
    /** It is there, and not false. */
    PRESENT
  }

  /** Whether the limit is a number. */
  boolean hasNumber() {
    return NUMBER.matcher(limit).matches();
  }

  /** What is known where a rule of a choice holds, or where it does not. */
  static List<AslFact> of(AslState choice, ParsedValue rule, boolean holds) {
    return choice.isJsonata() ? ofCondition(rule, holds) : ofRule(rule, holds);
  }

  private static List<AslFact> ofCondition(ParsedValue rule, boolean holds) {
    return rule.textAt("Condition")
        .map(String::strip)
        .filter(text -> text.startsWith("{%") && text.endsWith("%}"))
        .map(text -> ofJsonata(text.substring(2, text.length() - 2).strip(), holds))
        .orElse(List.of());
  }

  private static List<AslFact> ofRule(ParsedValue rule, boolean holds) {
    if (rule.valueAt("Not").isMap()) {
      return ofRule(rule.valueAt("Not"), !holds);
    }
    List<ParsedValue> all = rule.valueAt(holds ? "And" : "Or").list();
    if (!all.isEmpty()) {
      return all.stream().flatMap(each -> ofRule(each, holds).stream()).toList();
    }
    String variable = rule.textAt("Variable").orElse("");
    return rule.map().entrySet().stream()
        .flatMap(it -> ofTest(variable, it.getKey(), it.getValue().text().orElse(""), holds))
        .toList();
  }

  /** A conjunction says something where it holds, alternatives say it where none holds. */
  private static List<AslFact> ofJsonata(String condition, boolean holds) {
    List<String> alternatives = split(condition, JSONATA_OR);
    boolean isConjunction = alternatives.size() == 1;
    List<String> parts = isConjunction ? split(condition, JSONATA_AND) : alternatives;
    if (parts.size() > 1) {
      return isConjunction == holds
          ? parts.stream().flatMap(part -> ofJsonata(part, holds).stream()).toList()
          : List.of();
    }
    Matcher negated = JSONATA_NOT.matcher(condition);
    if (negated.matches()) {
      return ofJsonata(negated.group(1).strip(), !holds);
    }
    Matcher exists = JSONATA_EXISTS.matcher(condition);
    if (exists.matches()) {
      return present(AslWrites.path(exists.group(1)), holds).toList();
    }
    Matcher test = JSONATA_TEST.matcher(condition);
    if (!test.matches()) {
      return List.of();
    }
    String variable = AslWrites.path(test.group(1));
    boolean isNegated = test.group(2).equals("!=");
    String operator = isNegated ? "=" : test.group(2);
    String value = test.group(3);
    return EMPTY.contains(value)
        ? present(variable, operator.equals("=") && holds == isNegated).toList()
        : ofTest(variable, operator, limit(value), holds != isNegated).toList();
  }

  /** A number, or the variable whose value or size is the limit. */
  private static String limit(String value) {
    return AslWrites.path(value.replaceFirst("^\\$count\\(\\s*(.*?)\\s*\\)$", "$1"));
  }

  /** The parts of an expression; the whole one if it has a choice, or parts within brackets. */
  private static List<String> split(String expression, Pattern between) {
    List<String> parts = between.splitAsStream(expression).map(String::strip).toList();
    boolean isFlat =
        !expression.contains("?")
            && parts.stream().allMatch(it -> count(it, '(') == count(it, ')'));
    return isFlat ? parts : List.of(expression);
  }

  private static long count(String text, char sign) {
    return text.chars().filter(it -> it == sign).count();
  }

  /** The fact that a test of a variable states, or its opposite. */
  private static Stream<AslFact> ofTest(String variable, String test, String value, boolean holds) {
    String operator = operator(test.replaceFirst("Path$", ""));
    boolean isTrue = value.equals("true");
    return switch (operator) {
      case "<", "<=", ">", ">=" -> comparison(variable, operator, value, holds);
      case "=" -> ifTrue(!holds && isLimit(value), new AslFact(variable, Relation.UNEQUAL, value));
      case "IsPresent", "BooleanEquals" -> present(variable, isTrue == holds);
      case "IsNull" -> present(variable, isTrue != holds);
      case "StringEquals" -> present(variable, value.isEmpty() && !holds);
      default -> Stream.empty();
    };
  }

  private static Stream<AslFact> present(String variable, boolean isPresent) {
    return ifTrue(isPresent, new AslFact(variable, Relation.PRESENT, ""));
  }

  private static Stream<AslFact> ifTrue(boolean isTrue, AslFact fact) {
    return isTrue ? Stream.of(fact) : Stream.empty();
  }

  private static Stream<AslFact> comparison(
      String variable, String operator, String limit, boolean holds) {
    Relation relation = operator.startsWith("<") == holds ? Relation.BELOW : Relation.ABOVE;
    boolean isOneMore = operator.equals("<=") || operator.equals(">");
    String excluded =
        isOneMore && NUMBER.matcher(limit).matches()
            ? Integer.toString(Integer.parseInt(limit) + 1)
            : limit;
    return ifTrue(isLimit(limit), new AslFact(variable, relation, excluded));
  }

  private static boolean isLimit(String value) {
    return value.startsWith("$") || NUMBER.matcher(value).matches();
  }

  /** The sign of a comparison of numbers; other comparisons unchanged. */
  static String operator(String comparison) {
    return switch (comparison) {
      case "NumericLessThan" -> "<";
      case "NumericLessThanEquals" -> "<=";
      case "NumericGreaterThan" -> ">";
      case "NumericGreaterThanEquals" -> ">=";
      case "NumericEquals" -> "=";
      default -> comparison;
    };
  }
}

package dev.eddyline.graph.read;

import dev.eddyline.graph.model.ParsedValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the rule of a choice says about a variable while an edge is taken.
 *
 * @param limit a number, or the variable with it; of what is there, the empty value that it is not
 */
record AslFact(String variable, Relation relation, String limit) {

  private static final Pattern JSONATA_TEST =
      Pattern.compile(
          "(\\$[\\w.]+)\\s*(<=|>=|!?=|<|>)\\s*([0-9]{1,7}|\\$[\\w.]+|\\$count\\([^()]*\\)|null|''|\"\")");

  private static final Pattern JSONATA_REVERSED =
      Pattern.compile("([0-9]{1,7})\\s*(<=|>=|!?=|<|>)\\s*(\\$[\\w.]+)");

  private static final Pattern JSONATA_EXISTS = Pattern.compile("\\$exists\\((\\$[\\w.]+)\\)");
  private static final Pattern JSONATA_TRUE = Pattern.compile("(?:\\$boolean\\()?(\\$[\\w.]+)\\)?");
  private static final Pattern JSONATA_NOT = Pattern.compile("\\$not\\((.*)\\)");
  private static final Pattern JSONATA_OR = Pattern.compile("\\bor\\b");
  private static final Pattern JSONATA_AND = Pattern.compile("\\band\\b");
  private static final Set<String> EMPTY = Set.of("null", "''", "\"\"");

  /** The limit of what is there if it is none of the empty values. */
  static final String ANY_EMPTY = "empty";

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
        .flatMap(AslFact::expression)
        .map(text -> ofJsonata(text, holds))
        .orElse(List.of());
  }

  /** The expression of JSONata in a text, without brackets around the whole of it. */
  static Optional<String> expression(String text) {
    String written = text.strip();
    return written.startsWith("{%") && written.endsWith("%}") && written.length() >= 4
        ? Optional.of(unwrapped(written.substring(2, written.length() - 2).strip()))
        : Optional.empty();
  }

  private static String unwrapped(String expression) {
    String inner = expression;
    while (inner.startsWith("(") && closing(inner) == inner.length() - 1) {
      inner = inner.substring(1, inner.length() - 1).strip();
    }
    return inner;
  }

  /** The place of the bracket that closes the first one, or -1. */
  private static int closing(String expression) {
    int depth = 0;
    for (int at = 0; at < expression.length(); at++) {
      char sign = expression.charAt(at);
      depth += sign == '(' ? 1 : sign == ')' ? -1 : 0;
      if (depth == 0) {
        return at;
      }
    }
    return -1;
  }

  private static List<AslFact> ofRule(ParsedValue rule, boolean holds) {
    if (rule.valueAt("Not").isMap()) {
      return ofRule(rule.valueAt("Not"), !holds);
    }
    List<ParsedValue> all = rule.valueAt(holds ? "And" : "Or").list();
    if (!all.isEmpty()) {
      return all.stream().flatMap(each -> ofRule(each, holds).stream()).toList();
    }
    String variable = rule.textAt("Variable").map(AslWrites::path).orElse("");
    return rule.map().entrySet().stream()
        .flatMap(
            it ->
                ofTest(
                    variable, it.getKey(), AslWrites.path(it.getValue().text().orElse("")), holds))
        .toList();
  }

  /** A conjunction says something where it holds, alternatives say it where none holds. */
  private static List<AslFact> ofJsonata(String text, boolean holds) {
    String condition = unwrapped(text);
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
      return present(AslWrites.path(exists.group(1)), "", holds).toList();
    }
    Matcher isTrue = JSONATA_TRUE.matcher(condition);
    if (isTrue.matches()) {
      return present(AslWrites.path(isTrue.group(1)), ANY_EMPTY, holds).toList();
    }
    Matcher reversed = JSONATA_REVERSED.matcher(condition);
    Matcher test =
        JSONATA_TEST.matcher(
            reversed.matches()
                ? reversed.group(3) + mirrored(reversed.group(2)) + reversed.group(1)
                : condition);
    if (!test.matches()) {
      return List.of();
    }
    String variable = AslWrites.path(test.group(1));
    boolean isNegated = test.group(2).equals("!=");
    String operator = isNegated ? "=" : test.group(2);
    String value = test.group(3);
    return EMPTY.contains(value)
        ? present(variable, value.replace('"', '\''), operator.equals("=") && holds == isNegated)
            .toList()
        : ofTest(variable, operator, limit(value), holds != isNegated).toList();
  }

  private static String mirrored(String operator) {
    return operator.startsWith("<") ? operator.replace('<', '>') : operator.replace('>', '<');
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
            && parts.stream().allMatch(it -> count(it, '(') == count(it, ')'))
            && parts.stream().allMatch(it -> count(it, '\'') % 2 == 0 && count(it, '"') % 2 == 0);
    return isFlat ? parts : List.of(expression);
  }

  private static long count(String text, char sign) {
    return text.chars().filter(it -> it == sign).count();
  }

  /** The fact that a test of a variable states, or its opposite. */
  private static Stream<AslFact> ofTest(String variable, String test, String value, boolean holds) {
    String operator = operator(test.replaceFirst("(?<=^Numeric\\w{1,30})Path$", ""));
    boolean isTrue = value.equals("true");
    return switch (operator) {
      case "<", "<=", ">", ">=" -> comparison(variable, operator, value, holds);
      case "=" -> ifTrue(!holds && isLimit(value), new AslFact(variable, Relation.UNEQUAL, value));
      case "IsPresent" -> present(variable, "", isTrue == holds);
      case "BooleanEquals" -> present(variable, "false", isTrue == holds);
      case "IsNull" -> present(variable, "null", isTrue != holds);
      case "StringEquals" -> present(variable, "''", value.isEmpty() && !holds);
      default -> Stream.empty();
    };
  }

  private static Stream<AslFact> present(String variable, String empty, boolean isPresent) {
    return ifTrue(isPresent, new AslFact(variable, Relation.PRESENT, empty));
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

package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundWords;
import dev.eddyline.graph.model.ParsedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A node of an n8n workflow, with the conditions of its outputs.
 *
 * @param value all of it
 * @param type the last part of its type, in lower case; a disabled node only passes items on
 * @param parameters its parameters
 */
record N8nNode(ParsedValue value, String type, ParsedValue parameters) {

  static final String LOOP_OVER_ITEMS = "splitinbatches";
  static final String NOTE = "stickynote";
  static final String SET = "set";
  static final String SWITCH = "switch";
  private static final String IF = "if";
  private static final String FILTER = "filter";
  private static final String NO_OPERATION = "noop";
  private static final String WAIT = "wait";

  private static final Set<String> CHOICES = Set.of(IF, SWITCH, FILTER);
  private static final Set<String> CODE = Set.of("code", "function", "functionitem");
  private static final Set<String> STARTS =
      Set.of("start", "webhook", "cron", "interval", "emailreadimap");

  /** Other nodes that pass their items on, with all fields. */
  private static final Set<String> PASSING =
      Set.of(NO_OPERATION, WAIT, "merge", LOOP_OVER_ITEMS, "limit", "sort");

  /** The output of another node. */
  private static final Pattern OF_NODE =
      Pattern.compile("\\$(?:node\\[|\\()\\s*([\"'`])(.+?)\\1\\s*[])]");

  static N8nNode of(ParsedValue value) {
    String type = value.textAt("type").orElse("");
    String name = type.substring(type.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    boolean isDisabled = value.hasText("disabled", "true");
    return new N8nNode(value, isDisabled ? NO_OPERATION : name, value.valueAt("parameters"));
  }

  boolean is(String other) {
    return type.equals(other);
  }

  /** Whether it only decides which way items take. */
  boolean isChoice() {
    return CHOICES.contains(type);
  }

  boolean isCode() {
    return CODE.contains(type);
  }

  boolean isStart() {
    return type.endsWith("trigger") || STARTS.contains(type);
  }

  boolean passesItemsOn() {
    return PASSING.contains(type) || isChoice() || isCode();
  }

  /** Whether a run waits in it for a time or a person. */
  boolean waits() {
    return is(WAIT) && !parameters.hasText("amount", "0")
        || is("form")
        || parameters.hasText("operation", "sendAndWait");
  }

  /** Whether items take one of its outputs only, the first whose condition is true. */
  boolean choosesOne() {
    return isChoice() && !parameters.valueAt("options").hasText("allMatchingOutputs", "true");
  }

  /** Whether it passes on fields that it does not set. */
  boolean keepsOtherFields() {
    return is(SET)
        && (isVersion3()
            ? parameters.hasText("includeOtherFields", "true")
                || parameters.hasText("include", "all")
            : !parameters.hasText("keepOnlySet", "true"));
  }

  boolean isVersion3() {
    return value.textAt("typeVersion").filter(it -> it.compareTo("3") >= 0).isPresent();
  }

  /** Whether an output of a loop over items gives the next items, and is not begun again. */
  boolean isLoop(int output) {
    Optional<String> reset = parameters.valueAt("options").textAt("reset");
    return is(LOOP_OVER_ITEMS)
        && reset.filter(text -> !text.equals("false")).isEmpty()
        && isNextItems(output);
  }

  private boolean isNextItems(int output) {
    return output == (isVersion3() ? 1 : 0);
  }

  /** When items take an output; empty: always. */
  String condition(int output) {
    return switch (type) {
      case IF -> output == 0 ? condition(parameters, "true") : "false";
      case FILTER -> output == 0 ? condition(parameters, "kept") : "discarded";
      case LOOP_OVER_ITEMS -> isNextItems(output) ? "loop" : "done";
      case SWITCH -> {
        List<ParsedValue> rules = parameters.valueAt("rules").valueAt("values").list();
        String number = "output " + output;
        yield output < rules.size() ? condition(rules.get(output), number) : number;
      }
      default -> "";
    };
  }

  /** The conditions as a text; those of version 1 are lists by the type of their values. */
  private static String condition(ParsedValue parameters, String otherwise) {
    ParsedValue conditions = parameters.valueAt("conditions");
    List<String> texts = new ArrayList<>();
    for (ParsedValue each : conditions.valueAt("conditions").list()) {
      Optional<String> operation = each.valueAt("operator").textAt("operation");
      texts.add(comparison(each.textAt("leftValue"), operation, each.textAt("rightValue")));
    }
    for (String type : List.of("number", "string", "boolean", "dateTime")) {
      for (ParsedValue each : conditions.valueAt(type).list()) {
        Optional<String> operation = each.textAt("operation");
        texts.add(comparison(each.textAt("value1"), operation, each.textAt("value2")));
      }
    }
    boolean isAny =
        conditions.hasText("combinator", "or") || parameters.hasText("combineOperation", "any");
    return texts.isEmpty() ? otherwise : String.join(isAny ? " or " : " and ", texts);
  }

  private static String comparison(
      Optional<String> left, Optional<String> operation, Optional<String> right) {
    String name = plain(left.orElse(""));
    String operator =
        switch (operation.orElse("")) {
          case "lt", "smaller" -> "<";
          case "lte", "smallerEqual" -> "<=";
          case "gt", "larger" -> ">";
          case "gte", "largerEqual" -> ">=";
          default -> operation.orElse("is");
        };
    boolean isEqual = Set.of("equal", "equals").contains(operation.orElse("equal"));
    boolean isTruth = operator.equals("true") || isEqual && right.equals(Optional.of("true"));
    boolean isThere = isTruth || Set.of("exists", "notEmpty", "isNotEmpty").contains(operator);
    String text = isTruth ? name : (name + " " + operator + " " + plain(right.orElse(""))).strip();
    return isThere && BoundWords.isPageToken(name) ? "next page: " + text : text;
  }

  /**
   * An expression without its braces, and with dots in place of quoted keys: fields are {@code
   * $json.tries}, or {@code $node.Count_it.json.tries} if they are those of a node.
   */
  static String plain(String expression) {
    return OF_NODE
        .matcher(expression.replaceAll("^=?\\s*\\{\\{\\s*|\\s*}}\\s*$", ""))
        .replaceAll(of -> "\\$node." + word(of.group(2)))
        .replaceAll("\\$input\\.(?:item|(?:first|last)\\(\\))\\.json\\b", "\\$json")
        .replaceAll("\\.(?:item|(?:first|last)\\(\\))\\.json\\b", ".json")
        .replaceAll("\\?\\.(?=[\\p{L}_\\[])", ".")
        .replaceAll("\\.?\\[[\"']([^\"'\\[\\]]*)[\"']]", ".$1");
  }

  /** The name of a node as one word. */
  static String word(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}]", "_");
  }
}

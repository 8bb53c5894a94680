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
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counters in the conditions of an n8n workflow: fields that a Set node adds to, or subtracts from.
 * A Set node that gives such a field another value resets it, and so do a Code node that writes it
 * and a node whose output replaces the item that has it. A field with the name of a counter may
 * also be counted by a Code node.
 */
final class N8nCounters {

  /** How often a node ran, which n8n counts itself. */
  private static final String RUN_INDEX = "$runIndex";

  /** A field of the item that comes in at a node, or of the output of a node. */
  private static final Pattern FIELD =
      Pattern.compile(
          "\\$(?:node\\.([\\p{L}\\p{N}_]++)\\.)?+json\\.([\\p{L}\\p{N}_$]++(?!\\()(?:\\.[\\p{L}\\p{N}_$]++(?!\\())*+)");

  /** Says that something is left of a field that counts down, or that nothing is. */
  private static final Pattern COUNTDOWN =
      Pattern.compile(
          "(?:.* and )?(NAME) (?:> 0|>= 1)(?: and .*)?|(NAME) (?:<= 0|< 1)"
              .replace("NAME", "\\$[\\p{L}\\p{N}_.$]++"));

  /** A whole value. */
  private static final Pattern EXPRESSION = Pattern.compile("=\\s*\\{\\{((?:(?!}}).)*+)}}\\s*");

  /** Written in place of the field in its value. */
  private static final String SAME = "@";

  private static final String NUMBER = "[1-9][0-9]*";
  private static final String COPY =
      inBrackets(inBrackets(SAME + "(?:\\.to(?:Number|Int)\\(\\))?"));
  private static final String COPY_OR_NUMBER = COPY.replace("OR", "(?:(?:\\?\\?|\\|\\|)[0-9]+)?");

  private static final String ADDITION =
      "\\(?(?:%1$s\\+%2$s|%2$s\\+%1$s|\\+\\+@)\\)?".formatted(COPY_OR_NUMBER, NUMBER);

  private static final Pattern UP =
      Pattern.compile(
          ("ADD|\\(?@\\)?\\?ADD:%1$s|\\(?!@\\)?\\?%1$s:ADD"
                  + "|\\(?@!==?(?:undefined|null)\\)?\\?ADD:[0-9]+"
                  + "|\\(?@===?(?:undefined|null)\\)?\\?[0-9]+:ADD")
              .formatted(NUMBER)
              .replace("ADD", ADDITION));

  private static final Pattern DOWN =
      Pattern.compile("%s-%s".formatted(COPY.replace("OR", ""), NUMBER));

  private static final Pattern UNCHANGED = Pattern.compile(COPY_OR_NUMBER);

  /** A number that code adds to a field. */
  private static final String CODE_ADDITION =
      "\\+\\+[\\w.$]*NAME\\b|\\bNAME\\b[\"'\\]\\s)]*(?:\\+\\+|\\+=\\s*[1-9]|(?:(?:\\?\\?|\\|\\||,)\\s*[0-9]+\\s*\\)+\\s*)?\\+\\s*[1-9][0-9]*+(?![\\s)]*[%*/-]))";

  /** Another value that code gives a field, or a variable of its name. */
  private static final String CODE_WRITE =
      "(?:(?<![.\\w$]|\\?\\s)NAME[\"']?\\s*:|\\bNAME\\b[\"'\\]]*\\s*=(?![=>]))(?![^,;}\\n]*\\bNAME\\b)";

  private final Map<String, N8nNode> nodes;
  private final BiPredicate<String, String> isInEachRound;
  private final BoundText bound;

  /** The name of the node whose field is compared; empty: that of the item. */
  private String comparedNode = "";

  /** The compared field. */
  private String path = "";

  /** Whether the field that a node counts comes to it, or to the condition, with the item. */
  private boolean isCarried;

  private final Set<String> counting = new LinkedHashSet<>();
  private final Set<String> resetting = new LinkedHashSet<>();

  /**
   * Of a comparison.
   *
   * @param nodes the nodes of the workflow by their names
   * @param isInEachRound whether each cycle of a node goes through another one
   */
  N8nCounters(
      BoundText bound, Map<String, N8nNode> nodes, BiPredicate<String, String> isInEachRound) {
    this.bound = bound;
    this.nodes = nodes;
    this.isInEachRound = isInEachRound;
  }

  private static String inBrackets(String value) {
    return "(?:%1$s|(?:Number|parseInt|parseFloat)?\\(%1$sOR(?:,10)?\\))".formatted(value);
  }

  /** The bound that a condition states. */
  static Optional<BoundText> bound(String condition) {
    Optional<BoundText> compared = BoundText.ofAnyVariable(condition);
    Matcher down = COUNTDOWN.matcher(condition);
    if (!down.matches() || condition.contains(" or ")) {
      return compared;
    }
    String left = down.group(1);
    return left == null
        ? Optional.of(new BoundText(down.group(2), GraphCounter.UNKNOWN_MAX, false, true))
        : compared
            .filter(bound -> bound.isOnEdge() && bound.isProof())
            .or(() -> Optional.of(new BoundText(left, GraphCounter.UNKNOWN_MAX, true, true)));
  }

  /**
   * The counter of the comparison; empty if no node counts it.
   *
   * @param counter its name
   * @param replacedAt where items are that a node has replaced: at the node, or behind it if its
   *     error output passes on what came in
   */
  Optional<GraphCounter> counter(String counter, Function<String, Set<String>> replacedAt) {
    if (bound.counter().equals(RUN_INDEX)) {
      return Optional.of(GraphCounter.of(counter, bound.max()));
    }
    Matcher field = FIELD.matcher(bound.counter());
    if (!field.matches()) {
      return Optional.empty();
    }
    comparedNode = nameOf(field);
    path = field.group(2);
    isCarried = comparedNode.isEmpty();
    nodes.forEach(
        (name, node) -> {
          if (node.is(N8nNode.SET)) {
            assigned(node.parameters()).ifPresent(value -> addSet(name, value));
          } else if (node.isCode()) {
            node.parameters().allTexts().forEach(code -> addCode(name, code));
          }
        });
    if (counting.isEmpty()) {
      return Optional.empty();
    }
    nodes.forEach(
        (name, node) -> {
          if (isCarried && !node.passesItemsOn() && !node.keepsOtherFields() && !sets(node)) {
            resetting.addAll(replacedAt.apply(name));
          }
        });
    return Optional.of(
        new GraphCounter(
            counter,
            OptionalInt.of(bound.max()),
            Set.of(),
            counting,
            resetting,
            Set.of(),
            Optional.empty()));
  }

  /** The name of the node whose field it is; empty: that of the item. */
  private String nameOf(MatchResult field) {
    String word = Optional.ofNullable(field.group(1)).orElse("");
    return nodes.keySet().stream()
        .filter(name -> N8nNode.word(name).equals(word))
        .findFirst()
        .orElse(word);
  }

  private boolean isDown() {
    return bound.max() == GraphCounter.UNKNOWN_MAX;
  }

  private void addSet(String name, String value) {
    Matcher whole = EXPRESSION.matcher(value);
    String expression = whole.matches() ? withoutFields(name, whole.group(1)) : "";
    if ((isDown() ? DOWN : UP).matcher(expression).matches()) {
      isCarried |= !isOfItself(name, whole.group(1));
      addCounting(name);
    } else if (!UNCHANGED.matcher(expression).matches()) {
      resetting.add(name);
    }
  }

  /** The expression with a sign in place of the field, and without spaces. */
  private String withoutFields(String name, String expression) {
    return FIELD
        .matcher(N8nNode.plain(expression))
        .replaceAll(
            found -> found.group(2).equals(path) && hasField(name, nameOf(found)) ? SAME : "other")
        .replaceAll("\\s", "");
  }

  private boolean isOfItself(String name, String expression) {
    return FIELD
        .matcher(N8nNode.plain(expression))
        .results()
        .map(this::nameOf)
        .allMatch(name::equals);
  }

  private void addCode(String name, String code) {
    String field = Pattern.quote(path.substring(path.lastIndexOf('.') + 1));
    boolean isWritten = Pattern.compile(CODE_WRITE.replace("NAME", field)).matcher(code).find();
    boolean isAdded = Pattern.compile(CODE_ADDITION.replace("NAME", field)).matcher(code).find();
    if (isAdded && !isWritten && !isDown() && BoundWords.isCounter(path)) {
      addCounting(name);
    } else if (isAdded || isWritten) {
      resetting.add(name);
    }
  }

  private void addCounting(String name) {
    if (hasField(name, comparedNode)) {
      counting.add(name);
      isCarried |= !name.equals(comparedNode);
    }
  }

  /**
   * Whether another node has what a node counts: it is the node, or passes it on in each round.
   *
   * @param other the other node; empty: the field is that of the item
   */
  private boolean hasField(String name, String other) {
    N8nNode node = nodes.get(other);
    return other.isEmpty()
        || other.equals(name)
        || node != null
            && !node.isCode()
            && (node.passesItemsOn() || node.keepsOtherFields() && !sets(node))
            && isInEachRound.test(name, other);
  }

  private boolean sets(N8nNode node) {
    return node.is(N8nNode.SET) && assigned(node.parameters()).isPresent();
  }

  /** The value that a Set node of any version gives the field. */
  private Optional<String> assigned(ParsedValue value) {
    String name = value.textAt("name").orElse("").replaceFirst("^=", "");
    if (name.equals(path) || !name.isEmpty() && path.startsWith(name + ".")) {
      return Stream.of("value", "numberValue", "stringValue")
          .flatMap(key -> value.textAt(key).stream())
          .findFirst()
          .or(() -> Optional.of(""));
    }
    return Stream.concat(value.list().stream(), value.map().values().stream())
        .flatMap(inner -> assigned(inner).stream())
        .findFirst()
        .or(() -> value.textAt("jsonOutput").flatMap(this::assignedInJson));
  }

  private Optional<String> assignedInJson(String json) {
    return Pattern.compile("\"%s\"\\s*:\\s*\"?(\\{\\{.*?}}|[^,}]*)".formatted(Pattern.quote(path)))
        .matcher(json)
        .results()
        .map(found -> "=" + found.group(1))
        .findFirst();
  }
}

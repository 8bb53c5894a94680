package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.BoundWords;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.model.RunLimit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Parses an exported workflow of n8n: nodes, their main connections, the loop over items, retries,
 * and the conditions of IF, Switch and Filter. Notes are left out, and nodes that only serve
 * another one, such as a model of an agent.
 */
final class N8nParser {

  private static final String MAIN = "main";

  /** Begins the kinds of connections with which a node serves another one. */
  private static final String SERVING = "ai_";

  private static final String LOOP_OVER_ITEMS = "splitinbatches";
  private static final String NOTE = "stickynote";
  private static final Set<String> CHOICES = Set.of("if", "switch", "filter");
  private static final Set<String> STARTS =
      Set.of("start", "webhook", "cron", "interval", "emailreadimap");

  /** n8n's default of maxTries. */
  private static final int DEFAULT_TRIES = 3;

  private final GraphBuilder draft;
  private final Map<String, ParsedValue> nodesByName = new LinkedHashMap<>();
  private final Map<String, String> nameById = new LinkedHashMap<>();

  /** The outputs of nodes that are connected, by the name of the node. */
  private final Map<String, ParsedValue> outputs = new LinkedHashMap<>();

  private N8nParser(GraphBuilder draft) {
    this.draft = draft;
  }

  /** Whether the text has nodes and connections, or is a list of such workflows. */
  static boolean recognizes(GraphInput input) {
    return input.isJson()
        && (isWorkflow(input.json())
            || !input.json().list().isEmpty()
                && input.json().list().stream().allMatch(N8nParser::isWorkflow));
  }

  private static boolean isWorkflow(ParsedValue value) {
    return value.valueAt("nodes").isList() && value.valueAt("connections").isMap();
  }

  /** Parses the workflow, or those of an export of all. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit limit) {
    ParsedValue root = input.json();
    List<ParsedValue> workflows = root.isList() ? root.list() : List.of(root);
    limit.requireAllowedGraphCount(input.place(), workflows.size());
    List<ParsedGraph> graphs = new ArrayList<>();
    for (ParsedValue workflow : workflows) {
      GraphBuilder draft = new GraphBuilder(input.place(), limit);
      if (workflows.size() > 1) {
        draft.name = input.place() + "#" + (graphs.size() + 1);
      }
      new N8nParser(draft).read(workflow);
      graphs.add(draft.build(GraphFormat.N8N));
    }
    return graphs;
  }

  private void read(ParsedValue root) {
    root.valueAt("nodes").list().forEach(this::addName);
    Map<String, ParsedValue> connections = root.valueAt("connections").map();
    Set<String> serving = new HashSet<>();
    connections.forEach(
        (source, kinds) -> {
          String from = nameOf(source);
          if (!nodesByName.containsKey(from)) {
            draft.unparsed(kinds.line(), source, "has connections and is an unknown node");
          } else if (isServing(kinds)) {
            serving.add(from);
          } else {
            requireKnownKinds(from, kinds);
            outputs.put(from, kinds.valueAt(MAIN));
          }
        });
    nodesByName.forEach(
        (name, node) -> {
          if (!type(node).equals(NOTE) && !serving.contains(name)) {
            addNode(name, node);
          }
        });
    outputs.forEach(this::addEdges);
    BoundTexts.addCounters(
        draft,
        BoundText::ofAnyVariable,
        (name, bound) -> N8nCounters.counter(name, bound, nodesByName));
    root.valueAt("settings")
        .textAt("executionTimeout")
        .filter(seconds -> seconds.matches("[1-9][0-9]{0,9}"))
        .ifPresent(
            seconds ->
                draft.runLimit = Optional.of(new RunLimit("executionTimeout of " + seconds, true)));
  }

  private void addName(ParsedValue node) {
    Optional<String> name = node.textAt("name").or(() -> node.textAt("id"));
    if (name.isEmpty()) {
      draft.unparsed(node.line(), node.describeForMessage(), "is a node without a name");
    } else if (nodesByName.put(name.get(), node) != null) {
      draft.addProblem(node.line(), "node '%s' is defined twice".formatted(name.get()));
    } else {
      node.textAt("id").ifPresent(id -> nameById.put(id, name.get()));
    }
  }

  private String nameOf(String nameOrId) {
    return nodesByName.containsKey(nameOrId) ? nameOrId : nameById.getOrDefault(nameOrId, nameOrId);
  }

  private static boolean isServing(ParsedValue kinds) {
    return !kinds.map().isEmpty()
        && kinds.map().keySet().stream().allMatch(kind -> kind.startsWith(SERVING));
  }

  /** Reports connections that are neither main ones nor those with which a node serves another. */
  private void requireKnownKinds(String from, ParsedValue kinds) {
    if (!kinds.isMap()) {
      draft.unparsed(kinds.line(), from, "has connections that are not a mapping");
    }
    kinds
        .map()
        .forEach(
            (kind, value) -> {
              if (!kind.equals(MAIN) && !kind.startsWith(SERVING)) {
                draft.unparsed(value.line(), kind, "is not a known kind of connection");
              }
            });
  }

  /** The last part of a node's type, in lower case; a disabled node only passes items on. */
  static String type(ParsedValue node) {
    if (node.textAt("disabled").filter("true"::equals).isPresent()) {
      return "noop";
    }
    String type = node.textAt("type").orElse("");
    return type.substring(type.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /** Whether a node only decides which way items take. */
  static boolean isChoice(ParsedValue node) {
    return CHOICES.contains(type(node));
  }

  private void addNode(String name, ParsedValue node) {
    String type = type(node);
    Node added = Node.of(name, name, isChoice(node) ? NodeKind.ROUTE : NodeKind.STEP, node);
    boolean waits =
        type.equals("wait")
                && node.valueAt("parameters").textAt("amount").filter("0"::equals).isEmpty()
            || type.equals("form")
            || node.valueAt("parameters")
                .textAt("operation")
                .filter("sendAndWait"::equals)
                .isPresent();
    draft.add(waits ? added.waiting() : added);
    if (type.endsWith("trigger") || STARTS.contains(type)) {
      draft.entries.add(name);
    }
    if (endsRuns(name, node)) {
      draft.ends.add(name);
    }
    if (node.textAt("retryOnFail").filter("true"::equals).isPresent()) {
      int tries =
          node.textAt("maxTries")
              .filter(number -> number.matches("[0-9]{1,6}"))
              .map(Integer::valueOf)
              .orElse(DEFAULT_TRIES);
      String counter = "Retry of " + name;
      draft.counters.put(counter, GraphCounter.of(counter, tries));
      draft.add(Edge.of(name, name, EdgeKind.CONDITIONAL, "it failed", node).withCounter(counter));
    }
  }

  /** Whether an output leads nowhere: items that take it are dropped. */
  private boolean endsRuns(String name, ParsedValue node) {
    long connected =
        outputs.getOrDefault(name, new ParsedValue(0, List.of())).list().stream()
            .filter(output -> !output.list().isEmpty())
            .count();
    boolean hasTwo = type(node).equals(LOOP_OVER_ITEMS) || isChoice(node);
    return connected == 0 || hasTwo && connected < 2 || type(node).equals("switch");
  }

  private void addEdges(String from, ParsedValue all) {
    ParsedValue node = Objects.requireNonNull(nodesByName.get(from), from);
    if (all.value() != null && !all.isList()) {
      draft.unparsed(all.line(), from, "has main connections that are not a list");
    }
    for (int output = 0; output < all.list().size(); output++) {
      ParsedValue targets = all.list().get(output);
      if (targets.value() != null && !targets.isList()) {
        draft.unparsed(targets.line(), from, "has an output that is not a list of connections");
      }
      EdgeKind kind = isChoice(node) ? EdgeKind.ROUTED : EdgeKind.FIXED;
      for (ParsedValue target : targets.list()) {
        Optional<String> to = target.textAt("node");
        if (to.isEmpty()) {
          draft.unparsed(target.line(), target.describeForMessage(), "is a connection to no node");
        } else {
          Edge edge = Edge.of(from, nameOf(to.get()), kind, condition(node, output), target);
          draft.add(isLoop(node, output) ? boundedByItems(edge) : edge);
        }
      }
    }
  }

  private static String condition(ParsedValue node, int output) {
    ParsedValue parameters = node.valueAt("parameters");
    return switch (type(node)) {
      case "if" -> output == 0 ? condition(parameters, "true") : "false";
      case "filter" -> output == 0 ? condition(parameters, "kept") : "discarded";
      case LOOP_OVER_ITEMS -> isNextItems(node, output) ? "loop" : "done";
      case "switch" -> {
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
    conditions
        .valueAt("conditions")
        .list()
        .forEach(
            each ->
                texts.add(
                    condition(
                        each.textAt("leftValue"),
                        each.valueAt("operator").textAt("operation"),
                        each.textAt("rightValue"))));
    for (String type : List.of("number", "string", "boolean", "dateTime")) {
      conditions
          .valueAt(type)
          .list()
          .forEach(
              each ->
                  texts.add(
                      condition(
                          each.textAt("value1"), each.textAt("operation"), each.textAt("value2"))));
    }
    boolean isAny =
        conditions.textAt("combinator").filter("or"::equals).isPresent()
            || parameters.textAt("combineOperation").filter("any"::equals).isPresent();
    return texts.isEmpty() ? otherwise : String.join(isAny ? " or " : " and ", texts);
  }

  private static String condition(
      Optional<String> left, Optional<String> operation, Optional<String> right) {
    String name = plain(left.orElse(""));
    boolean isTruth =
        operation.filter("true"::equals).isPresent()
            || right.filter("true"::equals).isPresent()
                && Set.of("equal", "equals").contains(operation.orElse("equal"));
    if (isTruth) {
      return BoundWords.isPageToken(name) ? "next page: " + name : name;
    }
    String operator =
        switch (operation.orElse("")) {
          case "lt", "smaller" -> "<";
          case "lte", "smallerEqual" -> "<=";
          case "gt", "larger" -> ">";
          case "gte", "largerEqual" -> ">=";
          default -> operation.orElse("is");
        };
    String text = (name + " " + operator + " " + plain(right.orElse(""))).strip();
    boolean isThere = Set.of("exists", "notEmpty", "isNotEmpty").contains(operator);
    return isThere && BoundWords.isPageToken(name) ? "next page: " + text : text;
  }

  /** An expression without its braces, and with dots in place of quoted keys. */
  private static String plain(String expression) {
    return expression
        .replaceAll("^=?\\s*\\{\\{\\s*|\\s*}}\\s*$", "")
        .replaceAll("\\$(?:node\\[[^]]*]|\\([^()]*\\))", "\\$node")
        .replaceAll("\\[[\"']([^\"'\\[\\]]*)[\"']]", ".$1");
  }

  /** Whether an output of a loop over items gives the next items, and is not begun again. */
  private static boolean isLoop(ParsedValue node, int output) {
    ParsedValue reset = node.valueAt("parameters").valueAt("options").valueAt("reset");
    boolean isReset = reset.text().filter(text -> !text.equals("false")).isPresent();
    return type(node).equals(LOOP_OVER_ITEMS) && !isReset && isNextItems(node, output);
  }

  private static boolean isNextItems(ParsedValue node, int output) {
    boolean isNew = node.textAt("typeVersion").filter(it -> it.startsWith("3")).isPresent();
    return output == (isNew ? 1 : 0);
  }

  private Edge boundedByItems(Edge edge) {
    String counter = "items of " + edge.from();
    draft.counters.putIfAbsent(counter, GraphCounter.of(counter, GraphCounter.UNKNOWN_MAX));
    return edge.withKind(EdgeKind.ROUTED).withCounter(counter);
  }
}

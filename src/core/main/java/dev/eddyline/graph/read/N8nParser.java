package dev.eddyline.graph.read;

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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Parses an exported workflow of n8n: nodes, their main connections, the loop over items, retries,
 * and the conditions of IF, Switch and Filter. Notes are left out, and nodes that only serve
 * another one, such as a model of an agent.
 */
final class N8nParser {

  private static final String MAIN = "main";

  /** Begins the kinds of connections with which a node serves another one. */
  private static final String SERVING = "ai_";

  /** n8n's default of maxTries. */
  private static final int DEFAULT_TRIES = 3;

  private final GraphBuilder draft;
  private final Map<String, N8nNode> nodesByName = new LinkedHashMap<>();
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
          if (!node.is(N8nNode.NOTE) && !serving.contains(name)) {
            addNode(name, node);
          }
        });
    outputs.forEach(this::addEdges);
    BoundTexts.addCounters(
        draft,
        N8nCounters::bound,
        (name, bound) ->
            new N8nCounters(bound, nodesByName, this::isInEachRound)
                .counter(name, this::replacedAt));
    root.valueAt("settings")
        .textAt("executionTimeout")
        .filter(seconds -> seconds.matches("[1-9][0-9]{0,9}"))
        .ifPresent(
            seconds ->
                draft.runLimit = Optional.of(new RunLimit("executionTimeout of " + seconds, true)));
  }

  /** Whether each cycle of a node goes through another one. */
  private boolean isInEachRound(String node, String other) {
    List<String> next = new ArrayList<>(List.of(node));
    Set<String> seen = new HashSet<>(Set.of(other));
    for (int number = 0; number < next.size(); number++) {
      String from = next.get(number);
      draft.edges.stream()
          .filter(edge -> edge.from().equals(from) && seen.add(edge.to()))
          .forEach(edge -> next.add(edge.to()));
    }
    return !seen.contains(node);
  }

  /** Where items are that a node has replaced; its error output passes on what came in. */
  private Set<String> replacedAt(String name) {
    N8nNode node = Objects.requireNonNull(nodesByName.get(name), name);
    return node.value().hasText("onError", "continueErrorOutput")
        ? outputs.getOrDefault(name, ParsedValue.NONE).list().stream()
            .limit(1)
            .flatMap(output -> output.list().stream())
            .flatMap(target -> target.textAt("node").map(this::nameOf).stream())
            .collect(Collectors.toSet())
        : Set.of(name);
  }

  private void addName(ParsedValue node) {
    Optional<String> name = node.textAt("name").or(() -> node.textAt("id"));
    if (name.isEmpty()) {
      draft.unparsed(node.line(), node.describeForMessage(), "is a node without a name");
    } else if (nodesByName.put(name.get(), N8nNode.of(node)) != null) {
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

  private void addNode(String name, N8nNode node) {
    NodeKind kind = node.isChoice() ? NodeKind.ROUTE : NodeKind.STEP;
    Node added = Node.of(name, name, kind, node.value());
    draft.add(node.waits() ? added.waiting() : added);
    if (node.isStart()) {
      draft.entries.add(name);
    }
    if (endsRuns(name, node)) {
      draft.ends.add(name);
    }
    if (node.value().hasText("retryOnFail", "true")) {
      Edge retry = Edge.of(name, name, EdgeKind.CONDITIONAL, "it failed", node.value());
      int tries = node.value().numberAt("maxTries").orElse(DEFAULT_TRIES);
      draft.addBounded(retry, "Retry of " + name, tries);
    }
  }

  /** Whether an output leads nowhere: items that take it are dropped. */
  private boolean endsRuns(String name, N8nNode node) {
    long connected =
        outputs.getOrDefault(name, ParsedValue.NONE).list().stream()
            .filter(output -> !output.list().isEmpty())
            .count();
    boolean hasTwo = node.is(N8nNode.LOOP_OVER_ITEMS) || node.isChoice();
    return connected == 0 || hasTwo && connected < 2 || node.is(N8nNode.SWITCH);
  }

  private void addEdges(String from, ParsedValue all) {
    N8nNode node = Objects.requireNonNull(nodesByName.get(from), from);
    if (all.value() != null && !all.isList()) {
      draft.unparsed(all.line(), from, "has main connections that are not a list");
    }
    EdgeKind chosen = node.choosesOne() ? EdgeKind.ROUTED : EdgeKind.CONDITIONAL;
    EdgeKind kind = node.isChoice() ? chosen : EdgeKind.FIXED;
    for (int output = 0; output < all.list().size(); output++) {
      ParsedValue targets = all.list().get(output);
      if (targets.value() != null && !targets.isList()) {
        draft.unparsed(targets.line(), from, "has an output that is not a list of connections");
      }
      for (ParsedValue target : targets.list()) {
        Optional<String> to = target.textAt("node");
        if (to.isEmpty()) {
          draft.unparsed(target.line(), target.describeForMessage(), "is a connection to no node");
        } else {
          Edge edge = Edge.of(from, nameOf(to.get()), kind, node.condition(output), target);
          if (node.isLoop(output)) {
            Edge next = edge.withKind(EdgeKind.ROUTED);
            draft.addBounded(next, "items of " + from, GraphCounter.UNKNOWN_MAX);
          } else {
            draft.add(edge);
          }
        }
      }
    }
  }
}

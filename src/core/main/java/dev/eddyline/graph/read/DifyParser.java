package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.ParsedValue;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses the workflow of an exported Dify app: nodes, edges, iterations over items, loops with
 * their number of rounds, and retries. The nodes in an iteration or loop run after it, and return
 * to it.
 */
final class DifyParser {

  private static final String NOTE = "custom-note";
  private static final Set<String> STARTS = Set.of("start", "datasource");
  private static final String TRIGGER = "trigger-";
  private static final Set<String> CHOICES = Set.of("if-else", "question-classifier");
  private static final Set<String> INNER_STARTS = Set.of("loop-start", "iteration-start");
  private static final String LOOP = "loop";
  private static final String ITERATION = "iteration";

  /** The keys of a workflow in YAML that is not valid. */
  private static final Pattern KEYS = Pattern.compile("(?m)^workflow:[ \\t\\r]*\\n");

  /** Dify's default of loop_count. */
  private static final int DEFAULT_ROUNDS = 10;

  private final GraphBuilder draft;

  /** The data of each node, by its id. */
  private final Map<String, ParsedValue> nodes = new LinkedHashMap<>();

  private final Map<String, String> parents = new LinkedHashMap<>();

  private DifyParser(GraphBuilder draft) {
    this.draft = draft;
  }

  /** Whether the text is an app with the graph of a workflow, or such a graph. */
  static boolean recognizes(GraphInput input) {
    return input
        .value()
        .map(root -> graph(root).isPresent())
        .orElseGet(() -> KEYS.matcher(input.text()).find());
  }

  private static Optional<ParsedValue> graph(ParsedValue root) {
    ParsedValue workflow = root.map().containsKey("workflow") ? root.valueAt("workflow") : root;
    ParsedValue graph = workflow.valueAt("graph");
    return graph.valueAt("nodes").isList() && graph.valueAt("edges").isList()
        ? Optional.of(graph)
        : Optional.empty();
  }

  /** Parses the workflow. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit limit) {
    GraphBuilder draft = new GraphBuilder(input.place(), limit);
    ParsedValue root = input.isJson() ? input.json() : input.yaml();
    graph(root)
        .ifPresentOrElse(
            new DifyParser(draft)::read, () -> draft.addProblem(0, "has no workflow.graph"));
    return List.of(draft.build(GraphFormat.DIFY));
  }

  private void read(ParsedValue graph) {
    graph.valueAt("nodes").list().forEach(this::addNode);
    for (ParsedValue edge : graph.valueAt("edges").list()) {
      String from = edge.textAt("source").orElse("");
      String to = edge.textAt("target").orElse("");
      String output = edge.textAt("sourceHandle").filter(it -> !it.equals("source")).orElse("");
      boolean isChoice = CHOICES.contains(type(from)) || !output.isEmpty();
      draft.add(Edge.of(from, to, isChoice ? EdgeKind.ROUTED : EdgeKind.FIXED, output, edge));
    }
    connectContainers();
  }

  private void addNode(ParsedValue node) {
    if (node.hasText("type", NOTE)) {
      return;
    }
    ParsedValue data = node.valueAt("data");
    Optional<String> id = node.textAt("id").filter(text -> !text.isBlank());
    if (id.isEmpty() || nodes.put(id.get(), data) != null) {
      draft.addProblem(node.line(), "a node has no id, or that of another");
      return;
    }
    String type = type(id.get());
    boolean isStart = STARTS.contains(type) || type.startsWith(TRIGGER);
    boolean isInnerStart = INNER_STARTS.contains(type);
    NodeKind kind =
        isStart
            ? NodeKind.START
            : CHOICES.contains(type) || isInnerStart ? NodeKind.ROUTE : NodeKind.STEP;
    String label = data.textAt("title").filter(title -> !title.isBlank()).orElse(id.get());
    Node added = Node.of(id.get(), isInnerStart ? id.get() : label, kind, node);
    draft.add(type.equals("human-input") ? added.waiting() : added);
    if (isStart) {
      draft.entries.add(id.get());
    }
    node.textAt("parentId").ifPresent(parent -> parents.put(id.get(), parent));
    ParsedValue retry = data.valueAt("retry_config");
    if (retry.hasText("retry_enabled", "true")) {
      Edge again = Edge.of(id.get(), id.get(), EdgeKind.CONDITIONAL, "it failed", node);
      int max = retry.numberAt("max_retries").orElse(DEFAULT_ROUNDS);
      draft.addBounded(again, "Retry of " + id.get(), max);
    }
  }

  private String type(String id) {
    return data(id).textAt("type").orElse("");
  }

  private ParsedValue data(String id) {
    return nodes.getOrDefault(id, ParsedValue.NONE);
  }

  /** Leads from an iteration or loop into it, and from the nodes that end a round back to it. */
  private void connectContainers() {
    Set<String> entered = new HashSet<>();
    Set<String> left = new HashSet<>();
    draft.edges.stream()
        .filter(edge -> !edge.from().equals(edge.to()))
        .forEach(
            edge -> {
              left.add(edge.from());
              entered.add(edge.to());
            });
    parents.forEach(
        (node, parent) -> {
          boolean isLoop = type(parent).equals(LOOP);
          if (!isLoop && !type(parent).equals(ITERATION)) {
            return;
          }
          if (!entered.contains(node)) {
            int rounds = data(parent).numberAt("loop_count").orElse(DEFAULT_ROUNDS);
            draft.addBounded(
                Edge.of(parent, node, EdgeKind.ROUTED, "next round", 0),
                (isLoop ? "rounds of " : "items of ") + parent,
                isLoop ? rounds : GraphCounter.UNKNOWN_MAX);
          }
          if (!left.contains(node)) {
            draft.add(Edge.of(node, parent, EdgeKind.FIXED, "", 0));
          }
          if (!left.contains(parent)) {
            draft.ends.add(parent);
          }
        });
  }
}

package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.model.RunLimit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Parses an exported agent flow of Flowise: the agent flows of version 2, and the sequential agents
 * of version 1. A loop is a setting of a node. Edges that only connect a model or a tool to its
 * agent are left out.
 */
final class FlowiseParser {

  private static final String FLOW_NODE = "Agentflow";
  private static final String SEQUENTIAL_NODE = "seq";
  private static final Set<String> NO_STEPS = Set.of("stickyNoteAgentflow", "seqState");
  private static final Set<String> STARTS = Set.of("startAgentflow", "seqStart");
  private static final Set<String> CHOICES =
      Set.of(
          "conditionAgentflow",
          "conditionAgentAgentflow",
          "humanInputAgentflow",
          "seqCondition",
          "seqConditionAgent");

  private static final RunLimit RECURSION_LIMIT =
      new RunLimit("the recursion limit of Flowise's sequential agents", false);

  /** Flowise's default of maxLoopCount. */
  private static final int DEFAULT_LOOPS = 5;

  private final GraphBuilder draft;

  /** The data of each step, by its id. */
  private final Map<String, ParsedValue> steps = new LinkedHashMap<>();

  /** The iterations around steps. */
  private final Map<String, String> iterations = new LinkedHashMap<>();

  private FlowiseParser(GraphBuilder draft) {
    this.draft = draft;
  }

  /** Whether the text has nodes and edges of Flowise, among them one of a flow. */
  static boolean recognizes(GraphInput input) {
    return input.isJson()
        && input.json().valueAt("edges").isList()
        && input.json().valueAt("nodes").list().stream().anyMatch(FlowiseParser::isStep);
  }

  /** Whether a node is one of an agent flow. */
  static boolean isStep(ParsedValue node) {
    String name = name(node.valueAt("data"));
    return !NO_STEPS.contains(name)
        && (name.endsWith(FLOW_NODE) || name.startsWith(SEQUENTIAL_NODE));
  }

  private static String name(ParsedValue data) {
    return data.textAt("name").orElse("");
  }

  /** Parses the flow. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit limit) {
    GraphBuilder draft = new GraphBuilder(input.place(), limit);
    new FlowiseParser(draft).read(input.json());
    return List.of(draft.build(GraphFormat.FLOWISE));
  }

  private void read(ParsedValue root) {
    for (ParsedValue node : root.valueAt("nodes").list()) {
      if (isStep(node)) {
        addNode(node);
      }
    }
    for (ParsedValue edge : root.valueAt("edges").list()) {
      String from = edge.textAt("source").orElse("");
      String to = edge.textAt("target").orElse("");
      if (steps.containsKey(from) && steps.containsKey(to)) {
        boolean isChoice = CHOICES.contains(name(steps.get(from)));
        String label =
            edge.valueAt("data")
                .textAt("edgeLabel")
                .or(() -> edge.valueAt("data").textAt("label"))
                .orElse("");
        draft.add(Edge.of(from, to, isChoice ? EdgeKind.ROUTED : EdgeKind.FIXED, label, edge));
      }
    }
    steps.forEach(this::addLoop);
    connectIterations();
  }

  private void addNode(ParsedValue node) {
    ParsedValue data = node.valueAt("data");
    Optional<String> id = node.textAt("id").or(() -> data.textAt("id"));
    if (id.isEmpty() || steps.put(id.get(), data) != null) {
      draft.addProblem(node.line(), "a node has no id, or that of another");
      return;
    }
    String name = name(data);
    NodeKind kind =
        STARTS.contains(name)
            ? NodeKind.START
            : name.equals("seqEnd")
                ? NodeKind.END
                : CHOICES.contains(name) ? NodeKind.ROUTE : NodeKind.STEP;
    Node added = Node.of(id.get(), data.textAt("label").orElse(id.get()), kind, node);
    draft.add(name.equals("humanInputAgentflow") ? added.waiting() : added);
    if (kind == NodeKind.START) {
      draft.entries.add(id.get());
    }
    node.textAt("parentNode").ifPresent(parent -> iterations.put(id.get(), parent));
    if (name.startsWith(SEQUENTIAL_NODE)) {
      draft.runLimit = Optional.of(RECURSION_LIMIT);
    }
  }

  private void addLoop(String id, ParsedValue data) {
    ParsedValue inputs = data.valueAt("inputs");
    if (name(data).equals("loopAgentflow")) {
      int max = inputs.numberAt("maxLoopCount").orElse(DEFAULT_LOOPS);
      findLoop(
              id,
              inputs,
              "loopBackToNode",
              (step, target) -> target.equals(step) || target.startsWith(step + "-"))
          .ifPresent(loop -> draft.addBounded(loop, "loop of " + id, max));
    } else if (name(data).equals("seqLoop")) {
      findLoop(id, inputs, "loopToName", this::isNamed).ifPresent(draft::add);
    }
  }

  /** The edge to the step that an input names; without it, an unparsed part. */
  private Optional<Edge> findLoop(
      String id, ParsedValue inputs, String key, BiPredicate<String, String> isTarget) {
    String written = inputs.textAt(key).orElse("");
    Optional<String> target =
        steps.keySet().stream().filter(step -> isTarget.test(step, written)).findFirst();
    if (target.isEmpty()) {
      draft.unparsed(inputs.line(), written, "is a loop to an unknown node");
    }
    return target.map(step -> Edge.of(id, step, EdgeKind.ROUTED, "loop", inputs));
  }

  /** Whether a sequential agent has this name, which is one of its inputs. */
  private boolean isNamed(String step, String name) {
    return steps.getOrDefault(step, ParsedValue.NONE).valueAt("inputs").map().entrySet().stream()
        .filter(input -> input.getKey().endsWith("Name"))
        .flatMap(input -> input.getValue().text().stream())
        .anyMatch(name::equalsIgnoreCase);
  }

  /** The steps in an iteration run once for each item, after it and before what follows it. */
  private void connectIterations() {
    Set<NodePair> entered = new HashSet<>();
    for (Edge edge : draft.edges) {
      String iteration = iterations.get(edge.from());
      if (iteration != null) {
        entered.add(new NodePair(iteration, edge.to()));
      }
    }
    iterations.forEach(
        (step, iteration) -> {
          if (steps.containsKey(iteration) && !entered.contains(new NodePair(iteration, step))) {
            draft.add(Edge.of(iteration, step, EdgeKind.ROUTED, "for each item", 0));
          }
        });
  }
}

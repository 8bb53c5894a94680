package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.model.RunLimit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parses the result of LangGraph's {@code get_graph().to_json()}: nodes, and edges that are
 * conditional or not. A router's code selects the edge, so it needs no default.
 */
final class LangGraphParser {

  private static final String START = "__start__";
  private static final String END = "__end__";

  /** Between the names of a graph and of a node of it, in a graph drawn with {@code xray}. */
  private static final String SUBGRAPH_SEPARATOR = ":";

  private static final Set<String> ROOT_KEYS = Set.of("nodes", "edges");
  private static final Set<String> NODE_KEYS = Set.of("id", "type", "data", "metadata");
  private static final Set<String> EDGE_KEYS = Set.of("source", "target", "data", "conditional");

  private LangGraphParser() {}

  /** Whether the text has the keys of this JSON, no others, and the start of every such graph. */
  static boolean recognizes(GraphInput input) {
    if (!input.isJson()) {
      return false;
    }
    ParsedValue root = input.json();
    return root.map().keySet().equals(ROOT_KEYS)
        && hasOnly(NODE_KEYS, root.valueAt("nodes"))
        && root.valueAt("nodes").list().stream().anyMatch(node -> node.hasText("id", START))
        && hasOnly(EDGE_KEYS, root.valueAt("edges"));
  }

  private static boolean hasOnly(Set<String> keys, ParsedValue list) {
    return list.isList()
        && list.list().stream()
            .allMatch(item -> item.isMap() && keys.containsAll(item.map().keySet()));
  }

  /** Parses the graph. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit limit) {
    ParsedValue root = input.json();
    GraphBuilder draft = new GraphBuilder(input.place(), limit);
    List<ParsedValue> nodes = root.valueAt("nodes").list();
    if (nodes.isEmpty()) {
      draft.addProblem(0, "LangGraph's JSON must have nodes and edges");
    }
    for (ParsedValue item : nodes) {
      Optional<String> id = item.textAt("id").filter(text -> !text.isBlank());
      if (id.isEmpty()) {
        draft.unparsed(item.line(), item.describeForMessage(), "is a node without an id");
      } else if (draft.nodes.containsKey(id.get())) {
        draft.addProblem(item.line(), "node '%s' is defined twice".formatted(id.get()));
      } else {
        String label = item.valueAt("data").textAt("name").orElse(id.get());
        draft.add(Node.of(id.get(), label, kind(id.get()), item));
      }
    }
    for (ParsedValue item : root.valueAt("edges").list()) {
      Optional<String> source = item.textAt("source");
      Optional<String> target = item.textAt("target");
      if (source.isEmpty() || target.isEmpty()) {
        draft.unparsed(
            item.line(), item.describeForMessage(), "is an edge without a source or a target");
      } else {
        boolean isRouted = item.hasText("conditional", "true");
        EdgeKind kind = isRouted ? EdgeKind.ROUTED : EdgeKind.FIXED;
        String condition = item.textAt("data").orElse("");
        draft.add(Edge.of(source.get(), target.get(), kind, condition, item));
      }
    }
    draft.runLimit = Optional.of(RunLimit.LANGGRAPH);
    return List.of(draft.build(GraphFormat.LANGGRAPH));
  }

  /**
   * The kind of a node by its id. Start and end of a subgraph, such as {@code agent:__start__}, are
   * no steps: no run reports them.
   */
  static NodeKind kind(String id) {
    String name = id.substring(id.lastIndexOf(SUBGRAPH_SEPARATOR) + 1);
    boolean isOutermost = name.length() == id.length();
    return switch (name) {
      case START -> isOutermost ? NodeKind.START : NodeKind.ROUTE;
      case END -> isOutermost ? NodeKind.END : NodeKind.ROUTE;
      default -> NodeKind.STEP;
    };
  }
}

package dev.eddyline.graph;

import java.util.List;
import java.util.Optional;

/**
 * Parses the result of LangGraph's {@code get_graph().to_json()}: nodes, and edges that are
 * conditional or not. A router's code selects the edge, so it needs no default.
 */
final class LangGraphParser {

  private LangGraphParser() {}

  /** Parses the graph. */
  static ParsedGraph read(String place, ParsedValue root, GraphSizeLimit most) {
    GraphBuilder draft = new GraphBuilder(place, most);
    List<ParsedValue> nodes = root.valueAt("nodes").list();
    if (nodes.isEmpty()) {
      draft.addProblem(
          0, "JSON of a graph has nodes and edges, or States (Amazon States Language)");
    }
    for (ParsedValue item : nodes) {
      Optional<String> id = item.textAt("id").filter(text -> !text.isBlank());
      if (id.isEmpty()) {
        draft.unparsed(item.line(), item.describeForMessage(), "is a node without an id");
      } else if (draft.nodes.containsKey(id.get())) {
        draft.addProblem(item.line(), "node '%s' is defined twice".formatted(id.get()));
      } else {
        String label = item.valueAt("data").textAt("name").orElse(id.get());
        draft.add(Node.of(id.get(), label, kind(id.get()), item.line()));
      }
    }
    for (ParsedValue item : root.valueAt("edges").list()) {
      Optional<String> source = item.textAt("source");
      Optional<String> target = item.textAt("target");
      if (source.isEmpty() || target.isEmpty()) {
        draft.unparsed(
            item.line(), item.describeForMessage(), "is an edge without a source or a target");
      } else {
        boolean isRouted = item.textAt("conditional").filter("true"::equals).isPresent();
        draft.add(
            Edge.of(
                source.get(),
                target.get(),
                isRouted ? EdgeKind.ROUTED : EdgeKind.FIXED,
                item.textAt("data").orElse(""),
                item.line()));
      }
    }
    return draft.build(GraphFormat.LANGGRAPH);
  }

  private static NodeKind kind(String id) {
    return switch (id) {
      case "__start__" -> NodeKind.START;
      case "__end__" -> NodeKind.END;
      default -> NodeKind.STEP;
    };
  }
}

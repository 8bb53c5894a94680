package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.NodeKind;
import java.util.List;
import java.util.Optional;

/** Builds remedies for a node without an exit or a default edge. */
final class ExitRemedies {

  private final GraphEdit edit;
  private final String node;
  private final String name;
  private final NodeNames names;

  ExitRemedies(LintContext context, String node) {
    this.edit = new GraphEdit(context);
    this.node = node;
    this.names = context.names;
    this.name = names.nameOf(node);
  }

  /** A remedy that adds an edge to an end. */
  LintRemedy buildExitEdgeRemedy() {
    List<EdgeKind> kinds = edit.leaving(node).stream().map(Edge::kind).toList();
    edit.replaceEdges(
        edge -> edge.from().equals(node) && edge.kind() == EdgeKind.FIXED,
        edge -> edge.withKind(EdgeKind.CONDITIONAL));
    EdgeKind otherwise = kinds.contains(EdgeKind.DEFAULT) ? EdgeKind.CONDITIONAL : EdgeKind.DEFAULT;
    String end = edit.findOrAddEndNodeId();
    EdgeKind kind = kinds.contains(EdgeKind.ROUTED) ? EdgeKind.ROUTED : otherwise;
    edit.add(Edge.of(node, end, kind, "", 0));
    return new LintRemedy(
        LintRemedyKind.WAY_OUT,
        true,
        "Add an edge %s → %s, and take the others of %s only on a condition."
            .formatted(name, names.nameOf(end), name),
        "%s must know when to stop.".formatted(name),
        edit.graph());
  }

  /** A remedy that makes an existing or a new edge the default. */
  LintRemedy buildDefaultEdgeRemedy() {
    Optional<Edge> toEnd =
        edit.leaving(node).stream()
            .filter(edge -> edge.counter().isEmpty() && edge.guard().isEmpty())
            .filter(edge -> edit.node(edge.to()).kind() == NodeKind.END)
            .findFirst();
    String end = toEnd.map(Edge::to).orElseGet(edit::findOrAddEndNodeId);
    if (toEnd.isPresent()) {
      edit.replaceEdges(toEnd.get()::equals, edge -> edge.withKind(EdgeKind.DEFAULT));
    } else {
      edit.add(Edge.of(node, end, EdgeKind.DEFAULT, "", 0));
    }
    return new LintRemedy(
        LintRemedyKind.DEFAULT_EDGE,
        true,
        "%s %s → %s the default of %s."
            .formatted(
                toEnd.isPresent() ? "Make" : "Add an edge and make", name, names.nameOf(end), name),
        "A case that no condition covers ends the run there, unnoticed unless it is reported.",
        edit.graph());
  }
}

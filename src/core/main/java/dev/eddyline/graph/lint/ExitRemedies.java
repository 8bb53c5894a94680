package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.IndexedGraph;
import dev.eddyline.graph.model.NodeKind;
import java.util.List;
import java.util.Optional;

/** Builds remedies for nodes without an exit or a default edge. */
final class ExitRemedies {

  private final IndexedGraph indexed;
  private final String node;

  ExitRemedies(LintContext context, LintContext.FindingWithWalk found) {
    this.indexed = context.indexed;
    int[] edges = found.walk().edges();
    this.node = indexed.edge(edges[edges.length - 1]).from();
  }

  /** A remedy that adds an edge to an end. */
  LintRemedy buildExitEdgeRemedy() {
    GraphEdit edit = new GraphEdit(indexed);
    boolean isRouted = edit.leaving(node).stream().anyMatch(edge -> edge.kind() == EdgeKind.ROUTED);
    boolean hasDefault =
        edit.leaving(node).stream().anyMatch(edge -> edge.kind() == EdgeKind.DEFAULT);
    edit.replaceEdges(
        edge -> edge.from().equals(node) && edge.kind() == EdgeKind.FIXED,
        edge -> edge.withKind(EdgeKind.CONDITIONAL));
    EdgeKind otherwise = hasDefault ? EdgeKind.CONDITIONAL : EdgeKind.DEFAULT;
    String end = edit.findOrAddEndNodeId();
    edit.add(Edge.of(node, end, isRouted ? EdgeKind.ROUTED : otherwise, "", 0));
    return new LintRemedy(
        LintRemedyKind.WAY_OUT,
        true,
        "Add an edge %s → %s, and take the others of %s only on a condition."
            .formatted(node, end, node),
        "%s must know when to stop.".formatted(node),
        edit.graph());
  }

  /** A remedy that makes an existing or a new edge the default. */
  LintRemedy buildDefaultEdgeRemedy() {
    GraphEdit edit = new GraphEdit(indexed);
    List<Edge> edges = edit.leaving(node);
    Optional<Edge> out =
        edges.stream()
            .filter(edge -> edge.counter().isEmpty() && edge.guard().isEmpty())
            .filter(edge -> edit.node(edge.to()).kind() == NodeKind.END)
            .findFirst();
    if (out.isPresent()) {
      edit.replaceEdges(out.get()::equals, edge -> edge.withKind(EdgeKind.DEFAULT));
    } else {
      edit.add(Edge.of(node, edit.findOrAddEndNodeId(), EdgeKind.DEFAULT, "", 0));
    }
    String end = out.map(Edge::to).orElseGet(edit::findOrAddEndNodeId);
    return new LintRemedy(
        LintRemedyKind.DEFAULT_EDGE,
        true,
        "%s %s → %s the default of %s."
            .formatted(out.isPresent() ? "Make" : "Add an edge and make", node, end, node),
        "A case that no condition covers ends the run there, unnoticed unless it is reported.",
        edit.graph());
  }
}

package dev.eddyline.graph;

import java.util.List;
import java.util.Optional;

/** Builds remedies for nodes without an exit or a default edge. */
final class ExitRemedies {

  private final Indexed indexed;
  private final String node;

  ExitRemedies(Search search, Search.Found found) {
    this.indexed = search.indexed;
    int[] edges = found.walk().edges();
    this.node = indexed.edge(edges[edges.length - 1]).from();
  }

  /** A remedy that adds an edge to an end. */
  Remedy wayOut() {
    GraphEdit edit = new GraphEdit(indexed);
    boolean isRouted = edit.leaving(node).stream().anyMatch(edge -> edge.kind() == EdgeKind.ROUTED);
    boolean hasDefault =
        edit.leaving(node).stream().anyMatch(edge -> edge.kind() == EdgeKind.DEFAULT);
    edit.change(
        edge -> edge.from().equals(node) && edge.kind() == EdgeKind.FIXED,
        edge -> edge.with(EdgeKind.CONDITIONAL));
    EdgeKind otherwise = hasDefault ? EdgeKind.CONDITIONAL : EdgeKind.DEFAULT;
    String end = edit.end();
    edit.add(Edge.of(node, end, isRouted ? EdgeKind.ROUTED : otherwise, "", 0));
    return new Remedy(
        RemedyKind.WAY_OUT,
        true,
        "Add an edge %s → %s, and take the others of %s only on a condition."
            .formatted(node, end, node),
        "%s must know when to stop.".formatted(node),
        edit.graph());
  }

  /** A remedy that makes an existing or a new edge the default. */
  Remedy defaultEdge() {
    GraphEdit edit = new GraphEdit(indexed);
    List<Edge> edges = edit.leaving(node);
    Optional<Edge> out =
        edges.stream()
            .filter(edge -> edge.counter().isEmpty() && edge.guard().isEmpty())
            .filter(edge -> edit.node(edge.to()).kind() == NodeKind.END)
            .findFirst();
    if (out.isPresent()) {
      edit.change(out.get()::equals, edge -> edge.with(EdgeKind.DEFAULT));
    } else {
      edit.add(Edge.of(node, edit.end(), EdgeKind.DEFAULT, "", 0));
    }
    String end = out.map(Edge::to).orElseGet(edit::end);
    return new Remedy(
        RemedyKind.DEFAULT_EDGE,
        true,
        "%s %s → %s the default of %s."
            .formatted(out.isPresent() ? "Make" : "Add an edge and make", node, end, node),
        "A case that no condition covers ends the run there, unnoticed unless it is reported.",
        edit.graph());
  }
}

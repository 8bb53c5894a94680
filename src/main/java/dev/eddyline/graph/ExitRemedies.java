package dev.eddyline.graph;

import java.util.List;
import java.util.Optional;

/** How nodes are mended that cannot be left. */
final class ExitRemedies {

  private final Indexed indexed;
  private final String node;

  ExitRemedies(Search search, Search.Found found) {
    this.indexed = search.indexed;
    int[] edges = found.walk().edges();
    this.node = indexed.edge(edges[edges.length - 1]).from();
  }

  /** An edge to an end. */
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

  /** An edge that is there, or a new one, for when no condition holds. */
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
        "What no condition foresaw ends the run there, unseen unless it is told.",
        edit.graph());
  }
}

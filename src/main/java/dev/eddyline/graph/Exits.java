package dev.eddyline.graph;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/** Finds nodes from which no end can be reached, and nodes without a default edge. */
final class Exits {

  private static final int TOLD = 8;

  private final Search search;
  private final Indexed indexed;
  private final Digraph whole;

  private Exits(Search search) {
    this.search = search;
    this.indexed = search.indexed;
    this.whole = indexed.whole;
  }

  /** Adds the findings to the search. */
  static void find(Search search) {
    Exits exits = new Exits(search);
    exits.findTraps();
    exits.findMissingDefaults();
  }

  private void findTraps() {
    BitSet free = Routes.reach(whole, indexed.ends(), false, edge -> true);
    BitSet outside = new BitSet(whole.edges());
    for (int edge = 0; edge < whole.edges(); edge++) {
      outside.set(edge, free.get(whole.from[edge]) || free.get(whole.to[edge]));
    }
    for (Digraph part : whole.parts(outside)) {
      BitSet inside = new BitSet(whole.nodes());
      Arrays.stream(part.nodeOf).forEach(inside::set);
      boolean isLeft =
          Arrays.stream(part.nodeOf)
              .flatMap(whole::leaving)
              .anyMatch(edge -> !inside.get(whole.to[edge]));
      if (!isLeft && search.count(FindingKind.NO_WAY_OUT) < search.most()) {
        tellTrap(part, free);
      }
    }
  }

  private void tellTrap(Digraph part, BitSet free) {
    int[] round = Routes.shortest(part, 0, 0, edge -> true);
    Walk walk =
        search.begun(
            new Walk(indexed, Arrays.stream(round).map(edge -> part.edgeOf[edge]).toArray()));
    int[] trapped =
        Routes.reach(whole, part.nodeOf, false, edge -> !free.get(whole.from[edge])).stream()
            .toArray();
    String names =
        Arrays.stream(trapped)
            .limit(TOLD)
            .mapToObj(node -> indexed.node(node).id())
            .collect(Collectors.joining(", "));
    String more = trapped.length > TOLD ? " and %d more".formatted(trapped.length - TOLD) : "";
    String last = indexed.edge(walk.edges()[walk.edges().length - 1]).from();
    search.add(
        FindingKind.NO_WAY_OUT,
        walk,
        List.of(),
        "No end can be reached from %s%s: once there, a run never ends by itself. An edge from %s to an end is missing."
            .formatted(names, more, last));
  }

  private void findMissingDefaults() {
    for (int node = 0; node < whole.nodes(); node++) {
      if (search.count(FindingKind.NO_DEFAULT) < search.most() && hasNoDefault(node)) {
        String id = indexed.node(node).id();
        int[] edges = whole.leaving(node).toArray();
        search.add(
            FindingKind.NO_DEFAULT,
            new Walk(indexed, new int[] {edges[edges.length - 1]}),
            List.of(id),
            List.of(indexed.edge(edges[edges.length - 1]).way()),
            "All %d edges of %s have a condition and none is the default: when no condition holds, the run fails there."
                .formatted(edges.length, id));
      }
    }
  }

  private boolean hasNoDefault(int node) {
    List<Edge> edges = whole.leaving(node).mapToObj(indexed::edge).toList();
    return !edges.isEmpty()
        && !indexed.graph.ends().contains(indexed.node(node).id())
        && edges.stream().noneMatch(edge -> edge.isAlwaysOpen() || edge.kind() == EdgeKind.ROUTED)
        && edges.stream().noneMatch(edge -> hasOpposite(edge, edges));
  }

  /** Whether the edge has only a guard, and another edge has only the opposite guard. */
  private static boolean hasOpposite(Edge edge, List<Edge> edges) {
    return isOnlyGuarded(edge)
        && edges.stream()
            .filter(Exits::isOnlyGuarded)
            .anyMatch(
                other ->
                    other.guard().get().counter().equals(edge.guard().get().counter())
                        && other.guard().get().kind() != edge.guard().get().kind());
  }

  private static boolean isOnlyGuarded(Edge edge) {
    return edge.guard().isPresent() && edge.counter().isEmpty() && edge.condition().isEmpty();
  }
}

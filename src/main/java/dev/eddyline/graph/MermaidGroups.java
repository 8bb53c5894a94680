package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Links to and from whole subgraphs: they mean the nodes at which one comes in and goes out. */
final class MermaidGroups {

  private MermaidGroups() {}

  /** Puts nodes in the place of the subgraphs that edges name. */
  static void resolve(Draft draft, Map<String, Set<String>> groups) {
    Set<String> named = new LinkedHashSet<>();
    for (Edge edge : draft.edges) {
      named.addAll(List.of(edge.from(), edge.to()));
    }
    named.retainAll(groups.keySet());
    for (String name : List.copyOf(named)) {
      groups.get(name).removeAll(groups.keySet());
      if (groups.get(name).isEmpty()) {
        named.remove(name);
      }
    }
    if (named.isEmpty()) {
      return;
    }
    List<Edge> edges = new ArrayList<>(draft.edges);
    draft.edges.clear();
    for (Edge edge : edges) {
      for (String from : ends(edge.from(), named, groups, edges, false)) {
        for (String to : ends(edge.to(), named, groups, edges, true)) {
          Edge within =
              new Edge(
                  from,
                  to,
                  edge.kind(),
                  edge.condition(),
                  edge.counter(),
                  edge.guard(),
                  edge.line());
          draft.add(within);
        }
      }
    }
    named.forEach(draft.nodes::remove);
  }

  private static List<String> ends(
      String id,
      Set<String> named,
      Map<String, Set<String>> groups,
      List<Edge> edges,
      boolean isEntry) {
    if (!named.contains(id)) {
      return List.of(id);
    }
    Set<String> inside = groups.get(id);
    Set<String> open = new LinkedHashSet<>(inside);
    for (Edge edge : edges) {
      if (inside.contains(edge.from()) && inside.contains(edge.to())) {
        open.remove(isEntry ? edge.to() : edge.from());
      }
    }
    List<String> all = List.copyOf(inside);
    return open.isEmpty() ? List.of(all.get(isEntry ? 0 : all.size() - 1)) : List.copyOf(open);
  }
}

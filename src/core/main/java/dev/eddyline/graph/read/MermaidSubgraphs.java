package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Resolves links to and from subgraphs to the subgraphs' entry and exit nodes. */
final class MermaidSubgraphs {

  /** Subgraphs in subgraphs that are followed. */
  private static final int MAX_DEPTH = 1_000;

  private MermaidSubgraphs() {}

  /**
   * Replaces the subgraphs that edges name by nodes.
   *
   * @param members the nodes and subgraphs in each subgraph
   */
  static void replaceSubgraphsByNodes(GraphBuilder draft, Map<String, Set<String>> members) {
    Set<String> named = new LinkedHashSet<>();
    for (Edge edge : draft.edges) {
      named.addAll(List.of(edge.from(), edge.to()));
    }
    Map<String, Set<String>> groups = new HashMap<>();
    named.retainAll(members.keySet());
    named.forEach(name -> groups.put(name, nodesBelow(name, members, new LinkedHashSet<>())));
    groups.values().removeIf(Set::isEmpty);
    named.retainAll(groups.keySet());
    // a subgraph may be named in another one before it is defined
    members.forEach(
        (name, inside) -> {
          if (!inside.isEmpty()) {
            draft.nodes.remove(name);
          }
        });
    if (named.isEmpty()) {
      return;
    }
    List<Edge> edges = new ArrayList<>(draft.edges);
    Map<String, List<String>> entries = entryOrExitNodesBySubgraph(named, groups, edges, true);
    Map<String, List<String>> exits = entryOrExitNodesBySubgraph(named, groups, edges, false);
    draft.edges.clear();
    for (Edge edge : edges) {
      for (String from : exits.getOrDefault(edge.from(), List.of(edge.from()))) {
        for (String to : entries.getOrDefault(edge.to(), List.of(edge.to()))) {
          draft.add(edge.between(from, to));
        }
      }
    }
  }

  /** The nodes of a subgraph at any depth. */
  private static Set<String> nodesBelow(
      String name, Map<String, Set<String>> members, Set<String> above) {
    Set<String> nodes = new LinkedHashSet<>();
    if (above.size() < MAX_DEPTH && above.add(name)) {
      for (String member : members.getOrDefault(name, Set.of())) {
        if (members.containsKey(member)) {
          nodes.addAll(nodesBelow(member, members, above));
        } else {
          nodes.add(member);
        }
      }
    }
    return nodes;
  }

  private static Set<String> nodesOfSubgraph(Map<String, Set<String>> groups, String name) {
    return Objects.requireNonNull(groups.get(name), name);
  }

  /** The entry or exit nodes by group: nodes without incoming or outgoing edges in the group. */
  private static Map<String, List<String>> entryOrExitNodesBySubgraph(
      Set<String> named, Map<String, Set<String>> groups, List<Edge> edges, boolean isEntry) {
    Map<String, Set<String>> open = new HashMap<>();
    Map<String, List<String>> groupsOf = new HashMap<>();
    for (String name : named) {
      open.put(name, new LinkedHashSet<>(nodesOfSubgraph(groups, name)));
      for (String node : nodesOfSubgraph(groups, name)) {
        groupsOf.computeIfAbsent(node, unseen -> new ArrayList<>()).add(name);
      }
    }
    for (Edge edge : edges) {
      String inside = isEntry ? edge.to() : edge.from();
      String other = isEntry ? edge.from() : edge.to();
      for (String name : groupsOf.getOrDefault(inside, List.of())) {
        if (nodesOfSubgraph(groups, name).contains(other)) {
          nodesOfSubgraph(open, name).remove(inside);
        }
      }
    }
    Map<String, List<String>> ends = new HashMap<>();
    open.forEach(
        (name, left) -> {
          List<String> all = List.copyOf(nodesOfSubgraph(groups, name));
          String only = all.get(isEntry ? 0 : all.size() - 1);
          ends.put(name, left.isEmpty() ? List.of(only) : List.copyOf(left));
        });
    return ends;
  }
}

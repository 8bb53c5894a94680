package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a Mermaid diagram, which edges may name: subgraphs and composite states. An edge to
 * a group leads to its start, or else to what no edge within it enters. An edge from a group comes
 * from its end, or else from what no edge within it leaves.
 */
final class MermaidGroups {

  private static final int MAX_DEPTH = 100;

  private final Map<String, Set<String>> membersByGroup = new LinkedHashMap<>();
  private final Map<String, String> groupByMember = new HashMap<>();
  private final boolean isLeftFromAll;
  private final Side entries = new Side();
  private final Side exits = new Side();

  /** What edges within groups enter, or what they leave. */
  private static final class Side {

    /** By node or group: the innermost groups around it and the other end of an edge. */
    final Map<String, Set<String>> connectedIn = new HashMap<>();

    /** By group: its entries or exits. */
    final Map<String, List<String>> ends = new HashMap<>();

    void connect(String id, String group) {
      connectedIn.computeIfAbsent(id, unseen -> new HashSet<>()).add(group);
    }

    boolean isConnected(String id, String group) {
      return connectedIn.getOrDefault(id, Set.of()).contains(group);
    }
  }

  /**
   * No groups yet.
   *
   * @param isLeftFromAll whether a group without an exit is left from all nodes, not only the last
   */
  MermaidGroups(boolean isLeftFromAll) {
    this.isLeftFromAll = isLeftFromAll;
  }

  /** The id of the start or end of a composite state; of the diagram, if that is null. */
  static String pseudoState(@Nullable String composite, boolean isStart) {
    return (composite == null ? "" : composite + "/") + "[*]" + (isStart ? "" : " end");
  }

  /** Adds a node or a group to a group, unless it is in one already, or encloses this one. */
  void add(String group, String member) {
    if (!group.equals(member)
        && !groupByMember.containsKey(member)
        && !enclosing(group).contains(member)) {
      groupByMember.put(member, group);
      membersByGroup.computeIfAbsent(group, unseen -> new LinkedHashSet<>()).add(member);
    }
  }

  /** Replaces the groups that edges name by their entries and exits; no group is a node. */
  void replaceIn(GraphBuilder draft) {
    for (String group : membersByGroup.keySet()) {
      draft.nodes.remove(group);
      if (enclosing(group).size() > MAX_DEPTH) {
        draft.addProblem(0, "a group is nested deeper than " + MAX_DEPTH);
        draft.requireNoProblems();
      }
    }
    List<Edge> written = List.copyOf(draft.edges);
    written.forEach(this::connect);
    draft.edges.clear();
    for (Edge edge : written) {
      for (String from : ends(edge.from(), false)) {
        for (String to : ends(edge.to(), true)) {
          draft.add(edge.between(from, to));
        }
      }
    }
  }

  private void connect(Edge edge) {
    List<String> aroundSource = enclosing(edge.from());
    List<String> aroundTarget = enclosing(edge.to());
    if (!aroundSource.contains(edge.to()) && !aroundTarget.contains(edge.from())) {
      aroundSource.stream()
          .filter(aroundTarget::contains)
          .findFirst()
          .ifPresent(
              group -> {
                exits.connect(edge.from(), group);
                entries.connect(edge.to(), group);
              });
    }
  }

  /** The groups around a node or a group, the innermost first. */
  private List<String> enclosing(String id) {
    List<String> groups = new ArrayList<>();
    String group = groupByMember.get(id);
    while (group != null && groups.size() <= MAX_DEPTH) {
      groups.add(group);
      group = groupByMember.get(group);
    }
    return groups;
  }

  /** The nodes at which edges to a group or node arrive, or which edges from it leave. */
  private List<String> ends(String id, boolean isEntry) {
    Set<String> members = membersByGroup.getOrDefault(id, Set.of());
    String pseudoState = pseudoState(id, isEntry);
    if (members.isEmpty() || members.contains(pseudoState)) {
      return List.of(members.isEmpty() ? id : pseudoState);
    }
    Side side = isEntry ? entries : exits;
    List<String> known = side.ends.get(id);
    if (known == null) {
      known = endsOfMembers(id, members, isEntry);
      side.ends.put(id, known);
    }
    return known;
  }

  private List<String> endsOfMembers(String id, Set<String> members, boolean isEntry) {
    Predicate<String> isOpen = inner -> !(isEntry ? entries : exits).isConnected(inner, id);
    List<String> open =
        members.stream()
            .filter(isOpen)
            .flatMap(member -> ends(member, isEntry).stream())
            .filter(isOpen)
            .toList();
    if (!open.isEmpty()) {
      return open;
    }
    if (isEntry) {
      return ends(members.iterator().next(), true);
    }
    List<String> all = members.stream().flatMap(member -> ends(member, false).stream()).toList();
    return isLeftFromAll ? all : all.subList(all.size() - 1, all.size());
  }
}

package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.NodePair;
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

  private final boolean areStates;
  private final Map<String, Set<String>> membersByGroup = new LinkedHashMap<>();
  private final Map<String, String> groupByMember = new HashMap<>();

  /** The targets of edges within a group: the group, and the node or group in it. */
  private final Set<NodePair> entered = new HashSet<>();

  /** The sources of these edges. */
  private final Set<NodePair> left = new HashSet<>();

  private final Map<String, List<String>> entries = new HashMap<>();
  private final Map<String, List<String>> exits = new HashMap<>();

  /**
   * No groups yet.
   *
   * @param areStates whether they are composite states; otherwise subgraphs
   */
  MermaidGroups(boolean areStates) {
    this.areStates = areStates;
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
        draft.addProblem(0, "'%s' is nested deeper than %d".formatted(group, MAX_DEPTH));
        draft.requireNoProblems();
      }
    }
    List<Edge> written = List.copyOf(draft.edges);
    for (Edge edge : written) {
      boolean namesGroup =
          membersByGroup.containsKey(edge.from()) || membersByGroup.containsKey(edge.to());
      if (areStates || !namesGroup) { // a link to a subgraph connects none of its nodes
        connect(edge);
      }
    }
    draft.edges.clear();
    for (Edge edge : written) {
      for (String from : ends(edge.from(), false)) {
        for (String to : ends(edge.to(), true)) {
          draft.add(edge.between(from, to));
        }
      }
    }
  }

  /** Notes an edge in the innermost group around both its ends, unless one encloses the other. */
  private void connect(Edge edge) {
    List<String> aroundSource = enclosing(edge.from());
    List<String> aroundTarget = enclosing(edge.to());
    boolean isNested = aroundSource.contains(edge.to()) || aroundTarget.contains(edge.from());
    aroundSource.retainAll(aroundTarget);
    if (!isNested && !aroundSource.isEmpty()) {
      left.add(new NodePair(aroundSource.get(0), edge.from()));
      entered.add(new NodePair(aroundSource.get(0), edge.to()));
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
    Map<String, List<String>> known = isEntry ? entries : exits;
    if (!known.containsKey(id)) {
      List<String> open = openEnds(id, isEntry);
      known.put(id, open.isEmpty() ? endsOfCycle(List.copyOf(members), isEntry) : open);
    }
    return known.getOrDefault(id, List.of());
  }

  /** The ends of a group that no edge within it enters or leaves. */
  private List<String> openEnds(String id, boolean isEntry) {
    Set<NodePair> connected = isEntry ? entered : left;
    Predicate<String> isOpen = inner -> !connected.contains(new NodePair(id, inner));
    Set<String> members = membersByGroup.getOrDefault(id, Set.of());
    return members.isEmpty()
        ? List.of(id)
        : members.stream()
            .filter(isOpen)
            .flatMap(
                inner -> (areStates ? ends(inner, isEntry) : openEnds(inner, isEntry)).stream())
            .filter(isOpen)
            .toList();
  }

  /** The ends of a group in which edges enter or leave everything: one, or where states end. */
  private List<String> endsOfCycle(List<String> members, boolean isEntry) {
    if (areStates && !isEntry) {
      return members.stream().flatMap(state -> ends(state, false).stream()).toList();
    }
    String end = members.get(isEntry ? 0 : members.size() - 1);
    Set<String> inner = membersByGroup.getOrDefault(end, Set.of());
    return areStates || inner.isEmpty()
        ? ends(end, isEntry)
        : endsOfCycle(List.copyOf(inner), isEntry);
  }
}

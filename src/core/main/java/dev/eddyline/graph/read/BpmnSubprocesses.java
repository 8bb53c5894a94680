package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Inlines the subprocesses of a BPMN 2.0 process into its graph; each runs once. */
final class BpmnSubprocesses {

  /** The owner of the nodes of no subprocess. */
  private static final String OUTERMOST = "";

  /** A subprocess, or the process, with the nodes directly in it. */
  private static final class Scope {
    private final String owner;
    private final boolean isEventTriggered;
    private final List<String> nodes = new ArrayList<>();
    private final List<String> starts = new ArrayList<>();

    Scope(String owner, boolean isEventTriggered) {
      this.owner = owner;
      this.isEventTriggered = isEventTriggered;
    }
  }

  private final GraphBuilder draft;
  private final Map<String, String> scopeOf = new HashMap<>();
  private final Map<String, Scope> containers = new LinkedHashMap<>();
  private final Deque<Scope> open = new ArrayDeque<>();

  /** The edges that leave a node, while subprocesses are connected. */
  private final Map<String, List<Edge>> leaving = new HashMap<>();

  BpmnSubprocesses(GraphBuilder draft) {
    this.draft = draft;
    open.push(new Scope(OUTERMOST, false));
  }

  /** Adds a node to the subprocess that is being read. */
  void add(Node node) {
    Scope scope = open.getFirst();
    scopeOf.put(node.id(), scope.owner);
    scope.nodes.add(node.id());
    if (node.kind() == NodeKind.START) {
      scope.starts.add(node.id());
    }
  }

  /** Begins the subprocess of this node. */
  void enter(String owner, boolean isEventTriggered) {
    Scope scope = new Scope(owner, isEventTriggered);
    containers.put(owner, scope);
    open.push(scope);
  }

  /** Ends the subprocess that is being read, and returns its node. */
  String leave() {
    return open.pop().owner;
  }

  /** The node of the subprocess that a node is in; empty in no subprocess. */
  String scopeOf(String node) {
    return scopeOf.getOrDefault(node, OUTERMOST);
  }

  boolean isSubprocess(String node) {
    return containers.containsKey(node);
  }

  /** The first start of the process, or else its first node. */
  String start() {
    Scope outermost = open.getLast();
    return (outermost.starts.isEmpty() ? outermost.nodes : outermost.starts).get(0);
  }

  /**
   * Adds the implicit ends of the process: a run may end at an activity that no flow leaves.
   *
   * @param left the nodes that a flow or link leaves
   */
  void addImplicitEnds(Set<String> left) {
    for (String id : open.getLast().nodes) {
      Node node = draft.nodes.get(id);
      if (node != null && node.kind() == NodeKind.STEP && !left.contains(id)) {
        draft.ends.add(id);
      }
    }
  }

  /**
   * Connects each subprocess to its start, and its ends to the nodes after the subprocess. A node
   * of it that no flow leaves is an end, too.
   *
   * @param left the nodes that a flow or link leaves
   * @param own the edges that belong to a subprocess itself, such as loops and boundary events
   */
  void connect(Set<String> left, Set<Edge> own) {
    draft.edges.forEach(this::index);
    Set<Edge> moved = new HashSet<>();
    containers.forEach((id, scope) -> connect(id, scope, left, own, moved));
    draft.edges.removeIf(moved::contains);
  }

  private void connect(String id, Scope scope, Set<String> left, Set<Edge> own, Set<Edge> moved) {
    if (scope.nodes.isEmpty()) {
      return;
    }
    if (scope.isEventTriggered) {
      add(Edge.of(id, entryOf(scope), EdgeKind.FIXED, "", 0));
      return;
    }
    List<Edge> outgoing =
        leaving.getOrDefault(id, List.of()).stream().filter(edge -> !own.contains(edge)).toList();
    moved.addAll(outgoing);
    add(Edge.of(id, entryOf(scope), EdgeKind.FIXED, "", 0));
    for (String end : scope.nodes) {
      Node node = draft.nodes.get(end);
      if (node == null || left.contains(end) || isEventTriggered(end)) {
        continue;
      }
      if (node.kind() == NodeKind.END && !outgoing.isEmpty()) {
        draft.add(Node.of(end, node.label(), NodeKind.ROUTE, node.line()));
      } else if (node.kind() == NodeKind.STEP && outgoing.isEmpty() && !isSubprocess(end)) {
        draft.ends.add(end);
      }
      outgoing.forEach(
          edge -> add(Edge.of(end, edge.to(), edge.kind(), edge.condition(), edge.line())));
    }
  }

  private boolean isEventTriggered(String node) {
    Scope scope = containers.get(node);
    return scope != null && scope.isEventTriggered;
  }

  private void index(Edge edge) {
    leaving.computeIfAbsent(edge.from(), unseen -> new ArrayList<>()).add(edge);
  }

  private void add(Edge edge) {
    draft.add(edge);
    index(edge);
  }

  private String entryOf(Scope scope) {
    String entry = (scope.starts.isEmpty() ? scope.nodes : scope.starts).get(0);
    Node start = draft.nodes.get(entry);
    if (start != null && start.kind() == NodeKind.START) {
      draft.add(Node.of(start.id(), start.label(), NodeKind.ROUTE, start.line()));
    }
    return entry;
  }

  /** The nodes in a subprocess, at any depth. */
  Set<String> nodesIn(String container) {
    Set<String> inside = new LinkedHashSet<>();
    Deque<String> remaining = new ArrayDeque<>(List.of(container));
    while (!remaining.isEmpty()) {
      Scope scope = containers.get(remaining.remove());
      if (scope != null) {
        inside.addAll(scope.nodes);
        remaining.addAll(scope.nodes);
      }
    }
    return inside;
  }

  /**
   * Bounds each edge within subprocesses that a timer ends by the innermost of these timers.
   *
   * @param counterOf the counter of each such subprocess
   */
  void boundByTimers(Map<String, String> counterOf) {
    if (!counterOf.isEmpty()) {
      draft.edges.replaceAll(edge -> boundByTimer(edge, counterOf));
    }
  }

  private Edge boundByTimer(Edge edge, Map<String, String> counterOf) {
    Set<String> around = new HashSet<>();
    for (String scope = scopeOf(edge.to()); !scope.isEmpty(); scope = scopeOf(scope)) {
      around.add(scope);
    }
    for (String scope = scopeOf(edge.from());
        edge.counter().isEmpty() && !scope.isEmpty();
        scope = scopeOf(scope)) {
      if (around.contains(scope) && counterOf.containsKey(scope)) {
        return edge.withCounter(counterOf.get(scope));
      }
    }
    return edge;
  }
}

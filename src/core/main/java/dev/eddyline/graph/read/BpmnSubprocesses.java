package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSearch;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.NodePair;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The subprocesses and boundary events of a BPMN 2.0 process. Subprocesses are inlined into the
 * graph; each runs once.
 */
final class BpmnSubprocesses {

  private static final String TIMER = "timerEventDefinition";

  private final GraphBuilder draft;
  private final Map<String, BpmnElement> nodes;

  /** The edges that a run takes after a subprocess, by its id. */
  private final Map<String, List<Edge>> afterSubprocess = new HashMap<>();

  /** The events at the boundaries of activities. */
  private final List<BpmnElement> events;

  BpmnSubprocesses(GraphBuilder draft, Map<String, BpmnElement> nodes) {
    this.draft = draft;
    this.nodes = nodes;
    // no flow leads to the event of a compensation, which undoes its activity later
    this.events =
        nodes.values().stream()
            .filter(node -> !host(node).isEmpty() && !node.has("compensateEventDefinition"))
            .toList();
  }

  /** The id of the activity that an event is attached to; empty without one. */
  private static String host(BpmnElement event) {
    return event.reference("attachedToRef");
  }

  /** Whether an event ends the activity that it is attached to. */
  private static boolean interrupts(BpmnElement event) {
    return !event.attribute("cancelActivity").equals("false");
  }

  /** Adds an edge that a run takes after a node. Those after a subprocess begin at its ends. */
  void addFlow(Edge edge) {
    BpmnElement from = nodes.get(edge.from());
    if (from != null && from.isSubprocess() && !from.isEventSubprocess() && !from.nodes.isEmpty()) {
      afterSubprocess.computeIfAbsent(edge.from(), id -> new ArrayList<>()).add(edge);
    } else {
      draft.add(edge);
    }
  }

  /** Adds an edge from each activity to its boundary events. */
  void addBoundaryEvents() {
    events.forEach(event -> addInterruption(host(event), event));
  }

  private void addInterruption(String from, BpmnElement event) {
    draft.add(Edge.of(from, event.id(), EdgeKind.CONDITIONAL, "", event.line));
  }

  /**
   * Connects each subprocess to its start, and its ends to the nodes after it. A node of it that no
   * flow leaves is an end, too.
   *
   * @param left the nodes that a flow or link leaves
   */
  void connect(Set<String> left) {
    for (BpmnElement subprocess : nodes.values()) {
      if (!subprocess.isSubprocess() || subprocess.nodes.isEmpty()) {
        continue;
      }
      BpmnElement start = subprocess.start();
      if (start.is(NodeKind.START)) {
        draft.add(start.toNode(NodeKind.ROUTE));
      }
      draft.add(Edge.of(subprocess.id(), start.id(), EdgeKind.FIXED, "", 0));
      if (!subprocess.isEventSubprocess() || isTimed(subprocess)) {
        BpmnElement ended =
            Stream.concat(Stream.of(subprocess), subprocess.scopes())
                .dropWhile(BpmnElement::isEventSubprocess)
                .findFirst()
                .orElseThrow();
        List<Edge> after = afterSubprocess.getOrDefault(ended.id(), List.of());
        subprocess.nodes.stream()
            .filter(node -> !left.contains(node.id()) && !node.isEventSubprocess())
            .forEach(end -> leaveAt(end, after));
      }
    }
  }

  private void leaveAt(BpmnElement end, List<Edge> after) {
    if (end.is(NodeKind.END) && !after.isEmpty()) {
      draft.add(end.toNode(NodeKind.ROUTE));
    } else if (end.is(NodeKind.STEP) && after.isEmpty() && !end.isSubprocess()) {
      draft.ends.add(end.id());
    }
    after.forEach(edge -> addFlow(edge.between(end.id(), edge.to())));
  }

  /**
   * Lets an interrupting event of a subprocess leave it from everywhere in it. A timer bounds the
   * cycles in it, too.
   */
  void interrupt() {
    Map<BpmnElement, GraphCounter> timers = new HashMap<>();
    for (BpmnElement event : events) {
      BpmnElement host = nodes.get(host(event));
      if (host != null && host.isSubprocess() && interrupts(event)) {
        allNodes(host).forEach(node -> addInterruption(node.id(), event));
        if (event.has(TIMER)) {
          timers.put(host, timer(host));
        }
      }
    }
    addTimers(timers, BpmnElement::scopes);
  }

  /**
   * Lets a timer that begins an event subprocess end the flow around it, as one at its boundary.
   */
  void interruptByHandlers() {
    Map<BpmnElement, GraphCounter> timers = new HashMap<>();
    for (BpmnElement handler : nodes.values()) {
      if (isTimed(handler)) {
        BpmnElement scope = handler.scopes().findFirst().orElseThrow();
        allNodes(scope).stream()
            .filter(
                node -> !node.isEventSubprocess() && outsideHandlers(node).anyMatch(scope::equals))
            .forEach(node -> addInterruption(node.id(), handler));
        timers.put(scope, timer(scope));
      }
    }
    addTimers(timers, BpmnSubprocesses::outsideHandlers);
  }

  /** The timer of a process or subprocess; it begins whenever the subprocess does. */
  private GraphCounter timer(BpmnElement scope) {
    String id = scope.id();
    return GraphCounter.resetBy(
        "time of " + id, GraphCounter.UNKNOWN_MAX, nodes.containsKey(id) ? Set.of(id) : Set.of());
  }

  /** Whether a timer begins an event subprocess, and ends the flow around it. */
  private static boolean isTimed(BpmnElement handler) {
    return handler.isEventSubprocess()
        && handler.nodes.stream()
            .filter(node -> node.is(NodeKind.START) && node.has(TIMER))
            .anyMatch(start -> !start.attribute("isInterrupting").equals("false"));
  }

  /** The scopes around a node up to an event subprocess, which goes on when they are ended. */
  private static Stream<BpmnElement> outsideHandlers(BpmnElement node) {
    List<BpmnElement> scopes = node.scopes().toList();
    int handler = 0;
    while (handler < scopes.size() && !scopes.get(handler).isEventSubprocess()) {
      handler++;
    }
    return scopes.stream().limit(handler);
  }

  /**
   * Gives each edge the innermost timer that ends a scope around it.
   *
   * @param scopesOf the scopes around a node that a timer may end
   */
  private void addTimers(
      Map<BpmnElement, GraphCounter> timers, Function<BpmnElement, Stream<BpmnElement>> scopesOf) {
    if (!timers.isEmpty()) {
      timers.values().forEach(timer -> draft.counters.put(timer.name(), timer));
      draft.edges.replaceAll(edge -> withTimer(edge, timers, scopesOf));
    }
  }

  private Edge withTimer(
      Edge edge,
      Map<BpmnElement, GraphCounter> timers,
      Function<BpmnElement, Stream<BpmnElement>> scopesOf) {
    BpmnElement from = nodes.get(edge.from());
    BpmnElement to = nodes.get(edge.to());
    if (from == null || to == null || edge.counter().isPresent()) {
      return edge;
    }
    Set<BpmnElement> aroundTarget = scopesOf.apply(to).collect(Collectors.toSet());
    return scopesOf
        .apply(from)
        .filter(aroundTarget::contains)
        .flatMap(each -> Optional.ofNullable(timers.get(each)).stream())
        .findFirst()
        .map(timer -> edge.boundedBy(timer.name()))
        .orElse(edge);
  }

  /** The flow nodes in a subprocess at any depth, outer ones first. */
  private static List<BpmnElement> allNodes(BpmnElement subprocess) {
    List<BpmnElement> all = new ArrayList<>(subprocess.nodes);
    for (int next = 0; next < all.size(); next++) {
      all.addAll(all.get(next).nodes);
    }
    return all;
  }

  /**
   * Removes the edges to events that do not interrupt their activity: such an event begins another
   * branch, and the activity goes on. An edge that is part of a cycle stays.
   */
  void removeParallelBranches() {
    Set<NodePair> parallel =
        events.stream()
            .filter(event -> !interrupts(event) && nodes.containsKey(host(event)))
            .map(event -> new NodePair(host(event), event.id()))
            .collect(Collectors.toCollection(HashSet::new));
    if (!parallel.isEmpty()) {
      parallel.removeAll(GraphSearch.pairsInCycles(draft.edges));
      draft.edges.removeIf(edge -> parallel.contains(edge.endpointPair()));
    }
  }
}

package dev.eddyline.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds the graph of a BPMN 2.0 process. A subprocess is inlined, and runs once. */
final class BpmnProcess {

  /** A sequence flow. */
  record Flow(String id, String from, String to, String name, int line) {}

  private static final Set<String> CHOOSING =
      Set.of("exclusiveGateway", "inclusiveGateway", "complexGateway", "eventBasedGateway");

  /** The start and end events of a subprocess, or of the process. */
  private static final class Scope {
    private final String owner;
    private final List<String> starts = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();
    private final boolean isByEvent;

    Scope(String owner, boolean isByEvent) {
      this.owner = owner;
      this.isByEvent = isByEvent;
    }
  }

  private final Draft draft;
  private final String name;
  private final Map<String, String> elements = new HashMap<>();
  private final Map<String, String> scopeOf = new HashMap<>();
  private final Map<String, Scope> containers = new LinkedHashMap<>();
  private final Set<String> defaults = new HashSet<>();
  private final Set<String> conditional = new HashSet<>();
  private final Map<String, String> throwing = new LinkedHashMap<>();
  private final Map<String, String> catching = new LinkedHashMap<>();
  private final List<Flow> flows = new ArrayList<>();
  private final Deque<Scope> scopes = new ArrayDeque<>();
  private String last = "";

  BpmnProcess(String place, String name, GraphSize most) {
    this.draft = new Draft(place, most);
    this.name = name;
    scopes.push(new Scope("", false));
  }

  boolean isEmpty() {
    return draft.nodes.isEmpty();
  }

  void node(Node node, String element, Optional<String> byDefault) {
    if (draft.nodes.containsKey(node.id())) {
      draft.refuse(node.line(), "'%s' is defined twice".formatted(node.id()));
      return;
    }
    last = node.id();
    draft.add(node);
    elements.put(node.id(), element);
    Scope scope = scopes.peek();
    scopeOf.put(node.id(), scope.owner);
    byDefault.ifPresent(defaults::add);
    if (node.kind() == NodeKind.START) {
      scope.starts.add(node.id());
    } else if (node.kind() == NodeKind.END) {
      scope.ends.add(node.id());
    }
  }

  /** Enters the subprocess that was read last. */
  void enter(boolean isByEvent) {
    Scope scope = new Scope(last, isByEvent);
    containers.put(last, scope);
    scopes.push(scope);
  }

  void leave() {
    last = scopes.pop().owner;
  }

  void attached(String host, int line) {
    draft.add(Edge.of(host, last, EdgeKind.CONDITIONAL, "", line));
  }

  void flow(Flow flow) {
    flows.add(flow);
  }

  /** Marks the flow that was read last as conditional. */
  void condition() {
    if (!flows.isEmpty()) {
      conditional.add(flows.get(flows.size() - 1).id());
    }
  }

  void link(String link) {
    boolean isThrowing = "intermediateThrowEvent".equals(elements.get(last));
    (isThrowing ? throwing : catching).put(isThrowing ? last : link, isThrowing ? link : last);
  }

  /** Adds a loop to the activity that was read last. */
  void loop(Optional<String> maximum, int line) {
    String counter = "loop of " + last;
    Edge again = Edge.of(last, last, EdgeKind.CONDITIONAL, "loop", line);
    if (maximum.filter(max -> max.matches("[0-9]{1,6}")).isPresent()) {
      draft.counters.put(counter, Counter.of(counter, Integer.parseInt(maximum.get())));
      draft.add(again.boundBy(counter));
    } else {
      draft.add(again);
    }
  }

  GraphReading read(boolean isAlone) {
    draft.name = isAlone ? draft.place : name;
    Map<String, Integer> conditions = new HashMap<>();
    Map<String, Integer> leaving = new HashMap<>();
    for (Flow flow : flows) {
      conditions.merge(flow.from(), conditional.contains(flow.id()) ? 1 : 0, Integer::sum);
      leaving.merge(flow.from(), 1, Integer::sum);
    }
    for (Flow flow : flows) {
      boolean isChosen = CHOOSING.contains(elements.getOrDefault(flow.from(), ""));
      boolean isDrawn =
          isChosen
              && conditions.getOrDefault(flow.from(), 0) == 0
              && leaving.getOrDefault(flow.from(), 0) > 1;
      boolean isConditional = conditional.contains(flow.id());
      EdgeKind open =
          isDrawn ? EdgeKind.ROUTED : isConditional ? EdgeKind.CONDITIONAL : EdgeKind.FIXED;
      EdgeKind kind = defaults.contains(flow.id()) ? EdgeKind.DEFAULT : open;
      draft.add(Edge.of(flow.from(), flow.to(), kind, MermaidText.plain(flow.name()), flow.line()));
    }
    throwing.forEach(
        (node, link) -> {
          Node known = draft.nodes.get(node);
          if (catching.containsKey(link)) {
            draft.add(Edge.of(node, catching.get(link), EdgeKind.FIXED, "", 0));
          } else if (known != null) {
            draft.misread(known.line(), link, "is a link that leads nowhere");
          }
        });
    containers.forEach(this::within);
    return draft.read(GraphFormat.BPMN);
  }

  /** Connects a subprocess to its start, and its ends to the nodes after the subprocess. */
  private void within(String id, Scope scope) {
    List<String> inside =
        draft.nodes.keySet().stream().filter(node -> id.equals(scopeOf.get(node))).toList();
    if (inside.isEmpty()) {
      return;
    }
    if (scope.isByEvent) {
      draft.add(Edge.of(id, first(scope, inside), EdgeKind.FIXED, "", 0));
      return;
    }
    List<Edge> after = draft.edges.stream().filter(edge -> isAfter(edge, id)).toList();
    draft.edges.removeAll(Set.copyOf(after));
    draft.add(Edge.of(id, first(scope, inside), EdgeKind.FIXED, "", 0));
    for (String end : scope.ends) {
      Node node = draft.nodes.get(end);
      if (node == null) {
        continue; // the draft refused it
      }
      draft.add(
          Node.of(end, node.label(), after.isEmpty() ? NodeKind.END : NodeKind.ROUTE, node.line()));
      after.forEach(
          edge -> draft.add(Edge.of(end, edge.to(), edge.kind(), edge.condition(), edge.line())));
    }
    if (scope.ends.isEmpty()) {
      after.forEach(draft::add);
    }
  }

  private boolean isAfter(Edge edge, String id) {
    return edge.from().equals(id)
        && !edge.to().equals(id)
        && !"boundaryEvent".equals(elements.get(edge.to()));
  }

  private String first(Scope scope, List<String> inside) {
    List<String> starts = scope.starts.isEmpty() ? inside : scope.starts;
    Node start = draft.nodes.get(starts.get(0));
    if (start != null && start.kind() == NodeKind.START) {
      draft.add(Node.of(start.id(), start.label(), NodeKind.ROUTE, start.line()));
    }
    return starts.get(0);
  }
}

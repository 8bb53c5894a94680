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
final class BpmnProcessBuilder {

  /** A sequence flow. */
  record SequenceFlow(String id, String from, String to, String name, int line) {}

  private static final Set<String> CONDITIONAL_GATEWAY_ELEMENTS =
      Set.of("exclusiveGateway", "inclusiveGateway", "complexGateway", "eventBasedGateway");

  /** The start and end events of a subprocess, or of the process. */
  private static final class ProcessScope {
    private final String owner;
    private final List<String> starts = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();
    private final boolean isEventTriggered;

    ProcessScope(String owner, boolean isEventTriggered) {
      this.owner = owner;
      this.isEventTriggered = isEventTriggered;
    }
  }

  private final GraphBuilder draft;
  private final String name;
  private final Map<String, String> elementOfNode = new HashMap<>();
  private final Map<String, String> scopeOf = new HashMap<>();
  private final Map<String, ProcessScope> containers = new LinkedHashMap<>();
  private final Set<String> defaultFlows = new HashSet<>();
  private final Set<String> conditionalFlows = new HashSet<>();
  private final Map<String, String> linkOfThrowEvent = new LinkedHashMap<>();
  private final Map<String, String> catchEventOfLink = new LinkedHashMap<>();
  private final List<SequenceFlow> flows = new ArrayList<>();
  private final Deque<ProcessScope> scopes = new ArrayDeque<>();
  private String lastNode = "";

  BpmnProcessBuilder(String place, String name, GraphSizeLimit most) {
    this.draft = new GraphBuilder(place, most);
    this.name = name;
    scopes.push(new ProcessScope("", false));
  }

  boolean isEmpty() {
    return draft.nodes.isEmpty();
  }

  void addNode(Node node, String element, Optional<String> defaultFlow) {
    if (draft.nodes.containsKey(node.id())) {
      draft.addProblem(node.line(), "'%s' is defined twice".formatted(node.id()));
      return;
    }
    lastNode = node.id();
    draft.add(node);
    elementOfNode.put(node.id(), element);
    ProcessScope scope = scopes.peek();
    scopeOf.put(node.id(), scope.owner);
    defaultFlow.ifPresent(defaultFlows::add);
    if (node.kind() == NodeKind.START) {
      scope.starts.add(node.id());
    } else if (node.kind() == NodeKind.END) {
      scope.ends.add(node.id());
    }
  }

  /** Enters the subprocess that was read last. */
  void enterSubprocess(boolean isEventTriggered) {
    ProcessScope scope = new ProcessScope(lastNode, isEventTriggered);
    containers.put(lastNode, scope);
    scopes.push(scope);
  }

  void leaveSubprocess() {
    lastNode = scopes.pop().owner;
  }

  void attachLastEventToHost(String host, int line) {
    draft.add(Edge.of(host, lastNode, EdgeKind.CONDITIONAL, "", line));
  }

  void addSequenceFlow(SequenceFlow flow) {
    flows.add(flow);
  }

  /** Marks the flow that was read last as conditional. */
  void markLastFlowConditional() {
    if (!flows.isEmpty()) {
      conditionalFlows.add(flows.get(flows.size() - 1).id());
    }
  }

  void addLinkToLastEvent(String link) {
    boolean isThrowing = "intermediateThrowEvent".equals(elementOfNode.get(lastNode));
    (isThrowing ? linkOfThrowEvent : catchEventOfLink)
        .put(isThrowing ? lastNode : link, isThrowing ? link : lastNode);
  }

  /** Adds a loop to the activity that was read last. */
  void addLoopToLastActivity(Optional<String> maximum, int line) {
    String counter = "loop of " + lastNode;
    Edge again = Edge.of(lastNode, lastNode, EdgeKind.CONDITIONAL, "loop", line);
    if (maximum.filter(max -> max.matches("[0-9]{1,6}")).isPresent()) {
      draft.counters.put(counter, GraphCounter.of(counter, Integer.parseInt(maximum.get())));
      draft.add(again.withCounter(counter));
    } else {
      draft.add(again);
    }
  }

  ParsedGraph build(boolean isOnlyProcess) {
    draft.name = isOnlyProcess ? draft.sourceName : name;
    Map<String, Integer> conditions = new HashMap<>();
    Map<String, Integer> leaving = new HashMap<>();
    for (SequenceFlow flow : flows) {
      conditions.merge(flow.from(), conditionalFlows.contains(flow.id()) ? 1 : 0, Integer::sum);
      leaving.merge(flow.from(), 1, Integer::sum);
    }
    for (SequenceFlow flow : flows) {
      boolean isChosen =
          CONDITIONAL_GATEWAY_ELEMENTS.contains(elementOfNode.getOrDefault(flow.from(), ""));
      boolean isRouted =
          isChosen
              && conditions.getOrDefault(flow.from(), 0) == 0
              && leaving.getOrDefault(flow.from(), 0) > 1;
      boolean isConditional = conditionalFlows.contains(flow.id());
      EdgeKind open =
          isRouted ? EdgeKind.ROUTED : isConditional ? EdgeKind.CONDITIONAL : EdgeKind.FIXED;
      EdgeKind kind = defaultFlows.contains(flow.id()) ? EdgeKind.DEFAULT : open;
      draft.add(
          Edge.of(flow.from(), flow.to(), kind, MermaidText.toPlainText(flow.name()), flow.line()));
    }
    linkOfThrowEvent.forEach(
        (node, link) -> {
          Node known = draft.nodes.get(node);
          if (catchEventOfLink.containsKey(link)) {
            draft.add(Edge.of(node, catchEventOfLink.get(link), EdgeKind.FIXED, "", 0));
          } else if (known != null) {
            draft.unparsed(known.line(), link, "is a link that leads nowhere");
          }
        });
    containers.forEach(this::connectSubprocess);
    return draft.build(GraphFormat.BPMN);
  }

  /** Connects a subprocess to its start, and its ends to the nodes after the subprocess. */
  private void connectSubprocess(String id, ProcessScope scope) {
    List<String> inside =
        draft.nodes.keySet().stream().filter(node -> id.equals(scopeOf.get(node))).toList();
    if (inside.isEmpty()) {
      return;
    }
    if (scope.isEventTriggered) {
      draft.add(Edge.of(id, entryOf(scope, inside), EdgeKind.FIXED, "", 0));
      return;
    }
    List<Edge> outgoing = draft.edges.stream().filter(edge -> continuesAfter(edge, id)).toList();
    draft.edges.removeAll(Set.copyOf(outgoing));
    draft.add(Edge.of(id, entryOf(scope, inside), EdgeKind.FIXED, "", 0));
    for (String end : scope.ends) {
      Node node = draft.nodes.get(end);
      if (node == null) {
        continue; // the draft refused it
      }
      draft.add(
          Node.of(
              end, node.label(), outgoing.isEmpty() ? NodeKind.END : NodeKind.ROUTE, node.line()));
      outgoing.forEach(
          edge -> draft.add(Edge.of(end, edge.to(), edge.kind(), edge.condition(), edge.line())));
    }
    if (scope.ends.isEmpty()) {
      outgoing.forEach(draft::add);
    }
  }

  private boolean continuesAfter(Edge edge, String id) {
    return edge.from().equals(id)
        && !edge.to().equals(id)
        && !"boundaryEvent".equals(elementOfNode.get(edge.to()));
  }

  private String entryOf(ProcessScope scope, List<String> inside) {
    List<String> starts = scope.starts.isEmpty() ? inside : scope.starts;
    Node start = draft.nodes.get(starts.get(0));
    if (start != null && start.kind() == NodeKind.START) {
      draft.add(Node.of(start.id(), start.label(), NodeKind.ROUTE, start.line()));
    }
    return starts.get(0);
  }
}

package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds the graph of a BPMN 2.0 process. */
final class BpmnProcessBuilder {

  /** A sequence flow. */
  record SequenceFlow(String id, String from, String to, String name, int line) {}

  private static final Set<String> CONDITIONAL_GATEWAY_ELEMENTS =
      Set.of("exclusiveGateway", "inclusiveGateway", "complexGateway", "eventBasedGateway");

  private static final Set<String> UNCONDITIONAL_GATEWAY_ELEMENTS =
      Set.of("parallelGateway", "eventBasedGateway");

  private final GraphBuilder draft;
  private final String name;
  private final String id;
  private final BpmnSubprocesses subprocesses;
  private final Map<String, String> elementOfNode = new HashMap<>();
  private final Set<String> defaultFlows = new HashSet<>();
  private final Map<SequenceFlow, String> conditionOfFlow = new HashMap<>();
  private final Map<String, String> linkOfThrowEvent = new LinkedHashMap<>();
  private final Map<String, String> catchEventOfLink = new LinkedHashMap<>();
  private final List<SequenceFlow> flows = new ArrayList<>();
  private final BpmnBoundaryEvents events;

  /** The edges from activities to themselves. */
  private final Set<Edge> loops = new HashSet<>();

  private final Map<String, String> calledProcesses = new LinkedHashMap<>();
  private String lastNode = "";

  BpmnProcessBuilder(String place, String name, String id, GraphSizeLimit most) {
    this.draft = new GraphBuilder(place, most);
    this.subprocesses = new BpmnSubprocesses(draft);
    this.events = new BpmnBoundaryEvents(draft, subprocesses);
    this.name = name;
    this.id = id;
  }

  /** The name of the process, or its id without one. */
  String name() {
    return name;
  }

  String id() {
    return id;
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
    subprocesses.add(node);
    defaultFlow.ifPresent(defaultFlows::add);
  }

  /** Enters the subprocess that was read last. */
  void enterSubprocess(boolean isEventTriggered) {
    subprocesses.enter(lastNode, isEventTriggered);
  }

  void leaveSubprocess() {
    lastNode = subprocesses.leave();
  }

  /**
   * Attaches the event that was read last to an activity.
   *
   * @param interrupts whether it ends the activity
   */
  void attachLastEventToHost(String host, boolean interrupts, int line) {
    events.attach(lastNode, host, interrupts, line);
  }

  /** Marks the event that was read last: it undoes its activity later, and no flow comes to it. */
  void markLastEventAsCompensation() {
    if ("boundaryEvent".equals(elementOfNode.get(lastNode))) {
      events.detach(lastNode);
    }
  }

  void markLastEventAsTimer() {
    events.addTimer(lastNode);
  }

  /** Marks the activity that was read last: it runs the process with this id. */
  void markLastActivityAsCallOf(String process) {
    calledProcesses.put(lastNode, process);
  }

  /** The ids of the processes that it calls, by the activities that call them. */
  Map<String, String> calledProcesses() {
    return calledProcesses;
  }

  /** Adds the way from an activity, whose process calls this one again, back to the start. */
  void addRecursion(String activity) {
    Node node = draft.nodes.get(activity);
    if (node != null) {
      String called = "calls " + calledProcesses.get(activity);
      draft.add(Edge.of(activity, subprocesses.start(), EdgeKind.FIXED, called, node.line()));
    }
  }

  /** The ids of its nodes. */
  Set<String> ids() {
    return draft.nodes.keySet();
  }

  /** Reports flows that lead to or from another process of the file, and leaves them out. */
  void removeFlowsToOtherProcesses(Set<String> known) {
    flows.removeIf(
        flow -> {
          boolean isOther =
              known.contains(flow.from()) && !ids().contains(flow.from())
                  || known.contains(flow.to()) && !ids().contains(flow.to());
          if (isOther) {
            draft.unparsed(
                flow.line(),
                flow.from() + " → " + flow.to(),
                "is a sequence flow between two processes, which BPMN does not allow");
          }
          return isOther;
        });
  }

  void addSequenceFlow(SequenceFlow flow) {
    flows.add(flow);
  }

  /** Adds a condition to the flow that was read last. */
  void addConditionToLastFlow(String expression) {
    if (!flows.isEmpty()) {
      conditionOfFlow.put(flows.get(flows.size() - 1), expression.strip());
    }
  }

  void addLinkToLastEvent(String link) {
    boolean isThrowing = "intermediateThrowEvent".equals(elementOfNode.get(lastNode));
    Node event = draft.nodes.get(lastNode);
    // some editors write the name of the link at the event only
    String own = link.isBlank() && event != null ? event.label() : link;
    String name = subprocesses.scopeOf(lastNode) + "/" + own;
    (isThrowing ? linkOfThrowEvent : catchEventOfLink)
        .put(isThrowing ? lastNode : name, isThrowing ? name : lastNode);
  }

  /** Adds a loop to the activity that was read last. */
  void addLoopToLastActivity(Optional<String> maximum, int line) {
    String counter = "loop of " + lastNode;
    Edge again = Edge.of(lastNode, lastNode, EdgeKind.CONDITIONAL, "loop", line);
    if (maximum.filter(max -> max.matches("[0-9]{1,6}")).isPresent()) {
      draft.counters.put(counter, GraphCounter.of(counter, Integer.parseInt(maximum.get())));
      again = again.withCounter(counter);
    }
    loops.add(again);
    draft.add(again);
  }

  /** Builds the graph with this name. */
  ParsedGraph build(String graphName) {
    draft.name = graphName;
    addFlows();
    Set<String> left = new HashSet<>();
    flows.forEach(flow -> left.add(flow.from()));
    subprocesses.addImplicitEnds(left);
    left.addAll(linkOfThrowEvent.keySet());
    Set<Edge> own = new HashSet<>(loops);
    own.addAll(events.addEdges());
    addLinks();
    subprocesses.connect(left, own);
    events.leaveSubprocesses();
    BoundTexts.addCounters(draft);
    events.removeParallelBranches();
    addEntries();
    return draft.build(GraphFormat.BPMN);
  }

  private void addFlows() {
    conditionOfFlow.keySet().removeIf(this::ignoresCondition);
    Map<String, Integer> conditions = new HashMap<>();
    Map<String, Integer> leaving = new HashMap<>();
    for (SequenceFlow flow : flows) {
      conditions.merge(flow.from(), conditionOfFlow.containsKey(flow) ? 1 : 0, Integer::sum);
      leaving.merge(flow.from(), 1, Integer::sum);
    }
    for (SequenceFlow flow : flows) {
      boolean isChosen =
          CONDITIONAL_GATEWAY_ELEMENTS.contains(elementOfNode.getOrDefault(flow.from(), ""));
      boolean isRouted =
          isChosen
              && conditions.getOrDefault(flow.from(), 0) == 0
              && leaving.getOrDefault(flow.from(), 0) > 1;
      boolean isConditional = conditionOfFlow.containsKey(flow);
      EdgeKind open =
          isRouted ? EdgeKind.ROUTED : isConditional ? EdgeKind.CONDITIONAL : EdgeKind.FIXED;
      EdgeKind kind = defaultFlows.contains(flow.id()) ? EdgeKind.DEFAULT : open;
      draft.add(Edge.of(flow.from(), flow.to(), kind, condition(flow), flow.line()));
    }
  }

  /** Whether engines take a flow without a look at its condition. */
  private boolean ignoresCondition(SequenceFlow flow) {
    return defaultFlows.contains(flow.id()) || isUnconditional(flow);
  }

  /** Whether a flow leaves a gateway that does not ask for conditions. */
  private boolean isUnconditional(SequenceFlow flow) {
    return UNCONDITIONAL_GATEWAY_ELEMENTS.contains(elementOfNode.getOrDefault(flow.from(), ""));
  }

  private void addLinks() {
    linkOfThrowEvent.forEach(
        (node, link) -> {
          Node known = draft.nodes.get(node);
          if (catchEventOfLink.containsKey(link)) {
            draft.add(Edge.of(node, catchEventOfLink.get(link), EdgeKind.FIXED, "", 0));
          } else if (known != null) {
            draft.unparsed(known.line(), link, "is a link that leads nowhere");
          }
        });
  }

  /** A run of the process may begin at a start, and wherever no flow enters. */
  private void addEntries() {
    Set<String> entered = new HashSet<>();
    draft.edges.forEach(edge -> entered.add(edge.to()));
    draft.nodes.values().stream()
        .filter(node -> node.kind() == NodeKind.START || !entered.contains(node.id()))
        .forEach(node -> draft.entries.add(node.id()));
  }

  /** The name of a flow and its condition. */
  private String condition(SequenceFlow flow) {
    String name = MermaidText.toPlainText(flow.name());
    String expression = conditionOfFlow.getOrDefault(flow, "");
    if (ignoresCondition(flow) && BoundText.in(name).isPresent()) {
      // the name decides nothing
      return isUnconditional(flow) ? "" : name + " (default)";
    }
    if (name.isEmpty() || expression.isEmpty()) {
      return name + expression;
    }
    if (BoundText.in(expression).isPresent()) {
      return expression;
    }
    // the expression decides, and not the name
    return BoundText.in(name).isPresent() ? name + " (" + expression + ")" : name;
  }
}

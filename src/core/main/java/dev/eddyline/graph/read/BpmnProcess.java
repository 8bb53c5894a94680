package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.NodePair;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process of BPMN 2.0, and its graph. */
final class BpmnProcess {

  private static final Set<String> CHOICES =
      Set.of("exclusiveGateway", "inclusiveGateway", "complexGateway", "eventBasedGateway");

  /** Gateways whose flows have no conditions: all are taken, or an event chooses. */
  private static final Set<String> WITHOUT_CONDITIONS =
      Set.of("parallelGateway", "eventBasedGateway");

  private static final String CALLED = "calledElement";

  /**
   * A sequence flow.
   *
   * @param condition the expression that decides whether it is taken
   */
  private record Flow(BpmnElement element, String from, String to, Optional<String> condition) {

    boolean hasCondition() {
      return condition.isPresent();
    }
  }

  /** The process with its flow nodes. */
  final BpmnElement element;

  /** Its flow nodes at any depth by their ids, in the order of the file. */
  final Map<String, BpmnElement> nodes = new LinkedHashMap<>();

  private final GraphBuilder draft;
  private final List<BpmnElement> flows = new ArrayList<>();
  private final Set<String> defaultFlows = new HashSet<>();

  BpmnProcess(BpmnElement element, GraphBuilder draft) {
    this.element = element;
    this.draft = draft;
    collectFrom(element);
  }

  private void collectFrom(BpmnElement outer) {
    for (BpmnElement inner : outer.children) {
      if (inner.type.equals("sequenceFlow")) {
        flows.add(inner);
      } else if (inner.kind.isPresent()) {
        defaultFlows.add(inner.attribute("default"));
        if (nodes.putIfAbsent(inner.id(), inner) == null) {
          draft.add(inner.toNode(inner.kind.get()));
        } else {
          draft.addProblem(inner.line, "'%s' is defined twice".formatted(inner.id()));
        }
      }
      collectFrom(inner);
    }
  }

  /** An edge from this process to each one that its activities call. */
  Stream<Edge> calls() {
    return nodes.values().stream()
        .filter(node -> !node.reference(CALLED).isEmpty())
        .map(this::call);
  }

  private Edge call(BpmnElement activity) {
    return Edge.of(element.id(), activity.reference(CALLED), EdgeKind.FIXED, "", activity.line);
  }

  /**
   * Builds the graph.
   *
   * @param nodesOfFile the ids of the flow nodes of all processes
   * @param recursions the calls that lead back to their process
   */
  ParsedGraph build(String name, Set<String> nodesOfFile, Set<NodePair> recursions) {
    draft.name = name;
    BpmnSubprocesses subprocesses = new BpmnSubprocesses(draft, nodes);
    nodes.values().forEach(this::addLoop);
    nodes.values().stream()
        .filter(node -> recursions.contains(call(node).endpointPair()))
        .forEach(node -> subprocesses.addFlow(recursion(node)));
    List<Flow> flows = flowsWithinProcess(nodesOfFile);
    addFlows(flows, subprocesses);
    Set<String> left = flows.stream().map(Flow::from).collect(Collectors.toSet());
    addImplicitEnds(left);
    subprocesses.addBoundaryEvents();
    addLinks(left);
    subprocesses.connect(left);
    subprocesses.interrupt();
    subprocesses.interruptByHandlers();
    BoundTexts.addCounters(draft);
    subprocesses.removeParallelBranches();
    addEntries();
    return draft.build(GraphFormat.BPMN);
  }

  private void addLoop(BpmnElement activity) {
    String id = activity.id();
    for (BpmnElement loop : activity.children("standardLoopCharacteristics")) {
      Edge again = Edge.of(id, id, EdgeKind.CONDITIONAL, "loop", loop.line);
      String max = loop.attribute("loopMaximum");
      if (max.matches("[0-9]{1,6}")) {
        again = again.withCounter("loop of " + id);
        draft.counters.put(
            "loop of " + id, GraphCounter.of("loop of " + id, Integer.parseInt(max)));
      }
      draft.add(again);
    }
  }

  /** The edge from an activity that runs the process again to its start. */
  private Edge recursion(BpmnElement activity) {
    String condition = "calls " + activity.reference(CALLED);
    return Edge.of(activity.id(), element.start().id(), EdgeKind.FIXED, condition, activity.line);
  }

  /** The flows; those that lead to or from another process of the file are reported instead. */
  private List<Flow> flowsWithinProcess(Set<String> nodesOfFile) {
    List<Flow> within = new ArrayList<>();
    for (BpmnElement flow : flows) {
      String from = flow.reference("sourceRef");
      String to = flow.reference("targetRef");
      if (Stream.of(from, to).anyMatch(id -> nodesOfFile.contains(id) && !nodes.containsKey(id))) {
        draft.unparsed(
            flow.line,
            from + " → " + to,
            "is a sequence flow between two processes, which BPMN does not allow");
      } else {
        Optional<String> condition =
            flow.children("conditionExpression").stream()
                .filter(expression -> isChecked(flow, from))
                .map(expression -> expression.text.toString().strip())
                .findFirst();
        within.add(new Flow(flow, from, to, condition));
      }
    }
    return within;
  }

  /** Whether engines look at the condition of a flow. */
  private boolean isChecked(BpmnElement flow, String from) {
    return !isDefault(flow) && !WITHOUT_CONDITIONS.contains(typeOf(from));
  }

  private boolean isDefault(BpmnElement flow) {
    return !flow.attribute("id").isEmpty() && defaultFlows.contains(flow.attribute("id"));
  }

  private String typeOf(String node) {
    return Optional.ofNullable(nodes.get(node)).map(element -> element.type).orElse("");
  }

  private void addFlows(List<Flow> flows, BpmnSubprocesses subprocesses) {
    Map<String, List<Flow>> leaving = flows.stream().collect(Collectors.groupingBy(Flow::from));
    leaving.values().removeIf(all -> all.size() == 1 || all.stream().anyMatch(Flow::hasCondition));
    for (Flow flow : flows) {
      boolean isRouted = leaving.containsKey(flow.from) && CHOICES.contains(typeOf(flow.from));
      EdgeKind open =
          isRouted ? EdgeKind.ROUTED : flow.hasCondition() ? EdgeKind.CONDITIONAL : EdgeKind.FIXED;
      EdgeKind kind = isDefault(flow.element) ? EdgeKind.DEFAULT : open;
      subprocesses.addFlow(
          Edge.of(flow.from, flow.to, kind, describeCondition(flow), flow.element.line));
    }
  }

  /** The name of a flow and its condition. */
  private String describeCondition(Flow flow) {
    String name = MermaidText.toPlainText(flow.element.attribute("name"));
    boolean isBoundNamed = BoundText.in(name).isPresent();
    if (isBoundNamed && !isChecked(flow.element, flow.from)) {
      // the name decides nothing
      return WITHOUT_CONDITIONS.contains(typeOf(flow.from)) ? "" : name + " (default)";
    }
    String expression = flow.condition.orElse("");
    if (name.isEmpty() || expression.isEmpty()) {
      return name + expression;
    }
    if (BoundText.in(expression).isPresent()) {
      return expression;
    }
    // the expression decides, and not the name
    return name + " (" + expression + ")";
  }

  /** A run may end at an activity of the process that no flow leaves. */
  private void addImplicitEnds(Set<String> left) {
    element.nodes.stream()
        .filter(node -> node.is(NodeKind.STEP) && !left.contains(node.id()))
        .forEach(node -> draft.ends.add(node.id()));
  }

  /** Adds an edge from each event that throws a link to the one that catches it. */
  private void addLinks(Set<String> left) {
    Map<String, String> catching = new HashMap<>();
    Map<BpmnElement, String> throwing = new LinkedHashMap<>();
    for (BpmnElement node : nodes.values()) {
      for (BpmnElement definition : node.children("linkEventDefinition")) {
        String link = linkName(node, definition);
        if (node.type.equals("intermediateThrowEvent")) {
          throwing.put(node, link);
        } else {
          catching.put(link, node.id());
        }
      }
    }
    throwing.forEach(
        (node, link) -> {
          left.add(node.id());
          if (catching.containsKey(link)) {
            draft.add(Edge.of(node.id(), catching.get(link), EdgeKind.FIXED, "", 0));
          } else {
            draft.unparsed(node.line, link, "is a link that leads nowhere");
          }
        });
  }

  /** The name of a link, which connects events of one subprocess. */
  private static String linkName(BpmnElement event, BpmnElement definition) {
    String scope = event.subprocesses().findFirst().map(BpmnElement::id).orElse("");
    String name = definition.attribute("name");
    // some editors write the name at the event only
    return scope + "/" + (name.isBlank() ? event.label() : name);
  }

  /**
   * A run may begin at a start event, and where no flow enters: at any node of a process without a
   * start event, otherwise only where something else than a flow leads.
   */
  private void addEntries() {
    Set<String> entered = draft.edges.stream().map(Edge::to).collect(Collectors.toSet());
    boolean hasStart = draft.nodes.values().stream().anyMatch(it -> it.kind() == NodeKind.START);
    draft.nodes.values().stream()
        .filter(
            node ->
                node.kind() == NodeKind.START
                    || !entered.contains(node.id()) && (!hasStart || beginsWithoutFlow(node.id())))
        .forEach(node -> draft.entries.add(node.id()));
  }

  private boolean beginsWithoutFlow(String id) {
    return Optional.ofNullable(nodes.get(id))
        .filter(
            node ->
                Set.of("boundaryEvent", "intermediateCatchEvent").contains(node.type)
                    || Stream.of("triggeredByEvent", "isForCompensation", "instantiate")
                        .anyMatch(it -> node.attribute(it).equals("true"))
                    || node.subprocesses().anyMatch(it -> it.type.equals("adHocSubProcess")))
        .isPresent();
  }
}

package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An element of BPMN 2.0 that has a part in the control flow, with such elements in it. */
final class BpmnElement {

  private static final Pattern SUBPROCESS =
      Pattern.compile("subProcess|adHocSubProcess|transaction");
  private static final Pattern STEP =
      Pattern.compile(
          "task|(?:user|service|send|receive|manual|businessRule|script)Task|callActivity|"
              + SUBPROCESS);
  private static final Pattern ROUTE =
      Pattern.compile(
          "(?:exclusive|inclusive|parallel|complex|eventBased)Gateway"
              + "|(?:boundary|intermediateCatch|intermediateThrow)Event");
  private static final Pattern OTHER =
      Pattern.compile(
          "process|sequenceFlow|conditionExpression|standardLoopCharacteristics|[a-z]+EventDefinition|timeDuration");

  private static final Pattern NO_TIME = Pattern.compile("P(?:[0.]+[YMWD])*(?:T(?:[0.]+[HMS])*)?");

  /** Where a run waits for a person, a message, a time, a signal or a condition. */
  private static final Set<String> WAITING =
      Set.of("userTask", "manualTask", "receiveTask", "intermediateCatchEvent");

  /** The name of the XML element. */
  final String type;

  final int line;

  /** The kind of a flow node; empty for other elements. */
  final Optional<NodeKind> kind;

  final List<BpmnElement> children = new ArrayList<>();

  /** The children that are flow nodes. */
  final List<BpmnElement> nodes = new ArrayList<>();

  /** The text of a condition or duration. */
  final StringBuilder text = new StringBuilder();

  private final Map<String, String> attributes;
  private final Optional<BpmnElement> parent;

  BpmnElement(String type, Map<String, String> attributes, int line, Optional<BpmnElement> parent) {
    this.type = type;
    this.attributes = attributes;
    this.line = line;
    this.kind = kindOf(type);
    this.parent = parent;
  }

  void add(BpmnElement child) {
    children.add(child);
    if (child.kind.isPresent()) {
      nodes.add(child);
    }
  }

  /** Whether elements of this type have a part in the control flow. */
  static boolean isRead(String type) {
    return kindOf(type).isPresent() || OTHER.matcher(type).matches();
  }

  private static Optional<NodeKind> kindOf(String type) {
    if (STEP.matcher(type).matches()) {
      return Optional.of(NodeKind.STEP);
    }
    return switch (type) {
      case "startEvent" -> Optional.of(NodeKind.START);
      case "endEvent" -> Optional.of(NodeKind.END);
      default -> Optional.of(NodeKind.ROUTE).filter(kind -> ROUTE.matcher(type).matches());
    };
  }

  Node toNode(NodeKind nodeKind) {
    Node node = Node.of(id(), label(), nodeKind, line);
    // an event that catches a link does not wait: the link leads to it
    boolean waits = WAITING.contains(type) && !has("linkEventDefinition") && !hasEndedTimer();
    return waits ? node.waiting() : node;
  }

  /** Whether it has a timer whose duration is zero. */
  private boolean hasEndedTimer() {
    return children("timerEventDefinition").stream()
        .flatMap(timer -> timer.children("timeDuration").stream())
        .anyMatch(duration -> NO_TIME.matcher(duration.text.toString().strip()).matches());
  }

  /** Its id, or its line without one. */
  String id() {
    String id = attribute("id");
    return id.isBlank() ? "(line " + line + ")" : id;
  }

  /** Its name as plain text, or its id without one. */
  String label() {
    String name = attribute("name");
    return MermaidText.toPlainText(name.isBlank() ? id() : name);
  }

  /** The value of an attribute; empty without one. */
  String attribute(String name) {
    return attributes.getOrDefault(name, "");
  }

  /** The id that an attribute refers to, without the prefix of a namespace; empty without one. */
  String reference(String attribute) {
    String reference = attribute(attribute);
    return reference.substring(reference.indexOf(':') + 1);
  }

  boolean is(NodeKind expected) {
    return kind.filter(expected::equals).isPresent();
  }

  boolean isSubprocess() {
    return SUBPROCESS.matcher(type).matches();
  }

  /** Whether an event starts it, and no sequence flow. */
  boolean isEventSubprocess() {
    return isSubprocess() && attribute("triggeredByEvent").equals("true");
  }

  /** The elements of a type directly in it. */
  List<BpmnElement> children(String childType) {
    return children.stream().filter(each -> each.type.equals(childType)).toList();
  }

  boolean has(String childType) {
    return !children(childType).isEmpty();
  }

  /** The first start event directly in it, or else the first flow node. */
  BpmnElement start() {
    return nodes.stream().filter(node -> node.is(NodeKind.START)).findFirst().orElse(nodes.get(0));
  }

  /** The subprocesses around it, from the innermost. */
  Stream<BpmnElement> subprocesses() {
    return scopes().filter(BpmnElement::isSubprocess);
  }

  /** The subprocesses and the process around it, from the innermost. */
  Stream<BpmnElement> scopes() {
    return Stream.iterate(parent, Optional::isPresent, each -> each.flatMap(it -> it.parent))
        .flatMap(Optional::stream)
        .filter(each -> each.isSubprocess() || each.type.equals("process"));
  }
}

package dev.eddyline.graph;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Parses the control flow of BPMN 2.0. The parser rejects a DOCTYPE, so there are no internal or
 * external entities.
 */
final class BpmnGraph {

  private static final String MODEL = "http://www.omg.org/spec/BPMN/20100524/MODEL";
  private static final int MAX_DEPTH = 100;

  private static final Set<String> TASKS =
      Set.of(
          "task",
          "userTask",
          "serviceTask",
          "sendTask",
          "receiveTask",
          "manualTask",
          "businessRuleTask",
          "scriptTask",
          "callActivity");

  private static final Set<String> CONTAINERS =
      Set.of("subProcess", "transaction", "adHocSubProcess");

  private static final Set<String> GATEWAYS =
      Set.of(
          "exclusiveGateway",
          "inclusiveGateway",
          "parallelGateway",
          "complexGateway",
          "eventBasedGateway");

  private static final Set<String> EVENTS =
      Set.of("intermediateCatchEvent", "intermediateThrowEvent", "boundaryEvent");

  private final String place;
  private final GraphSize most;
  private final XMLStreamReader xml;
  private final List<BpmnProcess> processes = new ArrayList<>();
  private final Deque<String> elements = new ArrayDeque<>();
  private @Nullable BpmnProcess process;

  private BpmnGraph(String place, XMLStreamReader xml, GraphSize most) {
    this.place = place;
    this.most = most;
    this.xml = xml;
  }

  /** Parses the graphs of all processes in the text that have a flow. */
  static List<GraphReading> read(String place, String text, GraphSize most) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    // Java 24 and newer stop at 100 with their own message; ours names the limit
    factory.setProperty("jdk.xml.maxElementDepth", Integer.toString(2 * MAX_DEPTH));
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("nothing is read from elsewhere");
        });
    int line = 0;
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
      BpmnGraph graph = new BpmnGraph(place, xml, most);
      while (xml.hasNext()) {
        int event = xml.next();
        line = xml.getLocation().getLineNumber();
        graph.take(event, line);
      }
      return graph.readings();
    } catch (XMLStreamException invalid) {
      int at = invalid.getLocation() == null ? line : invalid.getLocation().getLineNumber();
      String why = invalid.getMessage() == null ? "" : invalid.getMessage();
      String last = why.lines().reduce((first, second) -> second).orElse("");
      throw refused(place, at, "not valid XML: " + last);
    }
  }

  private static InvalidGraphException refused(String place, int line, String reason) {
    return new InvalidGraphException(place, List.of(Draft.at(line) + reason));
  }

  private List<GraphReading> readings() {
    List<BpmnProcess> flows = processes.stream().filter(each -> !each.isEmpty()).toList();
    if (flows.isEmpty()) {
      throw refused(place, 0, "holds no BPMN 2.0 process with a flow");
    }
    most.requireCount(place, flows.size());
    return flows.stream().map(each -> each.read(flows.size() == 1)).toList();
  }

  private void take(int event, int line) {
    if (event == XMLStreamConstants.DTD) {
      throw refused(place, line, "a DOCTYPE is not allowed");
    }
    if (event == XMLStreamConstants.START_ELEMENT) {
      if (elements.size() >= MAX_DEPTH) {
        throw refused(place, line, "is nested deeper than " + MAX_DEPTH);
      }
      elements.push(xml.getLocalName());
      if (MODEL.equals(xml.getNamespaceURI())) {
        start(xml.getLocalName(), line);
      }
    } else if (event == XMLStreamConstants.END_ELEMENT) {
      elements.pop();
      if (MODEL.equals(xml.getNamespaceURI())) {
        end(xml.getLocalName());
      }
    }
  }

  private void start(String name, int line) {
    if (name.equals("process")) {
      process =
          new BpmnProcess(place, attribute("name").or(() -> attribute("id")).orElse(place), most);
      processes.add(process);
    }
    if (process == null) {
      return;
    }
    if (TASKS.contains(name) || CONTAINERS.contains(name)) {
      process.node(node(NodeKind.STEP, line), name, attribute("default"));
      if (CONTAINERS.contains(name)) {
        process.enter(attribute("triggeredByEvent").filter("true"::equals).isPresent());
      }
    } else if (GATEWAYS.contains(name) || EVENTS.contains(name)) {
      process.node(node(NodeKind.ROUTE, line), name, attribute("default"));
      BpmnProcess inside = process;
      attribute("attachedToRef").ifPresent(host -> inside.attached(host, line));
    } else if (name.equals("startEvent")) {
      process.node(node(NodeKind.START, line), name, Optional.empty());
    } else if (name.equals("endEvent")) {
      process.node(node(NodeKind.END, line), name, Optional.empty());
    } else if (name.equals("sequenceFlow")) {
      process.flow(
          new BpmnProcess.Flow(
              attribute("id").orElse(""),
              attribute("sourceRef").orElse(""),
              attribute("targetRef").orElse(""),
              attribute("name").orElse(""),
              line));
    } else if (name.equals("conditionExpression")) {
      process.condition();
    } else if (name.equals("linkEventDefinition")) {
      process.link(attribute("name").orElse(""));
    } else if (name.equals("standardLoopCharacteristics")) {
      process.loop(attribute("loopMaximum"), line);
    }
  }

  private void end(String name) {
    if (process != null && CONTAINERS.contains(name)) {
      process.leave();
    }
    process = name.equals("process") ? null : process;
  }

  private Node node(NodeKind kind, int line) {
    String id = attribute("id").filter(text -> !text.isBlank()).orElse("(line " + line + ")");
    String label = attribute("name").filter(text -> !text.isBlank()).orElse(id);
    return Node.of(id, MermaidText.plain(label), kind, line);
  }

  private Optional<String> attribute(String name) {
    return Optional.ofNullable(xml.getAttributeValue(null, name));
  }
}

package dev.eddyline.graph.read;

import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Parses the control flow of BPMN 2.0. The parser rejects a DOCTYPE, so there are no internal or
 * external entities.
 */
final class BpmnParser {

  private static final String BPMN_NAMESPACE = "http://www.omg.org/spec/BPMN/20100524/MODEL";
  private static final int MAX_DEPTH = 100;

  /** The root of BPMN, behind comments. */
  private static final Pattern ROOT =
      Pattern.compile("(?s)(?:<!--.*?-->\\s*+)*+<(?:[\\w.-]++:)?definitions\\b");

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

  private final String sourceName;
  private final GraphSizeLimit sizeLimit;
  private final XMLStreamReader xml;
  private final List<BpmnProcessBuilder> processes = new ArrayList<>();
  private final Deque<String> elements = new ArrayDeque<>();
  private @Nullable BpmnProcessBuilder process;

  /** The text of the condition that is being read; null outside of conditions. */
  private @Nullable StringBuilder condition;

  private BpmnParser(String place, XMLStreamReader xml, GraphSizeLimit most) {
    this.sourceName = place;
    this.sizeLimit = most;
    this.xml = xml;
  }

  /** Whether the text is XML. */
  static boolean recognizes(GraphInput input) {
    String start = input.text().stripLeading();
    return start.startsWith("<")
        && (start.startsWith("<?xml")
            || ROOT.matcher(start).lookingAt()
            || !MarkdownDiagrams.recognizes(input));
  }

  /** Parses the graphs of all processes in the text that have a flow. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit most) {
    String place = input.place();
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    // Java 24 and newer stop at 100 with their own message; ours names the limit
    factory.setProperty("jdk.xml.maxElementDepth", Integer.toString(2 * MAX_DEPTH));
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("nothing is read from elsewhere");
        });
    int line = 0;
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(input.text()));
      BpmnParser graph = new BpmnParser(place, xml, most);
      while (xml.hasNext()) {
        int event = xml.next();
        line = xml.getLocation().getLineNumber();
        graph.handleXmlEvent(event, line);
      }
      return graph.buildGraphs();
    } catch (XMLStreamException invalid) {
      int at = invalid.getLocation() == null ? line : invalid.getLocation().getLineNumber();
      String why = invalid.getMessage() == null ? "" : invalid.getMessage();
      String last = why.lines().reduce((first, second) -> second).orElse("");
      throw invalidGraphException(place, at, "not valid XML: " + last);
    }
  }

  private static InvalidGraphException invalidGraphException(
      String place, int line, String reason) {
    return new InvalidGraphException(place, List.of(GraphBuilder.linePrefix(line) + reason));
  }

  private List<ParsedGraph> buildGraphs() {
    List<BpmnProcessBuilder> flows = processes.stream().filter(each -> !each.isEmpty()).toList();
    if (flows.isEmpty()) {
      throw invalidGraphException(sourceName, 0, "holds no BPMN 2.0 process with a flow");
    }
    sizeLimit.requireAllowedGraphCount(sourceName, flows.size());
    return new BpmnProcesses(sourceName, flows).build();
  }

  private void handleXmlEvent(int event, int line) {
    if (event == XMLStreamConstants.DTD) {
      throw invalidGraphException(sourceName, line, "a DOCTYPE is not allowed");
    }
    if (event == XMLStreamConstants.START_ELEMENT) {
      if (elements.size() >= MAX_DEPTH) {
        throw invalidGraphException(sourceName, line, "is nested deeper than " + MAX_DEPTH);
      }
      elements.push(xml.getLocalName());
      if (BPMN_NAMESPACE.equals(xml.getNamespaceURI())) {
        handleStartElement(xml.getLocalName(), line);
      }
    } else if (event == XMLStreamConstants.END_ELEMENT) {
      elements.pop();
      if (BPMN_NAMESPACE.equals(xml.getNamespaceURI())) {
        handleEndElement(xml.getLocalName());
      }
    } else if (condition != null && xml.isCharacters()) {
      condition.append(xml.getText());
    }
  }

  private void handleStartElement(String name, int line) {
    if (name.equals("process")) {
      process =
          new BpmnProcessBuilder(
              sourceName,
              attribute("name").or(() -> attribute("id")).orElse(sourceName),
              attribute("id").orElse(Integer.toString(processes.size() + 1)),
              sizeLimit);
      processes.add(process);
    }
    if (process == null) {
      return;
    }
    if (TASKS.contains(name) || CONTAINERS.contains(name)) {
      process.addNode(node(NodeKind.STEP, line), name, attribute("default"));
      attribute("calledElement")
          .map(BpmnParser::local)
          .ifPresent(process::markLastActivityAsCallOf);
      if (CONTAINERS.contains(name)) {
        process.enterSubprocess(attribute("triggeredByEvent").filter("true"::equals).isPresent());
      }
    } else if (GATEWAYS.contains(name) || EVENTS.contains(name)) {
      process.addNode(node(NodeKind.ROUTE, line), name, attribute("default"));
      BpmnProcessBuilder inside = process;
      attribute("attachedToRef")
          .ifPresent(
              host ->
                  inside.attachLastEventToHost(
                      local(host),
                      attribute("cancelActivity").filter("false"::equals).isEmpty(),
                      line));
    } else if (name.equals("startEvent")) {
      process.addNode(node(NodeKind.START, line), name, Optional.empty());
    } else if (name.equals("endEvent")) {
      process.addNode(node(NodeKind.END, line), name, Optional.empty());
    } else if (name.equals("sequenceFlow")) {
      process.addSequenceFlow(
          new BpmnProcessBuilder.SequenceFlow(
              attribute("id").orElse(""),
              attribute("sourceRef").map(BpmnParser::local).orElse(""),
              attribute("targetRef").map(BpmnParser::local).orElse(""),
              attribute("name").orElse(""),
              line));
    } else if (name.equals("conditionExpression")) {
      condition = new StringBuilder();
    } else if (name.equals("compensateEventDefinition")) {
      process.markLastEventAsCompensation();
    } else if (name.equals("timerEventDefinition")) {
      process.markLastEventAsTimer();
    } else if (name.equals("linkEventDefinition")) {
      process.addLinkToLastEvent(attribute("name").orElse(""));
    } else if (name.equals("standardLoopCharacteristics")) {
      process.addLoopToLastActivity(attribute("loopMaximum"), line);
    }
  }

  private void handleEndElement(String name) {
    if (process != null && CONTAINERS.contains(name)) {
      process.leaveSubprocess();
    } else if (process != null && condition != null && name.equals("conditionExpression")) {
      process.addConditionToLastFlow(condition.toString());
      condition = null;
    }
    process = name.equals("process") ? null : process;
  }

  private Node node(NodeKind kind, int line) {
    String id = attribute("id").filter(text -> !text.isBlank()).orElse("(line " + line + ")");
    String label = attribute("name").filter(text -> !text.isBlank()).orElse(id);
    return Node.of(id, MermaidText.toPlainText(label), kind, line);
  }

  /** A reference without the prefix of its namespace. */
  private static String local(String reference) {
    return reference.substring(reference.indexOf(':') + 1);
  }

  private Optional<String> attribute(String name) {
    return Optional.ofNullable(xml.getAttributeValue(null, name));
  }
}

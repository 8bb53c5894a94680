package dev.eddyline.graph.read;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Parses XML into elements of BPMN 2.0. The parser rejects a DOCTYPE, so there are no internal or
 * external entities.
 */
final class BpmnXml {

  private static final String NAMESPACE = "http://www.omg.org/spec/BPMN/20100524/MODEL";
  private static final int MAX_DEPTH = 100;

  /** The elements whose text is read. */
  private static final Set<String> TEXTS = Set.of("conditionExpression", "timeDuration");

  private BpmnXml() {}

  /** Parses a file into an element with those of the file in it. */
  static BpmnElement parse(String place, String text) {
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
    try {
      return parse(place, factory.createXMLStreamReader(new StringReader(text)));
    } catch (XMLStreamException invalid) {
      int line = invalid.getLocation() == null ? 0 : invalid.getLocation().getLineNumber();
      String why = invalid.getMessage() == null ? "" : invalid.getMessage();
      String last = why.lines().reduce((first, second) -> second).orElse("");
      throw GraphBuilder.invalidGraph(place, line, "not valid XML: " + last);
    }
  }

  private static BpmnElement parse(String place, XMLStreamReader xml) throws XMLStreamException {
    BpmnElement file = new BpmnElement("", Map.of(), 0, Optional.empty());
    // for each open XML element the innermost one that is read
    Deque<BpmnElement> open = new ArrayDeque<>();
    open.push(file);
    while (xml.hasNext()) {
      int event = xml.next();
      int line = xml.getLocation().getLineNumber();
      BpmnElement parent = open.element();
      if (event == XMLStreamConstants.DTD) {
        throw GraphBuilder.invalidGraph(place, line, "a DOCTYPE is not allowed");
      } else if (event == XMLStreamConstants.START_ELEMENT) {
        if (open.size() > MAX_DEPTH) {
          throw GraphBuilder.invalidGraph(place, line, "is nested deeper than " + MAX_DEPTH);
        }
        if (NAMESPACE.equals(xml.getNamespaceURI()) && BpmnElement.isRead(xml.getLocalName())) {
          BpmnElement element =
              new BpmnElement(xml.getLocalName(), attributes(xml), line, Optional.of(parent));
          parent.add(element);
          open.push(element);
        } else {
          open.push(parent);
        }
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        open.pop();
      } else if (xml.isCharacters() && TEXTS.contains(parent.type)) {
        parent.text.append(xml.getText());
      }
    }
    return file;
  }

  private static Map<String, String> attributes(XMLStreamReader xml) {
    Map<String, String> attributes = new HashMap<>();
    for (int at = 0; at < xml.getAttributeCount(); at++) {
      attributes.putIfAbsent(xml.getAttributeLocalName(at), xml.getAttributeValue(at));
    }
    return Map.copyOf(attributes);
  }
}

package dev.eddyline.topology.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The picture of arbitrary topologies. */
class TopologyPictureTest {

  private static final class Pass extends ContextualProcessor<Object, Object, Object, Object> {
    @Override
    public void process(Record<Object, Object> record) {
      context().forward(record);
    }
  }

  private record Box(int left, int top, int right, int bottom) {
    boolean overlaps(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  }

  static Stream<Named<TopologyDescription>> topologies() {
    return Stream.of(
        Named.of("ours", TopologyDrawing.described()),
        Named.of("another", chain()),
        Named.of("none", new Topology().describe()));
  }

  /** Two processors in a chain, and a topic that is read again. */
  private static TopologyDescription chain() {
    var store =
        Stores.keyValueStoreBuilder(
            Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.Long());
    return new Topology()
        .addSource("in <1>", "a", "b")
        .addSource("again", "c")
        .addProcessor("first", Pass::new, "in <1>", "again")
        .addProcessor("second & last", Pass::new, "first")
        .addStateStore(store, "first", "second & last")
        .addSink("out", "d", "second & last")
        .addSink("back", "c", "first")
        .describe();
  }

  private static Element parse(String svg) throws Exception {
    byte[] bytes = svg.getBytes(StandardCharsets.UTF_8);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(bytes))
        .getDocumentElement();
  }

  private static List<Element> elements(Element svg, String name) {
    NodeList found = svg.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  private static List<Box> boxes(Element svg) {
    List<Box> boxes = new ArrayList<>();
    for (Element rectangle : elements(svg, "rect")) {
      if (!rectangle.getAttribute("x").isEmpty()) {
        int left = Integer.parseInt(rectangle.getAttribute("x"));
        int top = Integer.parseInt(rectangle.getAttribute("y"));
        int right = left + Integer.parseInt(rectangle.getAttribute("width"));
        boxes.add(new Box(left, top, right, top + height(rectangle)));
      }
    }
    return boxes;
  }

  private static int height(Element element) {
    return Integer.parseInt(element.getAttribute("height"));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theSvgIsValidAndItsBoxesDoNotOverlap(TopologyDescription topology) throws Exception {
    // When
    Element svg = parse(TopologyPicture.of(topology));

    // Then
    List<Box> boxes = boxes(svg);
    int width = Integer.parseInt(svg.getAttribute("width"));
    for (Box box : boxes) {
      assertThat(box.left()).isNotNegative();
      assertThat(box.right()).isLessThan(width);
      assertThat(box.bottom()).isLessThan(height(svg));
      assertThat(boxes.stream().filter(box::overlaps)).containsExactly(box);
    }
  }

  @Test
  void showsEveryTopicNodeAndStore() throws Exception {
    // When
    Element svg = parse(TopologyPicture.of(chain()));

    // Then
    assertThat(elements(svg, "text"))
        .extracting(Element::getTextContent)
        .containsExactlyInAnyOrder(
            "read",
            "written",
            "a, b",
            "in <1>",
            "c",
            "again",
            "first",
            "counts",
            "second & last",
            "counts",
            "d",
            "out",
            "c",
            "back");
  }

  @Test
  void drawsAnArrowForEveryEdgeAndADashedOneForTheSignalsTopic() throws Exception {
    // When
    Element svg = parse(TopologyPicture.of(chain()));

    // Then
    List<Element> arrows =
        elements(svg, "path").stream().filter(it -> it.hasAttribute("marker-end")).toList();
    assertThat(arrows).hasSize(6);
    assertThat(arrows).filteredOn(it -> it.hasAttribute("stroke-dasharray")).hasSize(1);
  }

  @Test
  void everyLineOfTheTextDescribesANode() {
    // When
    String text = TopologyDrawing.text(chain());

    // Then
    assertThat(text)
        .contains("sub-topology 0\n")
        .contains("  source in <1>\n    topic a\n    topic b\n    to    first\n")
        .contains("  processor second & last\n    store counts\n    to    out\n")
        .contains("  sink back\n    topic c\n");
  }
}

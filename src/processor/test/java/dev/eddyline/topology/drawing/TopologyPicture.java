package dev.eddyline.topology.drawing;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.TopologyDescription.Node;
import org.apache.kafka.streams.TopologyDescription.Sink;
import org.apache.kafka.streams.TopologyDescription.Source;

/**
 * A topology as an SVG document: sources left, processors with their stores in the middle, sinks
 * right, in columns by depth. A topic that is written and read is drawn again in a dashed line
 * below.
 */
final class TopologyPicture {

  private static final int WIDTH = 250;
  private static final int GAP = 110;
  private static final int MARGIN = 60;
  private static final int TOP = 84;
  private static final int BOX = 60;
  private static final int SPACE = 24;
  private static final int STORE = 58;

  private static final String HEAD =
      """
      <svg xmlns='http://www.w3.org/2000/svg' width='%1$d' height='%2$d' viewBox='0 0 %1$d %2$d' \
      font-family='Helvetica, Arial, "DejaVu Sans", sans-serif' font-size='15' fill='#1c2733'>
      <title>What flows where in Eddyline</title>
      <defs><marker id='tip' viewBox='0 0 10 10' refX='9' refY='5' markerWidth='8' \
      markerHeight='8' orient='auto'><path d='M0 0 10 5 0 10z' fill='#5b6b7b'/></marker></defs>
      <rect width='100%%' height='100%%' fill='#fbfcfd'/>
      """;

  private record NodeBoxPosition(int column, int y, int height) {
    int x() {
      return MARGIN + column * (WIDTH + GAP);
    }

    int end() {
      return x() + WIDTH;
    }

    /** The point where a line between the two boxes touches this one. */
    int towards(NodeBoxPosition other) {
      int middle = other.y + other.height / 2;
      return Math.max(y + BOX / 2, Math.min(y + height - BOX / 2, middle));
    }
  }

  private final Map<String, NodeBoxPosition> places = new TreeMap<>();
  private final StringBuilder svg = new StringBuilder();
  private int floor;

  private TopologyPicture(List<Node> nodes) {
    int last = nodes.stream().mapToInt(TopologyPicture::depth).max().orElse(0);
    int[] ends = new int[last + 1];
    nodes.forEach(node -> ends[column(node, last)] += height(node) + SPACE);
    int tallest = Arrays.stream(ends).max().orElse(0);
    Arrays.setAll(ends, column -> TOP + (tallest - ends[column]) / 2);
    for (Node node : nodes) {
      int column = column(node, last);
      places.put(node.name(), new NodeBoxPosition(column, ends[column], height(node)));
      ends[column] += height(node) + SPACE;
    }
    floor = TOP + tallest - SPACE;
    nodes.forEach(this::arrows);
    nodes.stream().filter(Sink.class::isInstance).forEach(sink -> drawReturnArrow(sink, nodes));
    nodes.forEach(this::box);
    text(MARGIN + WIDTH / 2, TOP - 36, "", "read");
    text(MARGIN + last * (WIDTH + GAP) + WIDTH / 2, TOP - 36, "", "written");
  }

  /** The picture of a topology. */
  static String of(TopologyDescription topology) {
    List<Node> nodes =
        TopologyDrawing.byName(
            topology.subtopologies().stream().flatMap(part -> part.nodes().stream()).toList());
    TopologyPicture picture = new TopologyPicture(nodes);
    int end = picture.places.values().stream().mapToInt(NodeBoxPosition::end).max().orElse(0);
    return HEAD.formatted(end + MARGIN, picture.floor + SPACE * 2) + picture.svg + "</svg>\n";
  }

  private static int column(Node node, int last) {
    return node instanceof Sink ? last : depth(node);
  }

  private static int depth(Node node) {
    return node.predecessors().stream().mapToInt(before -> depth(before) + 1).max().orElse(0);
  }

  private static int height(Node node) {
    return BOX + TopologyDrawing.stores(node).size() * STORE;
  }

  private void arrows(Node node) {
    NodeBoxPosition from = places.get(node.name());
    for (Node next : TopologyDrawing.byName(node.successors())) {
      NodeBoxPosition to = places.get(next.name());
      int bend = to.x() - GAP / 2;
      int start = from.towards(to);
      int end = to.towards(from);
      line("", "M%d %dC%d %d %d %d %d %d", from.end(), start, bend, start, bend, end, to.x(), end);
    }
  }

  private void drawReturnArrow(Node sink, List<Node> nodes) {
    NodeBoxPosition from = places.get(sink.name());
    for (Node source : nodes) {
      if (source instanceof Source
          && TopologyDrawing.topics(source).containsAll(TopologyDrawing.topics(sink))) {
        NodeBoxPosition to = places.get(source.name());
        floor += SPACE;
        int right = from.end() + MARGIN / 2;
        int left = to.x() - MARGIN / 2;
        Object[] way = {
          from.end(), from.towards(from), right, floor, left, to.towards(to), to.x(),
        };
        line("stroke-dasharray='6 5'", "M%d %dH%dV%dH%dV%dH%d", way);
      }
    }
  }

  private void box(Node node) {
    NodeBoxPosition place = places.get(node.name());
    int middle = place.x() + WIDTH / 2;
    int y = place.y();
    String colour =
        node instanceof Source ? "#fff4de" : node instanceof Sink ? "#e7f5ea" : "#e8f1fb";
    add(
        "<rect x='%d' y='%d' width='%d' height='%d' rx='8' fill='%s' stroke='#5b6b7b'/>",
        place.x(), y, WIDTH, place.height(), colour);
    String topics = String.join(", ", TopologyDrawing.topics(node));
    if (topics.isEmpty()) {
      text(middle, y + 36, "font-weight='bold'", node.name());
    } else {
      text(middle, y + 27, "font-weight='bold'", topics);
      text(middle, y + 47, "font-size='12' fill='#5b6b7b'", node.name());
    }
    int next = y + BOX;
    for (String store : TopologyDrawing.stores(node)) {
      cylinder(place.x() + SPACE, next, store);
      next += STORE;
    }
  }

  private void cylinder(int x, int y, String store) {
    int width = WIDTH - 2 * SPACE;
    String shape = "<path d='M%1$d %2$da%4$d 6 0 0 %5$d %3$d 0%6$s' fill='%7$s' stroke='#5b6b7b'/>";
    String body = "v30a%1$d 6 0 0 1 -%2$d 0z".formatted(width / 2, width);
    add(shape, x, y + 4, width, width / 2, 1, body, "#ffffff");
    add(shape, x, y + 4, width, width / 2, 0, "", "none");
    text(x + width / 2, y + 29, "font-size='14'", store);
  }

  private void line(String style, String path, Object... points) {
    String way = path.formatted(points);
    add("<path d='%s' fill='none' stroke='#5b6b7b' marker-end='url(#tip)' %s/>", way, style);
  }

  private void text(int x, int y, String style, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
    add("<text x='%d' y='%d' text-anchor='middle' %s>%s</text>", x, y, style, escaped);
  }

  private void add(String element, Object... values) {
    svg.append(element.formatted(values)).append('\n');
  }
}

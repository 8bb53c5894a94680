package dev.eddyline.graph.report;

import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.WorkflowGraph;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Draws a graph as SVG: in layers from top to bottom, edges that lead back up as curves at the
 * side, the cycles of its findings in red. Of a very large graph only the cycles are drawn.
 */
public final class GraphPicture {

  private static final int MAX_DRAWN_NODES = 300;
  private static final int MAX_DRAWN_EDGES = 2_000;
  private static final int MAX_LABEL_CHARS = 28;

  private static final String SVG_HEADER_TEMPLATE =
      """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc" \
      width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" \
      font-family="Helvetica, Arial, 'DejaVu Sans', 'Noto Sans CJK JP', sans-serif" font-size="14">
      <title id="title">%3$s</title>
      <desc id="desc">%4$s</desc>
      <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" \
      markerHeight="8" orient="auto"><path d="M0 0 10 5 0 10z" fill="#5b6b7b"/></marker>
      <marker id="red" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" \
      orient="auto"><path d="M0 0 10 5 0 10z" fill="#c62828"/></marker></defs>
      <rect width="100%%" height="100%%" fill="#fbfcfd"/>
      """;

  private final WorkflowGraph graph;
  private final Set<NodePair> cycleEdges = new HashSet<>();
  private final Set<String> cycleNodes = new HashSet<>();
  private final StringBuilder svg = new StringBuilder();

  private GraphPicture(WorkflowGraph graph, List<GraphFinding> findings) {
    for (GraphFinding finding : findings) {
      List<String> cycle = finding.cycle();
      cycleNodes.addAll(cycle);
      for (int at = 0; finding.kind().isCycle() && at < cycle.size(); at++) {
        cycleEdges.add(new NodePair(cycle.get(at), cycle.get((at + 1) % cycle.size())));
      }
    }
    this.graph = limitToDrawablePart(graph);
  }

  /** The graph, with the cycles of the findings in red. */
  public static String svg(WorkflowGraph graph, List<GraphFinding> findings) {
    return new GraphPicture(graph, findings).draw(graph, findings);
  }

  private WorkflowGraph limitToDrawablePart(WorkflowGraph whole) {
    if (whole.nodes().size() <= MAX_DRAWN_NODES && whole.edges().size() <= MAX_DRAWN_EDGES) {
      return whole;
    }
    List<Node> nodes =
        whole.nodes().stream()
            .filter(n -> cycleNodes.contains(n.id()))
            .limit(MAX_DRAWN_NODES)
            .toList();
    Set<String> ids = new HashSet<>(nodes.stream().map(Node::id).toList());
    List<Edge> edges =
        whole.edges().stream()
            .filter(edge -> cycleEdges.contains(edge.endpointPair()))
            .filter(edge -> ids.contains(edge.from()) && ids.contains(edge.to()))
            .limit(MAX_DRAWN_EDGES)
            .toList();
    Set<String> entries = new HashSet<>(whole.entries());
    entries.retainAll(ids);
    return new WorkflowGraph(
        whole.name(), nodes, edges, whole.counters(), entries, Set.of(), whole.recursionLimit());
  }

  private String draw(WorkflowGraph whole, List<GraphFinding> findings) {
    LayeredLayout layers = LayeredLayout.of(graph);
    String description =
        "%d nodes and %d edges%s. %s"
            .formatted(
                whole.nodes().size(),
                whole.edges().size(),
                graph.nodes().size() < whole.nodes().size()
                    ? ", of which the cycles are drawn"
                    : "",
                findings.isEmpty() ? "Nothing was found." : describeFindings(findings));
    svg.append(
        SVG_HEADER_TEMPLATE.formatted(
            layers.width(), layers.height(), escaped(whole.name()), escaped(description)));
    graph.edges().stream()
        .filter(e -> !cycleEdges.contains(e.endpointPair()))
        .forEach(e -> drawEdge(layers, e));
    graph.edges().stream()
        .filter(e -> cycleEdges.contains(e.endpointPair()))
        .forEach(e -> drawEdge(layers, e));
    graph.nodes().forEach(node -> drawNode(layers, node));
    return svg.append("</svg>\n").toString();
  }

  private static String describeFindings(List<GraphFinding> findings) {
    List<String> all =
        findings.stream()
            .limit(10)
            .map(
                each ->
                    each.kind().title()
                        + ": "
                        + truncateLabel(String.join(each.kind().separator(), each.cycle()), 300))
            .toList();
    return String.join(". ", all) + ".";
  }

  private void drawNode(LayeredLayout layers, Node node) {
    LayeredLayout.NodeBox box = layers.box(node.id());
    boolean isRed = cycleNodes.contains(node.id());
    String fill = node.expensive() ? "#ffe9c7" : "#ffffff";
    int round = node.kind() == NodeKind.STEP ? 6 : LayeredLayout.HEIGHT / 2;
    svg.append(
        "<g><title>%s</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\"/>"
            .formatted(
                escaped(node.id() + (node.expensive() ? ", expensive" : "")),
                box.x(),
                box.y(),
                LayeredLayout.WIDTH,
                LayeredLayout.HEIGHT,
                round,
                fill,
                isRed ? "#c62828" : "#5b6b7b",
                isRed ? 2 : 1));
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#1c2733\">%s</text></g>%n"
            .formatted(
                box.middle(), box.y() + 27, escaped(truncateLabel(node.label(), MAX_LABEL_CHARS))));
  }

  private void drawEdge(LayeredLayout layers, Edge edge) {
    boolean isRed = cycleEdges.contains(edge.endpointPair());
    LayeredLayout.NodeBox from = layers.box(edge.from());
    LayeredLayout.NodeBox to = layers.box(edge.to());
    String dashes = edge.kind() == EdgeKind.FIXED ? "" : " stroke-dasharray=\"6 4\"";
    String bound =
        edge.counter().map(name -> ", counter " + name).orElse("")
            + edge.guard().map(guard -> ", " + guard).orElse("");
    String words =
        "%s, %s%s"
            .formatted(edge.endpointPair(), edge.kind().name().toLowerCase(Locale.ROOT), bound);
    String condition =
        edge.condition().isEmpty() ? "" : ": " + truncateLabel(edge.condition(), 200);
    svg.append(
        "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s marker-end=\"url(#%s)\"><title>%s</title></path>%n"
            .formatted(
                edgeCurvePath(layers, from, to),
                isRed ? "#c62828" : "#5b6b7b",
                isRed ? "2.5" : "1.2",
                dashes,
                isRed ? "red" : "tip",
                escaped(words + condition)));
    if (!edge.condition().isEmpty()) {
      drawEdgeText(layers, from, to, edge.condition());
    }
  }

  /** Writes the text of an edge at the middle of its curve. */
  private void drawEdgeText(
      LayeredLayout layers, LayeredLayout.NodeBox from, LayeredLayout.NodeBox to, String text) {
    int x;
    String anchor;
    if (to.layer() > from.layer() + 1) {
      x = Math.max(8, Math.min(from.x(), to.x()) - 18 - 5 * (to.layer() - from.layer()));
      anchor = "start";
    } else if (to.layer() > from.layer()) {
      x = (from.middle() + to.middle()) / 2;
      anchor = "middle";
    } else {
      int right = Math.max(from.x(), to.x()) + LayeredLayout.WIDTH;
      x = Math.min(layers.width() - 8, right + 30 + 9 * (from.layer() - to.layer()));
      anchor = "end";
    }
    int y = (from.y() + to.y() + LayeredLayout.HEIGHT) / 2;
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" font-size=\"11\" fill=\"#5b6b7b\">%s</text>%n"
            .formatted(x, y, anchor, escaped(truncateLabel(text, MAX_LABEL_CHARS))));
  }

  /** Down in a curve, past other layers on the left; up, or to itself, on the right. */
  private static String edgeCurvePath(
      LayeredLayout layers, LayeredLayout.NodeBox from, LayeredLayout.NodeBox to) {
    if (to.layer() > from.layer() + 1) {
      int left = Math.max(6, Math.min(from.x(), to.x()) - 24 - 6 * (to.layer() - from.layer()));
      return "M%d %dC%d %d %d %d %d %d"
          .formatted(
              from.x(), from.y() + 30, left, from.y() + 50, left, to.y() - 8, to.x(), to.y() + 12);
    }
    if (to.layer() > from.layer()) {
      int start = from.y() + LayeredLayout.HEIGHT;
      int half = (to.y() - start) / 2;
      return "M%d %dC%d %d %d %d %d %d"
          .formatted(
              from.middle(),
              start,
              from.middle(),
              start + half,
              to.middle(),
              to.y() - half,
              to.middle(),
              to.y());
    }
    int out = from.x() + LayeredLayout.WIDTH;
    int in = to.x() + LayeredLayout.WIDTH;
    int side =
        Math.min(layers.width() - 6, Math.max(out, in) + 40 + 12 * (from.layer() - to.layer()));
    return "M%d %dC%d %d %d %d %d %d"
        .formatted(out, from.y() + 30, side, from.y() + 30, side, to.y() + 12, in, to.y() + 12);
  }

  private static String truncateLabel(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  /** The text, escaped, without characters that are invalid in XML. */
  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .filter(c -> c >= 32 && !(c >= 0xD800 && c <= 0xDFFF) && c != 0xFFFE && c != 0xFFFF)
        .forEach(
            c -> {
              switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                default -> safe.appendCodePoint(c);
              }
            });
    return safe.toString();
  }
}

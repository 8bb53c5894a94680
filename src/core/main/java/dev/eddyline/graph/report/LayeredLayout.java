package dev.eddyline.graph.report;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.WorkflowGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Lays out the nodes of a graph in layers, each below those that lead to it. */
final class LayeredLayout {

  static final int WIDTH = 210;
  static final int HEIGHT = 44;
  private static final int HORIZONTAL_NODE_GAP = 46;
  private static final int VERTICAL_LAYER_GAP = 62;
  private static final int MARGIN = 40;
  private static final int EDGE_CURVE_MARGIN = 140;
  private static final int ROW_ORDERING_PASSES = 6;

  /**
   * A node's position.
   *
   * @param x its left edge
   * @param y its upper edge
   * @param layer its layer, from 0
   */
  record NodeBox(int x, int y, int layer) {
    int middle() {
      return x + WIDTH / 2;
    }
  }

  private final Map<String, List<String>> successors = new HashMap<>();
  private final Map<String, Integer> layer = new LinkedHashMap<>();
  private final Map<String, NodeBox> boxes = new HashMap<>();
  private final Set<List<String>> backwards = new HashSet<>();
  private int width;
  private int height;

  private LayeredLayout() {}

  /** Lays out a graph. */
  static LayeredLayout of(WorkflowGraph graph) {
    LayeredLayout layers = new LayeredLayout();
    layers.layOutGraph(graph);
    return layers;
  }

  NodeBox box(String id) {
    return Objects.requireNonNull(boxes.get(id), id);
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  private void layOutGraph(WorkflowGraph graph) {
    graph.nodes().forEach(node -> successors.put(node.id(), new ArrayList<>()));
    Set<String> entered = new HashSet<>();
    for (Edge edge : graph.edges()) {
      successors(edge.from()).add(edge.to());
      entered.add(edge.to());
    }
    List<String> order = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    graph.nodes().stream()
        .sorted(Comparator.comparing((Node node) -> !isEntry(graph, node, entered)))
        .forEach(node -> visit(node.id(), seen, order));
    Collections.reverse(order);
    order.forEach(id -> layer.put(id, 0));
    for (String id : order) {
      for (String to : successors(id)) {
        if (!backwards.contains(List.of(id, to))) {
          layer.merge(to, Objects.requireNonNull(layer.get(id), id) + 1, Math::max);
        }
      }
    }
    boxes(orderNodesInRows());
  }

  private static boolean isEntry(WorkflowGraph graph, Node node, Set<String> entered) {
    return node.kind() == NodeKind.START
        || graph.entries().contains(node.id())
        || !entered.contains(node.id());
  }

  private List<String> successors(String id) {
    return Objects.requireNonNull(successors.get(id), id);
  }

  /** Visits nodes depth first; edges to a node that is still open lead backwards. */
  private void visit(String start, Set<String> seen, List<String> done) {
    if (!seen.add(start)) {
      return;
    }
    Deque<String> path = new ArrayDeque<>(List.of(start));
    Set<String> open = new HashSet<>(path);
    Map<String, Integer> at = new HashMap<>();
    while (!path.isEmpty()) {
      String node = path.peek();
      int position = at.merge(node, 1, Integer::sum) - 1;
      if (position >= successors(node).size()) {
        done.add(path.pop());
        open.remove(node);
        continue;
      }
      String to = successors(node).get(position);
      if (open.contains(to)) {
        backwards.add(List.of(node, to));
      } else if (seen.add(to)) {
        path.push(to);
        open.add(to);
      }
    }
  }

  /** The layers, ordered so that neighbours are near one another. */
  private List<List<String>> orderNodesInRows() {
    int last = layer.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    List<List<String>> rows = new ArrayList<>();
    for (int row = 0; row <= last; row++) {
      rows.add(new ArrayList<>());
    }
    layer.forEach((id, row) -> rows.get(row).add(id));
    Map<String, List<String>> before = new HashMap<>();
    successors.forEach(
        (id, all) ->
            all.forEach(to -> before.computeIfAbsent(to, unseen -> new ArrayList<>()).add(id)));
    Map<String, Double> at = new HashMap<>();
    for (int sweep = 0; sweep <= ROW_ORDERING_PASSES; sweep++) {
      boolean isDown = sweep % 2 == 0;
      for (List<String> row : rows) {
        Map<String, Double> wanted = new HashMap<>();
        for (String id : row) {
          List<String> near = isDown ? before.getOrDefault(id, List.of()) : successors(id);
          wanted.put(
              id,
              near.stream()
                  .mapToDouble(other -> at.getOrDefault(other, 0.5))
                  .average()
                  .orElse(at.getOrDefault(id, 0.5)));
        }
        if (sweep > 0) {
          row.sort(Comparator.comparing(wanted::get));
        }
        for (int place = 0; place < row.size(); place++) {
          at.put(row.get(place), (place + 0.5) / row.size());
        }
      }
    }
    return rows;
  }

  private void boxes(List<List<String>> rows) {
    int most = rows.stream().mapToInt(List::size).max().orElse(1);
    int inner = Math.max(1, most) * (WIDTH + HORIZONTAL_NODE_GAP) - HORIZONTAL_NODE_GAP;
    width = inner + 2 * MARGIN + EDGE_CURVE_MARGIN;
    height = rows.size() * (HEIGHT + VERTICAL_LAYER_GAP) - VERTICAL_LAYER_GAP + 2 * MARGIN;
    for (int row = 0; row < rows.size(); row++) {
      List<String> ids = rows.get(row);
      int used = ids.size() * (WIDTH + HORIZONTAL_NODE_GAP) - HORIZONTAL_NODE_GAP;
      for (int place = 0; place < ids.size(); place++) {
        int x = MARGIN + (inner - used) / 2 + place * (WIDTH + HORIZONTAL_NODE_GAP);
        boxes.put(
            ids.get(place), new NodeBox(x, MARGIN + row * (HEIGHT + VERTICAL_LAYER_GAP), row));
      }
    }
  }
}

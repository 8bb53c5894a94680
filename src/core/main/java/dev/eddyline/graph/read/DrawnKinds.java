package dev.eddyline.graph.read;

import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * What the nodes of a drawn graph are, where the format does not say it: by their labels a start
 * that no edge enters and an end that no edge leaves, by their shapes a fork.
 */
final class DrawnKinds {

  private static final Set<String> STARTS = Set.of("start", "begin", "開始", "スタート");
  private static final Set<String> ENDS = Set.of("end", "stop", "終了", "エンド");

  private DrawnKinds() {}

  /**
   * Sets the kinds of all nodes, and of the edges that leave forks: code selects one of them.
   *
   * @param forks ids of the nodes with the shape of a fork
   */
  static void assign(GraphBuilder draft, Set<String> forks) {
    Set<String> entered = new HashSet<>();
    Set<String> left = new HashSet<>();
    draft.edges.forEach(
        edge -> {
          left.add(edge.from());
          entered.add(edge.to());
        });
    draft.nodes.replaceAll(
        (id, node) -> {
          NodeKind byLabel = kindByName(id, node.label());
          boolean isStart = byLabel == NodeKind.START && !entered.contains(id);
          boolean isEnd = byLabel == NodeKind.END && !left.contains(id);
          NodeKind plain = forks.contains(id) && left.contains(id) ? NodeKind.ROUTE : NodeKind.STEP;
          return Node.of(id, node.label(), isStart || isEnd ? byLabel : plain, node.line());
        });
    draft.edges.replaceAll(
        edge -> forks.contains(edge.from()) ? edge.withKind(EdgeKind.ROUTED) : edge);
  }

  private static NodeKind kindByName(String id, String label) {
    String word = label.replaceAll("[\\[\\]()_*]", "").strip().toLowerCase(Locale.ROOT);
    if (STARTS.contains(word) || id.equals("__start__")) {
      return NodeKind.START;
    }
    return ENDS.contains(word) || id.equals("__end__") ? NodeKind.END : NodeKind.STEP;
  }
}

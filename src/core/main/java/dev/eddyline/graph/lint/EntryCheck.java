package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Digraph;
import dev.eddyline.graph.model.IndexedGraph;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.ShortestPaths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds nodes that no run can reach. They show that the file does not have all edges: LangGraph,
 * for example, does not draw the targets of a router that names none. One missing edge is one
 * finding, whatever number of nodes it would lead to.
 */
final class EntryCheck {

  private static final int MAX_NAMED_NODES = 12;

  private static final String REASON = "Nothing leads to %s.";
  private static final String OF_ROUTER =
      " The edges of %s may be missing: in the file it leads nowhere, or only to the end.";
  private static final String OF_UNKNOWN_ROUTER = " Edges may be missing in the file.";
  private static final String LANGGRAPH =
      " LangGraph draws no edges of a router without path_map or Literal, and of a node that"
          + " returns Command(goto=…) without Command[Literal[…]]. Annotate %s, and export the"
          + " graph again.";
  private static final String OTHER = " An edge to it is missing, or it never runs.";
  private static final String OTHERS = " Edges to them are missing, or they never run.";

  private final LintContext context;
  private final IndexedGraph indexed;
  private final Digraph digraph;

  private EntryCheck(LintContext context) {
    this.context = context;
    this.indexed = context.indexed;
    this.digraph = indexed.digraph;
  }

  /** Adds the findings to the search. */
  static void find(LintContext context) {
    new EntryCheck(context).find();
  }

  private void find() {
    int[] starts = knownStarts();
    if (starts.length == 0) {
      return;
    }
    BitSet reached = ShortestPaths.reachableNodes(digraph, starts, true, edge -> true);
    List<Integer> first = firstUnreachedNodes(reached);
    if (first.isEmpty()) {
      return;
    }
    if (isLangGraph()) {
      List<String> routers = routersWithoutTargets(reached);
      String router = String.join(" or ", routers);
      String missing = routers.isEmpty() ? OF_UNKNOWN_ROUTER : OF_ROUTER.formatted(router);
      add(first, missing + LANGGRAPH.formatted(routers.isEmpty() ? "it" : router));
    } else if (digraph.edges() == 0) {
      add(first, first.size() == 1 ? OTHER : OTHERS);
    } else {
      for (List<Integer> nodes : byConnectedPart(first, reached)) {
        if (context.count(FindingKind.UNREACHED) >= context.maxReportedPerKind()) {
          context.markMoreFindingsOfKind(FindingKind.UNREACHED);
          return;
        }
        add(nodes, nodes.size() == 1 ? OTHER : OTHERS);
      }
    }
  }

  /**
   * The starts that the file names. Without them every node that no edge enters is one, except in a
   * graph of several nodes and no edge, where the first is.
   */
  private int[] knownStarts() {
    if (!indexed.graph.entries().isEmpty()) {
      return indexed.entries();
    }
    int[] named =
        IntStream.range(0, digraph.nodes())
            .filter(node -> indexed.node(node).kind() == NodeKind.START)
            .toArray();
    boolean hasNoEdge = digraph.edges() == 0 && digraph.nodes() > 1;
    return named.length == 0 && hasNoEdge ? new int[] {0} : named;
  }

  private boolean isLangGraph() {
    return indexed.nodeNumber("__start__") >= 0;
  }

  /**
   * The unreached nodes that no edge enters, and one of each cycle that is entered from nowhere.
   */
  private List<Integer> firstUnreachedNodes(BitSet reached) {
    List<Integer> first = new ArrayList<>();
    BitSet entered = new BitSet(digraph.nodes());
    BitSet outside = new BitSet(digraph.edges());
    for (int edge = 0; edge < digraph.edges(); edge++) {
      if (reached.get(digraph.from[edge])) {
        outside.set(edge);
      } else {
        entered.set(digraph.to[edge]);
      }
    }
    for (int node = reached.nextClearBit(0);
        node < digraph.nodes();
        node = reached.nextClearBit(node + 1)) {
      if (!entered.get(node)) {
        first.add(node);
      }
    }
    for (Digraph cycles : digraph.stronglyConnectedComponents(outside)) {
      BitSet inside = new BitSet(digraph.nodes());
      Arrays.stream(cycles.nodeOf).forEach(inside::set);
      boolean isEnteredFromElsewhere =
          Arrays.stream(cycles.nodeOf)
              .flatMap(digraph::entering)
              .anyMatch(edge -> !inside.get(digraph.from[edge]));
      if (!isEnteredFromElsewhere) {
        first.add(cycles.nodeOf[0]);
      }
    }
    return first;
  }

  /**
   * The names of reached nodes that lead nowhere or only to the end; of these the ones that
   * unreached nodes return to, if there are any.
   */
  private List<String> routersWithoutTargets(BitSet reached) {
    List<Integer> routers = reached.stream().filter(this::leadsNowhereOrToTheEnd).boxed().toList();
    List<Integer> withReturns =
        routers.stream()
            .filter(
                node -> digraph.entering(node).anyMatch(edge -> !reached.get(digraph.from[edge])))
            .toList();
    return (withReturns.isEmpty() ? routers : withReturns)
        .stream().limit(MAX_NAMED_NODES).map(node -> indexed.node(node).id()).toList();
  }

  private boolean leadsNowhereOrToTheEnd(int node) {
    NodeKind kind = indexed.node(node).kind();
    return (kind == NodeKind.STEP || kind == NodeKind.START)
        && digraph
            .leaving(node)
            .allMatch(edge -> indexed.node(digraph.to[edge]).kind() == NodeKind.END);
  }

  /** The nodes in groups, each of which edges between unreached nodes connect in any direction. */
  private Collection<List<Integer>> byConnectedPart(List<Integer> nodes, BitSet reached) {
    int[] partOf = IntStream.range(0, digraph.nodes()).toArray();
    for (int edge = 0; edge < digraph.edges(); edge++) {
      if (!reached.get(digraph.from[edge]) && !reached.get(digraph.to[edge])) {
        partOf[root(partOf, digraph.from[edge])] = root(partOf, digraph.to[edge]);
      }
    }
    return nodes.stream()
        .collect(
            Collectors.groupingBy(
                node -> root(partOf, node), LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  private static int root(int[] partOf, int node) {
    int root = node;
    while (partOf[root] != root) {
      partOf[root] = partOf[partOf[root]];
      root = partOf[root];
    }
    return root;
  }

  private void add(List<Integer> nodes, String cause) {
    List<String> names = nodes.stream().map(node -> indexed.node(node).id()).sorted().toList();
    String more =
        names.size() > MAX_NAMED_NODES
            ? " and %d more".formatted(names.size() - MAX_NAMED_NODES)
            : "";
    String shown = names.stream().limit(MAX_NAMED_NODES).collect(Collectors.joining(", "));
    context.addNodesFinding(FindingKind.UNREACHED, names, REASON.formatted(shown + more) + cause);
  }
}

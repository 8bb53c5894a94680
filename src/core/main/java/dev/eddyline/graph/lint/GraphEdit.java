package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.WorkflowGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** An editable copy of a graph. */
final class GraphEdit {

  private static final String END = "END";

  private final LintContext context;
  private final List<Node> nodes;
  private final List<Edge> edges;
  private final List<GraphCounter> counters;
  private OptionalInt recursionLimit;

  GraphEdit(LintContext context) {
    this.context = context;
    WorkflowGraph workflow = context.workflow();
    this.nodes = new ArrayList<>(workflow.nodes());
    this.edges = new ArrayList<>(workflow.edges());
    this.counters = new ArrayList<>(workflow.counters());
    this.recursionLimit = workflow.recursionLimit();
  }

  /** The graph with all changes; it has the same entries as before. */
  WorkflowGraph graph() {
    WorkflowGraph was = context.workflow();
    Set<String> entries = Set.copyOf(context.digraph.entries());
    return new WorkflowGraph(
        was.name(), nodes, edges, counters, entries, was.ends(), recursionLimit, was.runLimit());
  }

  Node node(String id) {
    return nodes.stream().filter(node -> node.id().equals(id)).findFirst().orElseThrow();
  }

  void replace(Node node) {
    nodes.replaceAll(other -> other.id().equals(node.id()) ? node : other);
  }

  /** Adds a node with this name, with a number appended where the name is in use. */
  Node add(String name, NodeKind kind) {
    String id =
        firstUnused(
            name,
            used ->
                nodes.stream()
                    .map(Node::id)
                    .anyMatch(it -> it.equals(used) || context.names.nameOf(it).equals(used)));
    Node node = Node.of(id, name, kind, 0);
    nodes.add(node);
    return node;
  }

  void add(Edge edge) {
    edges.add(edge);
  }

  void replaceEdges(Predicate<Edge> which, UnaryOperator<Edge> how) {
    edges.replaceAll(edge -> which.test(edge) ? how.apply(edge) : edge);
  }

  List<Edge> leaving(String id) {
    return edges.stream().filter(edge -> edge.from().equals(id)).toList();
  }

  void raiseRecursionLimit(int other) {
    recursionLimit = OptionalInt.of(Math.max(recursionLimit.orElse(other), other));
  }

  Optional<GraphCounter> counter(String name) {
    return counters.stream().filter(counter -> counter.name().equals(name)).findFirst();
  }

  void replace(GraphCounter counter) {
    counters.replaceAll(other -> other.name().equals(counter.name()) ? counter : other);
  }

  /** Adds a counter and returns its name, with a number appended where the name is in use. */
  String add(GraphCounter counter) {
    String name = firstUnused(counter.name(), used -> counter(used).isPresent());
    counters.add(counter.withName(name));
    return name;
  }

  /** The id of the only end without outgoing edges; of several none may be meant, but a new one. */
  String findOrAddEndNodeId() {
    List<Node> ends =
        nodes.stream()
            .filter(node -> node.kind() == NodeKind.END && leaving(node.id()).isEmpty())
            .toList();
    return (ends.size() == 1 ? ends.get(0) : add(END, NodeKind.END)).id();
  }

  /** Adds a default edge from the node to an end, unless it has an unconditional edge. */
  void addDefaultEdgeToEnd(String id) {
    if (leaving(id).stream().noneMatch(Edge::isUnconditional)) {
      add(Edge.of(id, findOrAddEndNodeId(), EdgeKind.DEFAULT, "", 0));
    }
  }

  private static String firstUnused(String name, Predicate<String> isUsed) {
    String free = name;
    for (int number = 2; isUsed.test(free); number++) {
      free = name + "_" + number;
    }
    return free;
  }
}

package dev.eddyline.graph.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jgrapht.Graph;

/** A workflow as a graph of JGraphT, with its nodes and counters by name. Equal edges are one. */
public final class WorkflowDigraph {

  private final WorkflowGraph workflow;
  private final Graph<String, Edge> graph;
  private final Map<String, Node> nodes = new HashMap<>();
  private final Map<String, GraphCounter> counters = new HashMap<>();
  private final List<String> entries;
  private final Map<String, Integer> stepsBefore;

  /** The graph of a workflow. */
  public WorkflowDigraph(WorkflowGraph workflow) {
    this.workflow = workflow;
    this.graph =
        GraphSearch.graphOf(workflow.nodes().stream().map(Node::id).toList(), workflow.edges());
    workflow.nodes().forEach(node -> nodes.put(node.id(), node));
    workflow.counters().forEach(counter -> counters.put(counter.name(), counter));
    this.entries = findEntries();
    this.stepsBefore = findStepsBefore(this::checksCounter);
    findStepsBefore(edge -> false).forEach(stepsBefore::putIfAbsent);
  }

  /** The workflow. */
  public WorkflowGraph workflow() {
    return workflow;
  }

  /** The graph of the nodes' ids. */
  public Graph<String, Edge> graph() {
    return graph;
  }

  /** The node of an id that the graph has. */
  public Node node(String id) {
    return Objects.requireNonNull(nodes.get(id), id);
  }

  /** Whether a node is a step. */
  public boolean isStep(String id) {
    return node(id).kind() == NodeKind.STEP;
  }

  /** The counter with a maximum that an edge checks. */
  public Optional<GraphCounter> checkedCounter(Edge edge) {
    return edge.counter().map(counters::get).filter(counter -> counter.max().isPresent());
  }

  /** Whether an edge checks a counter that has a maximum. */
  public boolean checksCounter(Edge edge) {
    return checkedCounter(edge).isPresent();
  }

  /** Where runs begin: the declared entries, else nodes without incoming edges, else the first. */
  public List<String> entries() {
    return entries;
  }

  /**
   * The fewest steps before a node is entered, by edges without counters where possible; {@link
   * Integer#MAX_VALUE} if it cannot be reached.
   */
  public int stepsBefore(String id) {
    return stepsBefore.getOrDefault(id, Integer.MAX_VALUE);
  }

  private List<String> findEntries() {
    Predicate<String> isEntry =
        workflow.entries().isEmpty()
            ? id -> node(id).kind() == NodeKind.START || graph.inDegreeOf(id) == 0
            : workflow.entries()::contains;
    List<String> found = graph.vertexSet().stream().filter(isEntry).toList();
    return found.isEmpty() ? graph.vertexSet().stream().limit(1).toList() : found;
  }

  private Map<String, Integer> findStepsBefore(Predicate<Edge> closed) {
    Map<String, Integer> steps = new HashMap<>();
    entries.forEach(entry -> steps.put(entry, 0));
    Deque<String> queue = new ArrayDeque<>(entries);
    while (!queue.isEmpty()) {
      String node = queue.remove();
      int after = steps.getOrDefault(node, 0) + (isStep(node) ? 1 : 0);
      for (Edge edge : graph.outgoingEdgesOf(node)) {
        if (!closed.test(edge) && after < steps.getOrDefault(edge.to(), Integer.MAX_VALUE)) {
          steps.put(edge.to(), after);
          if (isStep(node)) {
            queue.addLast(edge.to());
          } else {
            queue.addFirst(edge.to());
          }
        }
      }
    }
    return steps;
  }
}

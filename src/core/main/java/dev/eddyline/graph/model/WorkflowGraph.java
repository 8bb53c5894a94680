package dev.eddyline.graph.model;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The graph of a workflow.
 *
 * @param name the workflow's name
 * @param nodes each with an id of its own
 * @param edges between these nodes; several between the same two are allowed
 * @param counters each with a name of its own
 * @param entries ids of the nodes where a run begins; empty: where no edge enters
 * @param ends ids of the nodes where a run may end, in addition to nodes of kind END and nodes
 *     without outgoing edges
 * @param recursionLimit steps after which the run is aborted; empty: unknown
 * @param runLimit another limit that ends every run; empty: none
 */
public record WorkflowGraph(
    String name,
    List<Node> nodes,
    List<Edge> edges,
    List<GraphCounter> counters,
    Set<String> entries,
    Set<String> ends,
    OptionalInt recursionLimit,
    Optional<RunLimit> runLimit) {

  /** Checks that every id and name is unique and defined. */
  public WorkflowGraph {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
    counters = List.copyOf(counters);
    Objects.requireNonNull(runLimit, "runLimit");
    entries = Set.copyOf(entries);
    ends = Set.copyOf(ends);
    if (recursionLimit.isPresent() && recursionLimit.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "recursionLimit: must be ≥ 1, was " + recursionLimit.getAsInt());
    }
    Set<String> ids = new HashSet<>();
    nodes.forEach(node -> requireUniqueName(ids.add(node.id()), "node", node.id()));
    Set<String> names = new HashSet<>();
    counters.forEach(
        counter -> requireUniqueName(names.add(counter.name()), "counter", counter.name()));
    for (Edge edge : edges) {
      requireKnownName(ids, "node", edge.from());
      requireKnownName(ids, "node", edge.to());
      edge.counter().ifPresent(counter -> requireKnownName(names, "counter", counter));
      edge.guard().ifPresent(guard -> requireKnownName(names, "counter", guard.counter()));
    }
    entries.forEach(id -> requireKnownName(ids, "node", id));
    ends.forEach(id -> requireKnownName(ids, "node", id));
  }

  private static void requireUniqueName(boolean isNew, String what, String name) {
    if (!isNew) {
      throw new IllegalArgumentException("%s '%s' is defined twice".formatted(what, name));
    }
  }

  private static void requireKnownName(Set<String> known, String what, String name) {
    if (!known.contains(name)) {
      throw new IllegalArgumentException("unknown %s '%s'".formatted(what, name));
    }
  }

  /** The graph with another name. */
  public WorkflowGraph withName(String other) {
    return new WorkflowGraph(
        other, nodes, edges, counters, entries, ends, recursionLimit, runLimit);
  }

  /** The workflow of this graph if it is in a file: the graph's name, or else the file's. */
  public String workflowName(String file) {
    if (!name.equals(file)) {
      return name;
    }
    String fileName = Path.of(file).getFileName().toString();
    int dot = fileName.indexOf('.');
    return dot > 0 ? fileName.substring(0, dot) : fileName;
  }
}

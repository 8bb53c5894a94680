package dev.eddyline.graph;

import java.util.List;
import java.util.Objects;

/**
 * What is wrong with a graph.
 *
 * @param kind what
 * @param cycle ids of the nodes on the way round, in the smallest rotation; of NO_DEFAULT the one
 *     node
 * @param change the edges to change; empty where one has to be added
 * @param line where the first edge to change, or the node, stands in its file; 0: nowhere
 * @param reason one or two sentences, with the arithmetic where there is any
 * @param remedies the recommended one first
 */
public record GraphFinding(
    FindingKind kind,
    List<String> cycle,
    List<Way> change,
    int line,
    String reason,
    List<Remedy> remedies) {

  /** The lists are the finding's own. */
  public GraphFinding {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(reason, "reason");
    cycle = List.copyOf(cycle);
    change = List.copyOf(change);
    remedies = List.copyOf(remedies);
  }

  /** Whether it is about the same: kind and cycle. */
  public boolean isSameAs(GraphFinding other) {
    return kind == other.kind && cycle.equals(other.cycle);
  }
}

package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.NodePair;
import java.util.List;
import java.util.Objects;

/**
 * A lint finding: a problem of a graph.
 *
 * @param kind the kind of problem
 * @param cycle ids of the cycle's nodes, in the smallest rotation; for NO_DEFAULT the one node, for
 *     UNREACHED the nodes
 * @param edgesToChange the edges to change; empty where one has to be added
 * @param line line of the first edge to change, or of the node, in its file; 0: none
 * @param column its column, from 1, if the file has one line only; otherwise 0
 * @param reason one or two sentences, with the arithmetic where there is any
 * @param remedies the recommended one first
 */
public record GraphFinding(
    FindingKind kind,
    List<String> cycle,
    List<NodePair> edgesToChange,
    int line,
    int column,
    String reason,
    List<LintRemedy> remedies) {

  /** Copies the lists. */
  public GraphFinding {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(reason, "reason");
    cycle = List.copyOf(cycle);
    edgesToChange = List.copyOf(edgesToChange);
    remedies = List.copyOf(remedies);
  }

  /** The finding with another reason. */
  GraphFinding withReason(String other) {
    return new GraphFinding(kind, cycle, edgesToChange, line, column, other, remedies);
  }

  /** The finding with these remedies. */
  GraphFinding withRemedies(List<LintRemedy> others) {
    return new GraphFinding(kind, cycle, edgesToChange, line, column, reason, others);
  }

  /** Whether both have the same kind and cycle. */
  public boolean hasSameKindAndCycle(GraphFinding other) {
    return kind == other.kind && cycle.equals(other.cycle);
  }
}

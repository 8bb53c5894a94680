package dev.eddyline.graph.model;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A node of a workflow.
 *
 * @param id the name in edges and events
 * @param label the name for people; the id where the file has no label
 * @param kind what it is
 * @param expensive whether running it again is to be avoided
 * @param reads the keys of the run's state that it reads; empty: unknown
 * @param writes the keys of the run's state that it writes; empty: unknown
 * @param waits whether a run waits here for a time, a message or a person
 * @param line its line in the file, from 1; 0: none
 * @param column its column, from 1, if the file has one line only; otherwise 0
 */
public record Node(
    String id,
    String label,
    NodeKind kind,
    boolean expensive,
    Optional<Set<String>> reads,
    Optional<Set<String>> writes,
    boolean waits,
    int line,
    int column) {

  /** An id is not blank. */
  public Node {
    if (id.isBlank()) {
      throw new IllegalArgumentException("a node's id must not be blank");
    }
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(kind, "kind");
    reads = reads.map(Set::copyOf);
    writes = writes.map(Set::copyOf);
  }

  /** A node without costs and state access. */
  public static Node of(String id, String label, NodeKind kind, int line) {
    return new Node(id, label, kind, false, Optional.empty(), Optional.empty(), false, line, 0);
  }

  /** The node at the line and column of a value. */
  public static Node of(String id, String label, NodeKind kind, ParsedValue at) {
    return new Node(
        id, label, kind, false, Optional.empty(), Optional.empty(), false, at.line(), at.column());
  }

  /** The node with its cost and the state keys that it reads and writes. */
  public Node withStateAccess(
      boolean isExpensive, Optional<Set<String>> newReads, Optional<Set<String>> newWrites) {
    return new Node(id, label, kind, isExpensive, newReads, newWrites, waits, line, column);
  }

  /** The node, at which a run waits for a time, a message or a person. */
  public Node waiting() {
    return new Node(id, label, kind, expensive, reads, writes, true, line, column);
  }
}

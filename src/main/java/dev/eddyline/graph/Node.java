package dev.eddyline.graph;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A node of a workflow.
 *
 * @param id what edges and events call it
 * @param label what people call it; the id where nothing else is said
 * @param kind what it is
 * @param expensive whether running it again is to be avoided
 * @param reads what of the run's state it reads; empty: not told
 * @param writes what of the run's state it writes; empty: not told
 * @param line where it stands in its file, from 1; 0: nowhere
 */
public record Node(
    String id,
    String label,
    NodeKind kind,
    boolean expensive,
    Optional<Set<String>> reads,
    Optional<Set<String>> writes,
    int line) {

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

  /** A node of which no more is known. */
  public static Node of(String id, String label, NodeKind kind, int line) {
    return new Node(id, label, kind, false, Optional.empty(), Optional.empty(), line);
  }

  /** The node with what the run's state has to do with it. */
  public Node with(boolean nowExpensive, Optional<Set<String>> in, Optional<Set<String>> out) {
    return new Node(id, label, kind, nowExpensive, in, out, line);
  }
}

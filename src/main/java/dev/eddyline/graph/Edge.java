package dev.eddyline.graph;

import java.util.Objects;
import java.util.Optional;

/**
 * An edge of a workflow.
 *
 * @param from the id of the node that it leaves
 * @param to the id of the node that it enters
 * @param kind when it is taken
 * @param condition what people say of when it is taken; empty: nothing
 * @param counter the name of the counter that it asks: above its maximum the edge is not taken
 * @param guard what else keeps it from being taken
 * @param line where it stands in its file, from 1; 0: nowhere
 */
public record Edge(
    String from,
    String to,
    EdgeKind kind,
    String condition,
    Optional<String> counter,
    Optional<Guard> guard,
    int line) {

  /** Nothing is null. */
  public Edge {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(condition, "condition");
    Objects.requireNonNull(counter, "counter");
    Objects.requireNonNull(guard, "guard");
  }

  /** An edge without bounds. */
  public static Edge of(String from, String to, EdgeKind kind, String condition, int line) {
    return new Edge(from, to, kind, condition, Optional.empty(), Optional.empty(), line);
  }

  /** From where to where. */
  public Way way() {
    return new Way(from, to);
  }

  /** The edge, taken at other times. */
  public Edge with(EdgeKind other) {
    return new Edge(from, to, other, condition, counter, guard, line);
  }

  /** Whether it can be taken whatever holds, at least when no condition of the others does. */
  boolean isAlwaysOpen() {
    return kind != EdgeKind.CONDITIONAL && counter.isEmpty() && guard.isEmpty();
  }

  /** The edge, asking this counter. */
  public Edge boundBy(String name) {
    return new Edge(from, to, kind, condition, Optional.of(name), guard, line);
  }

  /** The edge under this guard. */
  public Edge guardedBy(Guard other) {
    return new Edge(from, to, kind, condition, counter, Optional.of(other), line);
  }
}

package dev.eddyline.graph.model;

import java.util.Objects;
import java.util.Optional;

/**
 * An edge of a workflow.
 *
 * @param from the id of the node that it leaves
 * @param to the id of the node that it enters
 * @param kind when it is taken
 * @param condition a description of when it is taken; empty: none
 * @param counter the name of the counter that it checks: above its maximum the edge is not taken
 * @param guard a further condition on a counter
 * @param line its line in the file, from 1; 0: none
 * @param column its column, from 1, if the file has one line only; otherwise 0
 */
public record Edge(
    String from,
    String to,
    EdgeKind kind,
    String condition,
    Optional<String> counter,
    Optional<EdgeGuard> guard,
    int line,
    int column) {

  /** Nothing is null. */
  public Edge {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(condition, "condition");
    Objects.requireNonNull(counter, "counter");
    Objects.requireNonNull(guard, "guard");
  }

  /** Of its texts, each with its own hash, and its place: graphs look edges up all the time. */
  @Override
  public int hashCode() {
    int ends = 31 * from.hashCode() + to.hashCode();
    return 31 * (31 * (31 * ends + condition.hashCode()) + line) + column;
  }

  /** An edge without bounds. */
  public static Edge of(String from, String to, EdgeKind kind, String condition, int line) {
    return new Edge(from, to, kind, condition, Optional.empty(), Optional.empty(), line, 0);
  }

  /** The expression of its condition, which may have a name before it. */
  public String expression() {
    int begin = condition.indexOf(" (") + 2;
    boolean isNamed =
        begin > 1 && condition.endsWith(")") && "=$#".indexOf(condition.charAt(begin)) >= 0;
    return isNamed ? condition.substring(begin, condition.length() - 1) : condition;
  }

  /** The nodes that it leaves and enters. */
  public NodePair endpointPair() {
    return new NodePair(from, to);
  }

  /** The edge between other nodes. */
  public Edge between(String otherFrom, String otherTo) {
    return new Edge(otherFrom, otherTo, kind, condition, counter, guard, line, column);
  }

  /** The edge at the line and column of a value. */
  public static Edge of(String from, String to, EdgeKind kind, String condition, ParsedValue at) {
    return new Edge(
        from, to, kind, condition, Optional.empty(), Optional.empty(), at.line(), at.column());
  }

  /** The edge with another kind. */
  public Edge withKind(EdgeKind other) {
    return new Edge(from, to, other, condition, counter, guard, line, column);
  }

  /** Whether it can always be taken, at least when no other edge's condition is true. */
  public boolean isUnconditional() {
    return kind == EdgeKind.FIXED && guard.isEmpty()
        || kind != EdgeKind.CONDITIONAL && counter.isEmpty() && guard.isEmpty();
  }

  /** The edge, checking this counter. */
  public Edge withCounter(String name) {
    return new Edge(from, to, kind, condition, Optional.of(name), guard, line, column);
  }

  /** The same for a bound of a cycle: a default is still taken when no condition holds. */
  public Edge boundedBy(String name) {
    return (kind == EdgeKind.DEFAULT ? withKind(EdgeKind.ROUTED) : this).withCounter(name);
  }

  /** The edge with this guard. */
  public Edge withGuard(EdgeGuard other) {
    return new Edge(from, to, kind, condition, counter, Optional.of(other), line, column);
  }
}

package dev.eddyline.graph.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A closed walk on a graph: each edge begins where the previous edge ends, and the first where the
 * last ends.
 *
 * @param digraph the graph
 * @param edges the edges in walking order
 */
public record ClosedWalk(WorkflowDigraph digraph, List<Edge> edges) {

  /** The start node of each edge, in walking order. */
  public List<String> nodes() {
    return edges.stream().map(Edge::from).toList();
  }

  /** The last edge; the retry edge, if the walk was rotated for that. */
  public Edge last() {
    return edges.get(edges.size() - 1);
  }

  /** Whether every node occurs once. */
  public boolean isElementary() {
    return nodes().stream().distinct().count() == edges.size();
  }

  /** Steps of one round. */
  public int steps() {
    return (int) edges.stream().map(Edge::from).filter(digraph::isStep).count();
  }

  /** The counters with a maximum that edges of the walk check. */
  public List<GraphCounter> checkedCounters() {
    return edges.stream()
        .map(digraph::checkedCounter)
        .flatMap(Optional::stream)
        .distinct()
        .toList();
  }

  /** The node of the walk that resets the counter. */
  public Optional<String> resettingNode(GraphCounter counter) {
    return nodes().stream().filter(counter.resetBy()::contains).findFirst();
  }

  /** The node of the walk at which the counter is known to fail. */
  public Optional<String> bypassingNode(GraphCounter counter) {
    return nodes().stream().filter(counter.misses()::contains).findFirst();
  }

  /** How often the edge with the counter can be taken until the counter stops it. */
  public int maxRetries(GraphCounter counter) {
    int each = Math.max(1, countsPerRound(counter));
    return (counter.max().orElseThrow() + each - 1) / each;
  }

  /** The counter that stops the walk first. */
  public Optional<GraphCounter> boundingCounter() {
    return checkedCounters().stream()
        .filter(counter -> counter.effective().orElseGet(() -> stops(counter)))
        .min(Comparator.comparing(this::maxRetries));
  }

  private boolean stops(GraphCounter counter) {
    return countsPerRound(counter) > 0
        && resettingNode(counter).isEmpty()
        && bypassingNode(counter).isEmpty();
  }

  private int countsPerRound(GraphCounter counter) {
    return edges.stream().mapToInt(counter::incrementsOn).sum();
  }

  /**
   * The walk, rotated so that its last edge is the retry edge: the last that checks a counter; else
   * the last with a condition, counted from where runs enter the walk; else the edge that closes
   * it.
   */
  public ClosedWalk endingWithRetryEdge() {
    return endingWith(
        edges.stream().anyMatch(digraph::checksCounter)
            ? digraph::checksCounter
            : edge -> edge.kind() != EdgeKind.FIXED);
  }

  /** The walk, rotated to end with the last such edge, counted from where runs enter the walk. */
  public ClosedWalk endingWith(Predicate<Edge> wanted) {
    List<Integer> stepsBefore = edges.stream().map(e -> digraph.stepsBefore(e.from())).toList();
    int entry = stepsBefore.indexOf(Collections.min(stepsBefore));
    List<Edge> entered = rotated(edges, entry);
    return new ClosedWalk(digraph, rotated(entered, lastIndex(entered, wanted) + 1));
  }

  private static int lastIndex(List<Edge> edges, Predicate<Edge> wanted) {
    int index = edges.size() - 1;
    while (index >= 0 && !wanted.test(edges.get(index))) {
      index--;
    }
    return index;
  }

  private static <T> List<T> rotated(List<T> all, int first) {
    List<T> rotated = new ArrayList<>(all);
    Collections.rotate(rotated, -first);
    return rotated;
  }

  /** The lexicographically smallest rotation of nodes: Booth's algorithm, linear in the length. */
  public static List<String> smallestRotation(List<String> nodes) {
    int size = nodes.size();
    int one = 0;
    int other = 1;
    int same = 0;
    while (one < size && other < size && same < size) {
      int compared = nodes.get((one + same) % size).compareTo(nodes.get((other + same) % size));
      if (compared == 0) {
        same++;
        continue;
      }
      if (compared > 0) {
        one += same + 1;
      } else {
        other += same + 1;
      }
      if (one == other) {
        other++;
      }
      same = 0;
    }
    return rotated(nodes, Math.min(one, other));
  }
}

package dev.eddyline.graph.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/**
 * A closed walk on a graph: each edge begins where the previous edge ends, and the first where the
 * last ends.
 *
 * @param indexed the graph
 * @param edges numbers of the edges, in walking order
 */
@SuppressWarnings("ArrayRecordComponent") // walks are never compared
public record ClosedWalk(IndexedGraph indexed, int[] edges) {

  /** The start node of each edge, in walking order. */
  public List<String> nodes() {
    return Arrays.stream(edges).mapToObj(edge -> indexed.edge(edge).from()).toList();
  }

  /** The nodes in the lexicographically smallest rotation. */
  public List<String> smallestRotation() {
    List<String> nodes = nodes();
    int best = leastRotation(nodes);
    List<String> turned = new ArrayList<>(nodes);
    Collections.rotate(turned, -best);
    return turned;
  }

  /**
   * The start of the lexicographically smallest rotation: Booth's algorithm, linear in the length.
   */
  public static int leastRotation(List<String> nodes) {
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
    return Math.min(one, other);
  }

  /** Whether every node occurs once. */
  public boolean isElementary() {
    return nodes().stream().distinct().count() == edges.length;
  }

  /** Steps of one round. */
  public int steps() {
    return (int) Arrays.stream(edges).filter(e -> indexed.isStep(indexed.digraph.from[e])).count();
  }

  boolean containsNode(String node) {
    return nodes().contains(node);
  }

  /** The walk, started at another of its edges. */
  public ClosedWalk startingAt(int position) {
    int[] turned = new int[edges.length];
    for (int edge = 0; edge < edges.length; edge++) {
      turned[edge] = edges[(position + edge) % edges.length];
    }
    return new ClosedWalk(indexed, turned);
  }

  /** The counters with a maximum that edges of the walk check. */
  public List<GraphCounter> checkedCounters() {
    return Arrays.stream(edges)
        .filter(indexed::doesEdgeCheckCounter)
        .mapToObj(edge -> indexed.counter(indexed.edge(edge).counter().orElseThrow()))
        .distinct()
        .toList();
  }

  /** How often one round increments the counter. */
  int countsPerRound(GraphCounter counter) {
    int counts = 0;
    for (int number : edges) {
      Edge edge = indexed.edge(number);
      if (!counter.declaresWhereItCounts()) {
        counts += edge.counter().filter(counter.name()::equals).isPresent() ? 1 : 0;
      } else {
        counts += counter.countedOn().contains(edge.endpointPair()) ? 1 : 0;
        counts += counter.countedBy().contains(edge.to()) ? 1 : 0;
      }
    }
    return counts;
  }

  /** The node of the walk that resets the counter. */
  public Optional<String> resettingNode(GraphCounter counter) {
    return nodes().stream().filter(counter.resetBy()::contains).findFirst();
  }

  /** The node of the walk at which the counter is known to fail. */
  public Optional<String> bypassingNode(GraphCounter counter) {
    return nodes().stream().filter(counter.misses()::contains).findFirst();
  }

  /** Whether the counter, which an edge checks, stops the walk. */
  boolean isStoppedBy(GraphCounter counter) {
    return counter.max().isPresent()
        && counter
            .effective()
            .orElseGet(
                () ->
                    countsPerRound(counter) > 0
                        && resettingNode(counter).isEmpty()
                        && bypassingNode(counter).isEmpty());
  }

  /** How often the edge with the counter can be taken until the counter stops it. */
  public int maxRetries(GraphCounter counter) {
    int each = Math.max(1, countsPerRound(counter));
    return (counter.max().orElseThrow() + each - 1) / each;
  }

  /** The counter that stops the walk first. */
  public Optional<GraphCounter> boundingCounter() {
    return checkedCounters().stream()
        .filter(this::isStoppedBy)
        .min((a, b) -> Integer.compare(maxRetries(a), maxRetries(b)));
  }

  /**
   * The position of the retry edge: the last edge that checks a counter; else the last with a
   * condition, counted from where runs enter the walk; else the edge that closes the cycle.
   *
   * @param steps steps before each node of the graph
   */
  public int retryPosition(int[] steps) {
    int entry = 0;
    for (int position = 0; position < edges.length; position++) {
      if (steps[indexed.digraph.from[edges[position]]]
          < steps[indexed.digraph.from[edges[entry]]]) {
        entry = position;
      }
    }
    OptionalInt asking = lastPosition(entry, indexed::doesEdgeCheckCounter);
    if (asking.isPresent()) {
      return asking.getAsInt();
    }
    return lastPosition(entry, edge -> indexed.edge(edge).kind() != EdgeKind.FIXED)
        .orElse((entry + edges.length - 1) % edges.length);
  }

  private OptionalInt lastPosition(int start, IntPredicate wanted) {
    for (int back = 1; back <= edges.length; back++) {
      int position = Math.floorMod(start - back, edges.length);
      if (wanted.test(edges[position])) {
        return OptionalInt.of(position);
      }
    }
    return OptionalInt.empty();
  }

  /** The ids with arrows between, and the first again at the end; long cycles are truncated. */
  static String formatCycle(List<String> nodes) {
    int most = 12;
    List<String> names = new ArrayList<>(nodes.subList(0, Math.min(most, nodes.size())));
    if (nodes.size() > most) {
      names.add("… %d more …".formatted(nodes.size() - most));
    }
    return String.join(" → ", names) + " → " + nodes.get(0);
  }
}

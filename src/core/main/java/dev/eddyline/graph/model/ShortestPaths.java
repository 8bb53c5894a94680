package dev.eddyline.graph.model;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.function.IntPredicate;

/** Shortest paths and reachability in a part of a graph. */
public final class ShortestPaths {

  private static final int[] NONE = {};

  private ShortestPaths() {}

  /**
   * The edges of a shortest path of at least one edge; empty where there is none.
   *
   * @param open which edges may be taken
   */
  public static int[] shortestPathEdges(Digraph graph, int start, int end, IntPredicate open) {
    int[] edgeInto = new int[graph.nodes()];
    Arrays.fill(edgeInto, -1);
    int[] queue = new int[graph.nodes()];
    int head = 0;
    int tail = 0;
    int node = start;
    while (true) {
      var edges = graph.edgeIteratorAtNode(node, true);
      while (edges.hasNext()) {
        int edge = edges.nextInt();
        int next = graph.to[edge];
        if (!open.test(edge)) {
          continue;
        }
        if (next == end) {
          return tracePathEdges(graph, edgeInto, start, edge);
        }
        if (next != start && edgeInto[next] < 0) {
          edgeInto[next] = edge;
          queue[tail++] = next;
        }
      }
      if (head == tail) {
        return NONE;
      }
      node = queue[head++];
    }
  }

  private static int[] tracePathEdges(Digraph graph, int[] edgeInto, int start, int last) {
    Deque<Integer> route = new ArrayDeque<>();
    route.push(last);
    for (int node = graph.from[last]; node != start; node = graph.from[edgeInto[node]]) {
      route.push(edgeInto[node]);
    }
    return route.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The nodes that can be reached from these, including these. */
  public static BitSet reachableNodes(
      Digraph graph, int[] starts, boolean forwards, IntPredicate open) {
    BitSet reached = new BitSet(graph.nodes());
    int[] queue = new int[graph.nodes()];
    int tail = 0;
    for (int start : starts) {
      if (!reached.get(start)) {
        reached.set(start);
        queue[tail++] = start;
      }
    }
    for (int head = 0; head < tail; head++) {
      var edges = graph.edgeIteratorAtNode(queue[head], forwards);
      while (edges.hasNext()) {
        int edge = edges.nextInt();
        int next = forwards ? graph.to[edge] : graph.from[edge];
        if (open.test(edge) && !reached.get(next)) {
          reached.set(next);
          queue[tail++] = next;
        }
      }
    }
    return reached;
  }

  /**
   * For each node the fewest steps before it is entered; {@link Integer#MAX_VALUE} where it is
   * unreachable.
   *
   * @param isStep which nodes are steps
   */
  static int[] minStepCountBeforeNode(
      Digraph graph, int[] entries, IntPredicate isStep, IntPredicate open) {
    int[] steps = new int[graph.nodes()];
    Arrays.fill(steps, Integer.MAX_VALUE);
    BitSet settled = new BitSet(graph.nodes());
    Deque<Integer> queue = new ArrayDeque<>();
    for (int entry : entries) {
      steps[entry] = 0;
      queue.add(entry);
    }
    while (!queue.isEmpty()) {
      int node = queue.remove();
      if (settled.get(node)) {
        continue;
      }
      settled.set(node);
      int cost = isStep.test(node) ? 1 : 0;
      var edges = graph.edgeIteratorAtNode(node, true);
      while (edges.hasNext()) {
        int edge = edges.nextInt();
        int next = graph.to[edge];
        if (open.test(edge) && steps[node] + cost < steps[next]) {
          steps[next] = steps[node] + cost;
          if (cost == 0) {
            queue.addFirst(next);
          } else {
            queue.addLast(next);
          }
        }
      }
    }
    return steps;
  }
}

package dev.eddyline.graph;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.function.IntPredicate;

/** Shortest paths and reachability in a part of a graph. */
final class Routes {

  private static final int[] NONE = {};

  private Routes() {}

  /**
   * The edges of a shortest path of at least one edge; empty where there is none.
   *
   * @param open which edges may be taken
   */
  static int[] shortest(Digraph graph, int start, int end, IntPredicate open) {
    int[] cameBy = new int[graph.nodes()];
    Arrays.fill(cameBy, -1);
    int[] queue = new int[graph.nodes()];
    int head = 0;
    int tail = 0;
    int node = start;
    while (true) {
      var edges = graph.at(node, true);
      while (edges.hasNext()) {
        int edge = edges.nextInt();
        int next = graph.to[edge];
        if (!open.test(edge)) {
          continue;
        }
        if (next == end) {
          return back(graph, cameBy, start, edge);
        }
        if (next != start && cameBy[next] < 0) {
          cameBy[next] = edge;
          queue[tail++] = next;
        }
      }
      if (head == tail) {
        return NONE;
      }
      node = queue[head++];
    }
  }

  private static int[] back(Digraph graph, int[] cameBy, int start, int last) {
    Deque<Integer> route = new ArrayDeque<>();
    route.push(last);
    for (int node = graph.from[last]; node != start; node = graph.from[cameBy[node]]) {
      route.push(cameBy[node]);
    }
    return route.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The nodes that can be reached from these, including these. */
  static BitSet reach(Digraph graph, int[] starts, boolean forwards, IntPredicate open) {
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
      var edges = graph.at(queue[head], forwards);
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
  static int[] stepsBefore(Digraph graph, int[] entries, IntPredicate isStep, IntPredicate open) {
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
      var edges = graph.at(node, true);
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

package dev.eddyline.graph.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.stream.IntStream;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;

/**
 * A part of a workflow's graph as integer arrays, compact enough for a million edges. Nodes and
 * edges are numbered from 0 within the part, and have their numbers in the whole graph.
 */
public final class Digraph {

  /** For each node of the part its number in the whole graph. */
  public final int[] nodeOf;

  /** For each edge of the part its number in the whole graph. */
  public final int[] edgeOf;

  /** For each edge the node that it leaves. */
  public final int[] from;

  /** For each edge the node that it enters. */
  public final int[] to;

  private final Incidence out;
  private final Incidence in;

  /** The edges at each node, one node after the other. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Incidence(int[] starts, int[] edges) {
    static Incidence of(int nodes, int[] ends) {
      int[] starts = new int[nodes + 1];
      for (int end : ends) {
        starts[end + 1]++;
      }
      for (int node = 0; node < nodes; node++) {
        starts[node + 1] += starts[node];
      }
      int[] next = Arrays.copyOf(starts, nodes);
      int[] edges = new int[ends.length];
      for (int edge = 0; edge < ends.length; edge++) {
        edges[next[ends[edge]]++] = edge;
      }
      return new Incidence(starts, edges);
    }

    IntStream edgesAtNode(int node) {
      return Arrays.stream(edges, starts[node], starts[node + 1]);
    }
  }

  /** A graph of these nodes and edges. */
  public Digraph(int[] nodeOf, int[] edgeOf, int[] from, int[] to) {
    this.nodeOf = nodeOf;
    this.edgeOf = edgeOf;
    this.from = from;
    this.to = to;
    this.out = Incidence.of(nodeOf.length, from);
    this.in = Incidence.of(nodeOf.length, to);
  }

  /** The number of nodes. */
  public int nodes() {
    return nodeOf.length;
  }

  /** The number of edges. */
  public int edges() {
    return edgeOf.length;
  }

  /** The edges that leave a node. */
  public IntStream leaving(int node) {
    return out.edgesAtNode(node);
  }

  /** The edges that enter a node. */
  public IntStream entering(int node) {
    return in.edgesAtNode(node);
  }

  /** The edges that leave or enter a node, one after the other. */
  PrimitiveIterator.OfInt edgeIteratorAtNode(int node, boolean leaving) {
    Incidence side = leaving ? out : in;
    int end = side.starts[node + 1];
    return new PrimitiveIterator.OfInt() {
      private int next = side.starts[node];

      @Override
      public boolean hasNext() {
        return next < end;
      }

      @Override
      public int nextInt() {
        return side.edges[next++];
      }
    };
  }

  /** The strongly connected components with at least one edge, without these edges, in order. */
  public List<Digraph> stronglyConnectedComponents(BitSet removed) {
    var inspector = new KosarajuStrongConnectivityInspector<>(new DigraphView(this, removed));
    int[] partOf = new int[nodes()];
    int found = 0;
    for (Set<Integer> nodes : inspector.stronglyConnectedSets()) {
      for (int node : nodes) {
        partOf[node] = found;
      }
      found++;
    }
    int[] sizes = new int[found];
    for (int edge = 0; edge < edges(); edge++) {
      if (!removed.get(edge) && partOf[from[edge]] == partOf[to[edge]]) {
        sizes[partOf[from[edge]]]++;
      }
    }
    int[][] edgesOfPart = new int[found][];
    for (int part = 0; part < found; part++) {
      edgesOfPart[part] = new int[sizes[part]];
    }
    for (int edge = edges() - 1; edge >= 0; edge--) {
      int part = partOf[from[edge]];
      if (!removed.get(edge) && part == partOf[to[edge]]) {
        edgesOfPart[part][--sizes[part]] = edge;
      }
    }
    int[] local = new int[nodes()];
    List<Digraph> parts = new ArrayList<>();
    Arrays.stream(edgesOfPart)
        .filter(edges -> edges.length > 0)
        .sorted((a, b) -> Integer.compare(edgeOf[a[0]], edgeOf[b[0]]))
        .forEach(edges -> parts.add(subgraphOfEdges(edges, local)));
    return parts;
  }

  /** The subgraph of these edges. */
  private Digraph subgraphOfEdges(int[] edgesOfPart, int[] local) {
    BitSet ends = new BitSet();
    for (int edge : edgesOfPart) {
      ends.set(from[edge]);
      ends.set(to[edge]);
    }
    int[] nodes = ends.stream().toArray();
    for (int node = 0; node < nodes.length; node++) {
      local[nodes[node]] = node;
    }
    return new Digraph(
        Arrays.stream(nodes).map(node -> nodeOf[node]).toArray(),
        Arrays.stream(edgesOfPart).map(edge -> edgeOf[edge]).toArray(),
        Arrays.stream(edgesOfPart).map(edge -> local[from[edge]]).toArray(),
        Arrays.stream(edgesOfPart).map(edge -> local[to[edge]]).toArray());
  }
}

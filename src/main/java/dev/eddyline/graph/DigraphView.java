package dev.eddyline.graph;

import java.util.AbstractSet;
import java.util.BitSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jgrapht.GraphType;
import org.jgrapht.graph.AbstractGraph;
import org.jgrapht.graph.DefaultGraphType;

/** A {@link Digraph} without some of its edges, as JGraphT sees it: to be read only. */
final class DigraphView extends AbstractGraph<Integer, Integer> {

  private final Digraph graph;
  private final BitSet removed;

  DigraphView(Digraph graph, BitSet removed) {
    this.graph = graph;
    this.removed = removed;
  }

  private static Set<Integer> numbers(int size, BitSet without) {
    return new AbstractSet<>() {
      @Override
      public Iterator<Integer> iterator() {
        return IntStream.range(0, size).filter(number -> !without.get(number)).iterator();
      }

      @Override
      public int size() {
        return size - without.cardinality();
      }

      @Override
      public boolean contains(Object number) {
        return number instanceof Integer one && one >= 0 && one < size && !without.get(one);
      }
    };
  }

  private Set<Integer> incident(int node, boolean leaving) {
    return new AbstractSet<>() {
      @Override
      public Iterator<Integer> iterator() {
        return new Left(graph.at(node, leaving));
      }

      @Override
      public int size() {
        int size = 0;
        for (Iterator<Integer> edges = iterator(); edges.hasNext(); edges.next()) {
          size++;
        }
        return size;
      }
    };
  }

  /** Edges that are not removed. */
  private final class Left implements Iterator<Integer> {
    private final PrimitiveIterator.OfInt all;
    private int next = -1;

    Left(PrimitiveIterator.OfInt all) {
      this.all = all;
    }

    @Override
    public boolean hasNext() {
      while (next < 0 && all.hasNext()) {
        int edge = all.nextInt();
        next = removed.get(edge) ? -1 : edge;
      }
      return next >= 0;
    }

    @Override
    public Integer next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      int edge = next;
      next = -1;
      return edge;
    }
  }

  @Override
  public Set<Integer> vertexSet() {
    return numbers(graph.nodes(), new BitSet());
  }

  @Override
  public Set<Integer> edgeSet() {
    return numbers(graph.edges(), removed);
  }

  @Override
  public Set<Integer> outgoingEdgesOf(Integer node) {
    return incident(node, true);
  }

  @Override
  public Set<Integer> incomingEdgesOf(Integer node) {
    return incident(node, false);
  }

  @Override
  public Integer getEdgeSource(Integer edge) {
    return graph.from[edge];
  }

  @Override
  public Integer getEdgeTarget(Integer edge) {
    return graph.to[edge];
  }

  @Override
  public int outDegreeOf(Integer node) {
    return outgoingEdgesOf(node).size();
  }

  @Override
  public int inDegreeOf(Integer node) {
    return incomingEdgesOf(node).size();
  }

  @Override
  public int degreeOf(Integer node) {
    return outDegreeOf(node) + inDegreeOf(node);
  }

  @Override
  public boolean containsVertex(Integer node) {
    return vertexSet().contains(node);
  }

  @Override
  public boolean containsEdge(Integer edge) {
    return edgeSet().contains(edge);
  }

  @Override
  public GraphType getType() {
    return new DefaultGraphType.Builder()
        .directed()
        .allowSelfLoops(true)
        .allowMultipleEdges(true)
        .modifiable(false)
        .build();
  }

  @Override
  public double getEdgeWeight(Integer edge) {
    return 1;
  }

  @Override
  public Set<Integer> edgesOf(Integer node) {
    throw readOnly();
  }

  @Override
  public Set<Integer> getAllEdges(Integer from, Integer to) {
    throw readOnly();
  }

  @Override
  public Integer getEdge(Integer from, Integer to) {
    throw readOnly();
  }

  @Override
  public Supplier<Integer> getVertexSupplier() {
    return null;
  }

  @Override
  public Supplier<Integer> getEdgeSupplier() {
    return null;
  }

  @Override
  public Integer addEdge(Integer from, Integer to) {
    throw readOnly();
  }

  @Override
  public boolean addEdge(Integer from, Integer to, Integer edge) {
    throw readOnly();
  }

  @Override
  public Integer addVertex() {
    throw readOnly();
  }

  @Override
  public boolean addVertex(Integer node) {
    throw readOnly();
  }

  @Override
  public Integer removeEdge(Integer from, Integer to) {
    throw readOnly();
  }

  @Override
  public boolean removeEdge(Integer edge) {
    throw readOnly();
  }

  @Override
  public boolean removeVertex(Integer node) {
    throw readOnly();
  }

  @Override
  public void setEdgeWeight(Integer edge, double weight) {
    throw readOnly();
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("only what strong connectivity asks for is there");
  }
}

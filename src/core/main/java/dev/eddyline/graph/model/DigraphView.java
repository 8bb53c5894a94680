package dev.eddyline.graph.model;

import java.util.AbstractSet;
import java.util.BitSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.stream.IntStream;
import org.jgrapht.Graph;
import org.jgrapht.graph.AsUnmodifiableGraph;
import org.jgrapht.graph.DirectedPseudograph;
import org.jgrapht.graph.GraphDelegator;

/**
 * A view of a {@link Digraph} without some of its edges, for JGraphT's search for strongly
 * connected components. All methods that the search does not call answer as an unmodifiable empty
 * graph.
 */
final class DigraphView extends GraphDelegator<Integer, Integer> {

  private static final Graph<Integer, Integer> EMPTY =
      new AsUnmodifiableGraph<>(new DirectedPseudograph<>(null, null, false));

  private final transient Digraph graph;
  private final BitSet removed;

  DigraphView(Digraph graph, BitSet removed) {
    super(EMPTY);
    this.graph = graph;
    this.removed = removed;
  }

  private Set<Integer> remainingEdgesAtNode(int node, boolean leaving) {
    return new AbstractSet<>() {
      @Override
      public Iterator<Integer> iterator() {
        return new RemainingEdgeIterator(graph.edgeIteratorAtNode(node, leaving));
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
  private final class RemainingEdgeIterator implements Iterator<Integer> {
    private final PrimitiveIterator.OfInt allEdgeIterator;
    private int next = -1;

    RemainingEdgeIterator(PrimitiveIterator.OfInt all) {
      this.allEdgeIterator = all;
    }

    @Override
    public boolean hasNext() {
      while (next < 0 && allEdgeIterator.hasNext()) {
        int edge = allEdgeIterator.nextInt();
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
    return new AbstractSet<>() {
      @Override
      public Iterator<Integer> iterator() {
        return IntStream.range(0, size()).iterator();
      }

      @Override
      public int size() {
        return graph.nodes();
      }
    };
  }

  @Override
  public Set<Integer> outgoingEdgesOf(Integer node) {
    return remainingEdgesAtNode(node, true);
  }

  @Override
  public Set<Integer> incomingEdgesOf(Integer node) {
    return remainingEdgesAtNode(node, false);
  }

  @Override
  public Integer getEdgeSource(Integer edge) {
    return graph.from[edge];
  }

  @Override
  public Integer getEdgeTarget(Integer edge) {
    return graph.to[edge];
  }
}

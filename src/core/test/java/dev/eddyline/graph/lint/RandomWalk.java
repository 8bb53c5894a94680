package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeGuard;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.WorkflowGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Simulates a run that takes open edges at random, and updates the counters as declared. */
final class RandomWalk {

  private final WorkflowGraph graph;
  private final Random random;
  private final Map<String, Integer> counts = new HashMap<>();

  RandomWalk(WorkflowGraph graph, Random random) {
    this.graph = graph;
    this.random = random;
  }

  /** Number of edges taken until none is open, up to a maximum. */
  int walkAndCountEdges(int most) {
    String node = graph.nodes().get(0).id();
    for (int taken = 0; taken < most; taken++) {
      String here = node;
      List<Edge> open =
          graph.edges().stream().filter(e -> e.from().equals(here) && isOpen(e)).toList();
      if (open.isEmpty()) {
        return taken;
      }
      Edge edge = open.get(random.nextInt(open.size()));
      for (GraphCounter counter : graph.counters()) {
        updateCounter(counter, edge);
      }
      node = edge.to();
    }
    return most;
  }

  private boolean isOpen(Edge edge) {
    boolean isUsedUp =
        edge.counter()
            .map(this::counter)
            .filter(c -> c.max().isPresent() && count(c.name()) >= c.max().getAsInt())
            .filter(c -> c.effective().orElse(true))
            .isPresent();
    boolean isGuarded =
        edge.guard()
            .filter(g -> (count(g.counter()) == 0) != (g.kind() == EdgeGuard.GuardKind.UNLESS))
            .isPresent();
    return !isUsedUp && !isGuarded;
  }

  private void updateCounter(GraphCounter counter, Edge edge) {
    boolean asks = edge.counter().filter(counter.name()::equals).isPresent();
    boolean counts =
        counter.declaresWhereItCounts()
            ? counter.countedOn().contains(edge.endpointPair())
                || counter.countedBy().contains(edge.to())
            : asks;
    boolean surely = counter.effective().orElse(false) && asks;
    if (counts || surely) {
      this.counts.merge(counter.name(), 1, Integer::sum);
    }
    boolean resets = counter.resetBy().contains(edge.to()) && !counter.effective().orElse(false);
    boolean bounds = counter.max().isPresent() && counter.effective().isEmpty();
    if (resets || bounds && counter.misses().contains(edge.to())) {
      this.counts.put(counter.name(), 0);
    }
  }

  private int count(String counter) {
    return counts.getOrDefault(counter, 0);
  }

  private GraphCounter counter(String name) {
    return graph.counters().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }
}

package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphSearch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jgrapht.Graph;

/**
 * Finds the largest strongly connected components in which a run can repeat forever. If a counter
 * stops a component, the edges that check the counter are removed and the rest is decomposed again.
 * No cycle is enumerated.
 */
final class UnboundedComponents {

  /** Name of the check, for the list of incomplete checks. */
  static final String CHECK_NAME = "more unbounded cycles";

  /** Visits of each node and edge in a decomposition, and of a component in addition to these. */
  private static final int VISITS = 5;

  private static final int VISITS_PER_COMPONENT = 250;

  private final LintContext context;
  private final List<Graph<String, Edge>> found = new ArrayList<>();
  private final Set<Set<Edge>> searched = new HashSet<>();

  private UnboundedComponents(LintContext context) {
    this.context = context;
  }

  /** The unbounded components of a graph. */
  static List<Graph<String, Edge>> find(LintContext context, Graph<String, Edge> graph) {
    UnboundedComponents components = new UnboundedComponents(context);
    components.search(graph);
    return components.found;
  }

  private void search(Graph<String, Edge> graph) {
    int size = graph.vertexSet().size() + graph.edgeSet().size();
    if (!context.budget.spend(CHECK_NAME, VISITS_PER_COMPONENT + VISITS * (long) size)) {
      return;
    }
    for (Graph<String, Edge> component : GraphSearch.components(graph)) {
      if (!searched.add(Set.copyOf(component.edgeSet()))) {
        continue;
      }
      List<CounterConstraint> stopping = context.constraintsThatStop(component);
      if (stopping.isEmpty()) {
        found.add(component);
        continue;
      }
      Set<Edge> checking = new HashSet<>();
      stopping.forEach(each -> checking.addAll(each.checking()));
      search(GraphSearch.without(component, checking::contains));
      for (CounterConstraint constraint : stopping) {
        boolean areAllCounted =
            component.edgeSet().stream()
                .filter(constraint.checking()::contains)
                .allMatch(constraint.counting()::contains);
        if (!areAllCounted) {
          search(GraphSearch.without(component, constraint.counting()::contains));
        }
      }
    }
  }
}

package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSearch;
import dev.eddyline.graph.model.RunLimit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jgrapht.Graph;

/**
 * Finds cycles that nothing stops. It reports one cycle of each unbounded component, removes the
 * edge that closes it, and searches the rest: other cycles may share the edge to change.
 */
final class UnboundedCycleCheck {

  /** What ends an agent that calls tools and more tools. */
  private static final Optional<String> AGENT_LIMIT =
      Optional.of(
          "the agent, or a limit of its framework such as recursion_limit or max_iterations,");

  private final LintContext context;
  private final PlausibleBounds plausibleBounds;

  /** The edges that close reported cycles. */
  private final Set<Edge> reported = new HashSet<>();

  /**
   * Why nothing stops a cycle.
   *
   * @param entry the entry of the lint file that proves a bound; empty: there is none
   */
  private record Cause(FindingKind kind, String reason, String entry) {

    Cause(FindingKind kind, String reason) {
      this(kind, reason, "");
    }
  }

  private UnboundedCycleCheck(LintContext context) {
    this.context = context;
    this.plausibleBounds = new PlausibleBounds(context);
  }

  /**
   * Adds the findings to the context: first the cycles in which nothing even looks like a bound, so
   * that no other cycle hides them; then the rest.
   */
  static void find(LintContext context) {
    if (context.workflow().runLimit().filter(RunLimit::bounds).isEmpty()) {
      new UnboundedCycleCheck(context).find();
    }
  }

  private void find() {
    List<Graph<String, Edge>> all = UnboundedComponents.find(context, context.graph());
    Set<Edge> plausible =
        all.stream()
            .flatMap(component -> component.edgeSet().stream())
            .filter(edge -> plausibleBounds.isBounded(edge) || plausibleBounds.isToolCall(edge))
            .collect(Collectors.toSet());
    if (report(plausible.isEmpty() ? all : unboundedWithout(plausible)) && !plausible.isEmpty()) {
      report(unboundedWithout(reported));
    }
  }

  private List<Graph<String, Edge>> unboundedWithout(Set<Edge> leftOut) {
    return UnboundedComponents.find(
        context, GraphSearch.without(context.graph(), leftOut::contains));
  }

  /** Reports the cycles of unbounded components; false if there are more. */
  private boolean report(List<Graph<String, Edge>> components) {
    Deque<Graph<String, Edge>> remaining = new ArrayDeque<>(components);
    for (int found = 1; !remaining.isEmpty(); found++) {
      Graph<String, Edge> component = remaining.remove();
      ClosedWalk walk = endingWithEdgeToChange(UnboundedWalkSearch.find(context, component));
      Edge back = walk.last();
      Set<Edge> closing = component.getAllEdges(back.from(), back.to());
      reported.addAll(closing);
      if (found == LintContext.MAX_REPORTED_PER_KIND) {
        addFinding(walk, describeMore(component, walk, !remaining.isEmpty()));
        return false;
      }
      addFinding(walk, "");
      remaining.addAll(
          UnboundedComponents.find(context, GraphSearch.without(component, closing::contains)));
    }
    return true;
  }

  /** The walk that ends with the edge that looks bounded by a text, or else with its retry edge. */
  private ClosedWalk endingWithEdgeToChange(ClosedWalk walk) {
    Predicate<Edge> isStated =
        edge ->
            plausibleBounds.describeStated(edge).isPresent() || plausibleBounds.isToolCall(edge);
    return walk.checkedCounters().isEmpty() && walk.edges().stream().anyMatch(isStated)
        ? walk.endingWith(isStated)
        : walk.endingWithRetryEdge();
  }

  private String describeMore(
      Graph<String, Edge> component, ClosedWalk walk, boolean areOthersLeft) {
    long edges = context.workflow().edges().stream().filter(component::containsEdge).count();
    String here =
        edges > walk.edges().size()
            ? " There are more cycles among these %d nodes and %d edges: they are not listed one by one."
                .formatted(component.vertexSet().size(), edges)
            : "";
    return areOthersLeft
        ? here + " There are more in other parts: they are not listed one by one."
        : here;
  }

  private void addFinding(ClosedWalk walk, String more) {
    Cause cause = findCause(walk);
    boolean hasCounter =
        cause.kind == FindingKind.COUNTER_RESET || cause.kind == FindingKind.COUNTER_NOT_COUNTED;
    boolean isLong = walk.edges().size() >= 3 && walk.isElementary();
    context.addFinding(
        cause.kind,
        walk,
        hasCounter && isLong ? walk.edges().get(0) : walk.last(),
        cause.reason
            + "."
            + CycleStepArithmetic.of(walk).describeRoundsWithinLimit()
            + more
            + (cause.entry.isEmpty() ? "" : "\n" + cause.entry));
  }

  private Cause findCause(ClosedWalk walk) {
    List<GraphCounter> counters = walk.checkedCounters();
    for (GraphCounter counter : counters) {
      Optional<String> resetting = walk.resettingNode(counter);
      if (resetting.isPresent()) {
        return new Cause(
            FindingKind.COUNTER_RESET,
            "%s is reset by %s in the cycle, so it never stops the cycle"
                .formatted(describe(counter), context.names.nameOf(resetting.get())));
      }
    }
    if (!counters.isEmpty()) {
      return new Cause(
          FindingKind.COUNTER_NOT_COUNTED, describeWhyNotStopped(walk, counters.get(0)));
    }
    return walk.edges().stream()
        .map(edge -> plausibleBounds.describe(edge, walk.last()))
        .flatMap(Optional::stream)
        .findFirst()
        .map(bound -> new Cause(FindingKind.UNPROVEN_BOUND, bound.reason(), bound.entry()))
        .orElseGet(() -> causeWithoutBound(walk));
  }

  private Cause causeWithoutBound(ClosedWalk walk) {
    String reason = "No edge of this cycle is bounded by a counter";
    return context
        .workflow()
        .runLimit()
        .map(RunLimit::name)
        .or(
            () ->
                walk.edges().stream().anyMatch(plausibleBounds::isToolCall)
                    ? AGENT_LIMIT
                    : Optional.empty())
        .map(limit -> "%s: only %s ends it".formatted(reason, limit))
        .map(text -> new Cause(FindingKind.ONLY_RUN_LIMIT, text))
        .orElseGet(() -> new Cause(FindingKind.UNBOUNDED_CYCLE, reason));
  }

  private String describeWhyNotStopped(ClosedWalk walk, GraphCounter counter) {
    if (!counter.effective().orElse(true)) {
      return describe(counter) + " is declared not to stop the cycle";
    }
    return walk.bypassingNode(counter)
        .map(context.names::nameOf)
        .map(node -> describe(counter) + " does not stop the cycle through " + node)
        .orElse(describe(counter) + " is checked, but nothing in the cycle counts it");
  }

  private static String describe(GraphCounter counter) {
    int max = counter.max().orElseThrow();
    return counter.name() + (max == GraphCounter.UNKNOWN_MAX ? "" : " (max %d)".formatted(max));
  }
}

package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Digraph;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphWriter;
import dev.eddyline.graph.model.IndexedGraph;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.RunLimit;
import dev.eddyline.graph.model.ShortestPaths;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds cycles that nothing stops. It reports one cycle of each unbounded component, removes the
 * edge that closes it, and searches the rest: other cycles may share the edge to change.
 */
final class UnboundedCycleCheck {

  /** The maximum in an example of bounds, where the text has none. */
  private static final int EXAMPLE_MAX = 3;

  private static final int MAX_SEARCH_START_NODES = 16;
  private static final int MAX_SEARCHED_COUNTER_EDGES = 64;

  private final LintContext context;
  private final IndexedGraph indexed;

  /** By node, the edges whose text says that they are taken at last. */
  private final Map<String, List<Edge>> exitsAtBound;

  private UnboundedCycleCheck(LintContext context) {
    this.context = context;
    this.indexed = context.indexed;
    this.exitsAtBound =
        indexed.graph.edges().stream()
            .filter(edge -> edge.counter().isEmpty())
            .filter(edge -> BoundText.in(edge.condition()).filter(it -> !it.isOnEdge()).isPresent())
            .collect(Collectors.groupingBy(Edge::from));
  }

  /** Adds the findings to the search. */
  static void find(LintContext context) {
    new UnboundedCycleCheck(context).find();
  }

  /**
   * Reports first the cycles in which nothing even looks like a bound, so that no other cycle hides
   * them; then the rest.
   */
  private void find() {
    if (indexed.graph.runLimit().filter(RunLimit::bounds).isPresent()) {
      return;
    }
    BitSet plausible = new BitSet();
    for (int edge = 0; edge < indexed.digraph.edges(); edge++) {
      plausible.set(edge, describePlausibleBound(edge).isPresent());
    }
    BitSet reported = new BitSet();
    boolean isComplete = report(plausible, reported);
    if (isComplete && !plausible.isEmpty()) {
      report(new BitSet(), reported);
    }
  }

  /**
   * Reports the unbounded cycles without these edges; false if there are more.
   *
   * @param reported the edges that close reported cycles; more are added
   */
  private boolean report(BitSet leftOut, BitSet reported) {
    BitSet removed = (BitSet) leftOut.clone();
    removed.or(reported);
    Deque<Digraph> remaining =
        new ArrayDeque<>(
            UnboundedComponents.findUnboundedComponents(indexed.digraph, removed, context));
    int most = context.maxReportedPerKind();
    for (int found = 0; found < most && !remaining.isEmpty(); found++) {
      Digraph part = remaining.remove();
      ClosedWalk walk = context.rotateSoThatRetryEdgeIsLast(findUnboundedWalk(part));
      boolean isLast = found == most - 1;
      addUnboundedCycleFinding(walk, isLast, isLast && !remaining.isEmpty(), part);
      NodePair back = indexed.edge(walk.edges()[walk.edges().length - 1]).endpointPair();
      BitSet closing = new BitSet(part.edges());
      for (int edge = 0; edge < part.edges(); edge++) {
        closing.set(edge, indexed.edge(part.edgeOf[edge]).endpointPair().equals(back));
      }
      closing.stream().forEach(edge -> reported.set(part.edgeOf[edge]));
      if (isLast) {
        return false;
      }
      remaining.addAll(UnboundedComponents.findUnboundedComponents(part, closing, context));
    }
    return true;
  }

  private void addUnboundedCycleFinding(
      ClosedWalk walk, boolean isLast, boolean isMoreLeft, Digraph part) {
    FindingKind kind = FindingKind.UNBOUNDED_CYCLE;
    String why = "no edge of this cycle is bounded by a counter";
    Optional<GraphCounter> first = walk.checkedCounters().stream().findFirst();
    if (walk.checkedCounters().stream()
        .anyMatch(counter -> walk.resettingNode(counter).isPresent())) {
      GraphCounter counter =
          walk.checkedCounters().stream()
              .filter(c -> walk.resettingNode(c).isPresent())
              .findFirst()
              .orElseThrow();
      kind = FindingKind.COUNTER_RESET;
      why =
          "%s (max %d) is reset by %s in the cycle, so it never stops the cycle"
              .formatted(
                  counter.name(),
                  counter.max().getAsInt(),
                  walk.resettingNode(counter).orElseThrow());
    } else if (first.isPresent()) {
      kind = FindingKind.COUNTER_NOT_COUNTED;
      why = describeWhyCounterDoesNotStop(walk, first.get());
    }
    Optional<String> plausible =
        kind == FindingKind.UNBOUNDED_CYCLE ? describePlausibleBound(walk) : Optional.empty();
    Optional<RunLimit> limit = indexed.graph.runLimit();
    if (plausible.isPresent()) {
      kind = FindingKind.UNPROVEN_BOUND;
      why = plausible.get();
    } else if (kind == FindingKind.UNBOUNDED_CYCLE && limit.isPresent()) {
      kind = FindingKind.ONLY_RUN_LIMIT;
      why =
          "no edge of this cycle is bounded by a counter: only %s ends it"
              .formatted(limit.get().name());
    }
    boolean isShort = walk.edges().length < 3 || !walk.isElementary();
    boolean hasCounter =
        kind == FindingKind.COUNTER_RESET || kind == FindingKind.COUNTER_NOT_COUNTED;
    int change = !hasCounter || isShort ? walk.edges().length - 1 : 0;
    String more =
        isLast && part.edges() > walk.edges().length
            ? " There are more cycles among these %d nodes and %d edges: they are not listed one by one."
                .formatted(part.nodes(), part.edges())
            : "";
    more += isMoreLeft ? " There are more in other parts: they are not listed one by one." : "";
    List<NodePair> ways = List.of(indexed.edge(walk.edges()[change]).endpointPair());
    String reason =
        capitalizeFirstWord(why)
            + "."
            + context.arithmetic(walk).describeRoundsWithinLimit()
            + more;
    context.addFinding(kind, walk, ways, reason);
  }

  /** What looks like a bound of the cycle, with the entry that would prove it. */
  private Optional<String> describePlausibleBound(ClosedWalk walk) {
    return Arrays.stream(walk.edges())
        .mapToObj(this::describePlausibleBound)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * What looks like a bound of an edge without a counter: its text, the text of another edge that
   * is taken in its place at last, or that a run waits where it leads.
   */
  private Optional<String> describePlausibleBound(int number) {
    Edge edge = indexed.edge(number);
    if (edge.counter().isPresent()) {
      return Optional.empty();
    }
    Optional<String> byText =
        BoundText.in(edge.condition())
            .filter(BoundText::isOnEdge)
            .map(bound -> describeText(edge.condition(), bound, edge))
            .or(() -> exitAtBound(edge));
    Node target = indexed.node(indexed.digraph.to[number]);
    return byText.isPresent() || !target.waits()
        ? byText
        : Optional.of(
            "each round waits at %s for a time, a message or a person, but the file does not say how often. If that ends it, %s"
                .formatted(target.id(), entry("rounds", GraphCounter.UNKNOWN_MAX, edge)));
  }

  private Optional<String> exitAtBound(Edge edge) {
    return exitsAtBound.getOrDefault(edge.from(), List.of()).stream()
        .filter(exit -> !exit.to().equals(edge.to()))
        .map(
            exit ->
                describeText(exit.condition(), BoundText.in(exit.condition()).orElseThrow(), edge))
        .findFirst();
  }

  private String describeText(String text, BoundText bound, Edge edge) {
    return "the text '%s' looks like a bound of this cycle, but the file does not say what counts. If it is one, %s"
        .formatted(text, entry(bound.counter(), bound.max(), edge));
  }

  /** The entry of the lint file that bounds an edge. */
  private String entry(String counter, int max, Edge edge) {
    boolean isKnown = max != GraphCounter.UNKNOWN_MAX;
    String choice = isKnown ? "" : " Replace %d by its maximum.".formatted(EXAMPLE_MAX);
    return "add this to bounds in %s: - {graph: %s, counters: {%s: {max: %d}}, edges: [{from: %s, to: %s, counter: %s}]}%s"
        .formatted(
            LintFile.NAME,
            GraphWriter.quoted(GraphPattern.plain(indexed.graph.name())),
            GraphWriter.quoted(counter),
            isKnown ? max : EXAMPLE_MAX,
            GraphWriter.quoted(edge.from()),
            GraphWriter.quoted(edge.to()),
            GraphWriter.quoted(counter),
            choice);
  }

  private static String capitalizeFirstWord(String sentence) {
    return sentence.startsWith("no ") || sentence.startsWith("the ") || sentence.startsWith("each ")
        ? sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1)
        : sentence;
  }

  private static String describeWhyCounterDoesNotStop(ClosedWalk walk, GraphCounter counter) {
    String name = "%s (max %d)".formatted(counter.name(), counter.max().getAsInt());
    if (!counter.effective().orElse(true)) {
      return name + " is declared not to stop the cycle";
    }
    return walk.bypassingNode(counter)
        .map(node -> name + " does not stop the cycle through " + node)
        .orElse(name + " is checked, but nothing in the cycle counts it");
  }

  /** A short closed walk of the component that nothing stops, found with bounded work. */
  private ClosedWalk findUnboundedWalk(Digraph part) {
    context.budget.spend((long) MAX_SEARCH_START_NODES * part.edges());
    BitSet checkingEdges = new BitSet(part.edges());
    IntStream.range(0, part.edges())
        .forEach(edge -> checkingEdges.set(edge, indexed.doesEdgeCheckCounter(part.edgeOf[edge])));
    ClosedWalk best = null;
    for (Digraph free :
        checkingEdges.isEmpty() ? List.of(part) : part.stronglyConnectedComponents(checkingEdges)) {
      best = shorter(best, shortest(free));
      if (best != null && free.nodes() > MAX_SEARCH_START_NODES) {
        break;
      }
    }
    if (best != null) {
      return best;
    }
    ClosedWalk any = null;
    for (int edge : checkingEdges.stream().limit(MAX_SEARCHED_COUNTER_EDGES).toArray()) {
      context.budget.spend(part.edges());
      ClosedWalk cycle = findShortestWalkThroughEdge(part, edge);
      any = any == null ? cycle : any;
      best = isUnbounded(cycle) ? shorter(best, cycle) : best;
    }
    return best != null
        ? best
        : addDetoursToResettingEdges(
            part, any == null ? findShortestWalkThroughEdge(part, 0) : any);
  }

  private static @Nullable ClosedWalk shorter(
      @Nullable ClosedWalk one, @Nullable ClosedWalk other) {
    return one == null || other != null && other.edges().length < one.edges().length ? other : one;
  }

  /** The shortest of a sample of cycles that nothing stops. */
  private @Nullable ClosedWalk shortest(Digraph part) {
    ClosedWalk best = null;
    int stride = Math.max(1, part.nodes() / MAX_SEARCH_START_NODES);
    for (int node = 0; node < part.nodes(); node += stride) {
      int[] cycle = ShortestPaths.shortestPathEdges(part, node, node, edge -> true);
      ClosedWalk walk = walk(part, cycle);
      best = isUnbounded(walk) ? shorter(best, walk) : best;
    }
    return best;
  }

  private boolean isUnbounded(ClosedWalk walk) {
    return context.constraints.stream().noneMatch(each -> each.stopsRepetitionOf(walk.edges()));
  }

  private ClosedWalk findShortestWalkThroughEdge(Digraph part, int edge) {
    int from = part.from[edge];
    int to = part.to[edge];
    int[] back =
        from == to ? new int[0] : ShortestPaths.shortestPathEdges(part, to, from, e -> true);
    return walk(part, IntStream.concat(IntStream.of(edge), Arrays.stream(back)).toArray());
  }

  /** The walk with detours, each to an edge that resets a counter that would stop it. */
  private ClosedWalk addDetoursToResettingEdges(Digraph part, ClosedWalk walk) {
    ClosedWalk longer = walk;
    for (int detours = 0; detours < context.constraints.size() && !isUnbounded(longer); detours++) {
      int[] edges = longer.edges();
      context.budget.spend((long) (1 + context.constraints.size()) * edges.length);
      if (!context.budget.hasWorkLeftForCheck(UnboundedComponents.CHECK_NAME)) {
        return longer;
      }
      CounterConstraint stopping =
          context.constraints.stream()
              .filter(o -> o.stopsRepetitionOf(edges))
              .findFirst()
              .orElseThrow();
      int reset =
          IntStream.range(0, part.edges())
              .filter(edge -> stopping.resettingEdges().get(part.edgeOf[edge]))
              .findFirst()
              .orElseThrow();
      int startNode = Arrays.binarySearch(part.nodeOf, indexed.digraph.from[edges[0]]);
      int[] pathToReset = findShortestPathEdges(part, startNode, part.from[reset]);
      int[] back = findShortestPathEdges(part, part.to[reset], startNode);
      IntStream detour =
          IntStream.concat(
              Arrays.stream(pathToReset),
              IntStream.concat(IntStream.of(reset), Arrays.stream(back)));
      longer =
          new ClosedWalk(
              indexed,
              IntStream.concat(Arrays.stream(edges), detour.map(edge -> part.edgeOf[edge]))
                  .toArray());
    }
    return longer;
  }

  private static int[] findShortestPathEdges(Digraph part, int start, int end) {
    return start == end
        ? new int[0]
        : ShortestPaths.shortestPathEdges(part, start, end, edge -> true);
  }

  private ClosedWalk walk(Digraph part, int[] edges) {
    return new ClosedWalk(indexed, Arrays.stream(edges).map(edge -> part.edgeOf[edge]).toArray());
  }
}

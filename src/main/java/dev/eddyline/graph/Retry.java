package dev.eddyline.graph;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The retry of a cycle: the last edge of the walk leads from the deciding node back to its target.
 */
final class Retry {

  /** The maximum of a new retry counter. */
  static final int MAX = 5;

  final Search search;
  final Walk walk;
  final Edge back;
  final String decider;
  final String target;

  Retry(Search search, Walk walk) {
    this.search = search;
    this.walk = walk;
    this.back = search.indexed.edge(walk.edges()[walk.edges().length - 1]);
    this.decider = back.from();
    this.target = back.to();
  }

  /** Whether a node lies between the target and the deciding node. */
  boolean isLong() {
    return walk.isElementary() && walk.edges().length >= 3;
  }

  /** The node before the deciding one. */
  String before() {
    return walk.nodes().get(walk.edges().length - 2);
  }

  /** The nodes between the target and the deciding one. */
  List<String> between() {
    return walk.nodes().subList(1, walk.edges().length - 1);
  }

  boolean isBack(Edge edge) {
    return edge.way().equals(back.way());
  }

  /**
   * Redirects the retry edge to another node, and bounds it so that the new cycle is stopped before
   * the recursion limit.
   *
   * @param edit the editable graph
   * @param to the new target of the retry edge
   * @param round the nodes of the new cycle
   * @param isFresh whether to use a new counter although the graph has one
   * @return the counter with its maximum, for messages
   */
  String bound(GraphEdit edit, String to, List<String> round, boolean isFresh) {
    int max = fitting(edit, round, MAX);
    String name =
        back.counter().filter(known -> !isFresh && isUsable(edit, known, round)).orElse(null);
    if (name == null) {
      name = edit.add(Counter.of("retries_of_" + decider, max));
    } else {
      Counter known = edit.counter(name).orElseThrow();
      max = fitting(edit, round, known.max().getAsInt());
      edit.replace(counting(known, new Way(decider, to)).withMax(max));
    }
    String counter = name;
    edit.change(this::isBack, edge -> to(edge, to).boundBy(counter));
    edit.leaveByDefault(decider);
    return "%s (max %d)".formatted(counter, max);
  }

  private static Edge to(Edge edge, String to) {
    EdgeKind kind = edge.kind() == EdgeKind.ROUTED ? EdgeKind.ROUTED : EdgeKind.CONDITIONAL;
    return new Edge(
        edge.from(), to, kind, edge.condition(), edge.counter(), edge.guard(), edge.line());
  }

  private Counter counting(Counter known, Way way) {
    if (!known.countedOn().contains(back.way())) {
      return known;
    }
    Set<Way> ways = new HashSet<>(known.countedOn());
    ways.add(way);
    return new Counter(
        known.name(),
        known.max(),
        ways,
        known.countedBy(),
        known.resetBy(),
        known.misses(),
        known.effective());
  }

  private boolean isUsable(GraphEdit edit, String name, List<String> round) {
    return edit.counter(name)
        .filter(counter -> counter.max().orElse(0) > 0 && counter.effective().orElse(true))
        .filter(counter -> round.stream().noneMatch(counter.resetBy()::contains))
        .filter(counter -> round.stream().noneMatch(counter.misses()::contains))
        .filter(
            counter ->
                !counter.tellsWhere()
                    || counter.countedOn().contains(back.way())
                    || round.stream().anyMatch(counter.countedBy()::contains))
        .isPresent();
  }

  /** The wanted number of retries, or as many as fit; raises the limit if not even one fits. */
  private int fitting(GraphEdit edit, List<String> round, int wanted) {
    OptionalInt limit = search.indexed.graph.recursionLimit();
    if (limit.isEmpty()) {
      return wanted;
    }
    int each = (int) round.stream().filter(id -> edit.node(id).kind() == NodeKind.STEP).count();
    int before = Math.max(known(decider), known(target)) + 1;
    long fits = each == 0 ? wanted : (limit.getAsInt() - (long) before) / each - 1;
    if (fits < 1) {
      edit.raiseLimit(before + 2 * each);
    }
    return (int) Math.max(1, Math.min(wanted, fits));
  }

  private int known(String id) {
    int number = search.indexed.number(id);
    return search.steps[number] == Integer.MAX_VALUE ? 0 : search.steps[number];
  }
}

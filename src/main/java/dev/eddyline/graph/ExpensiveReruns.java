package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Finds expensive nodes that a retry runs again although nothing that they read changed. The output
 * of the deciding node is new on a retry; a node that reads nothing new writes nothing new. A node
 * with unknown writes may change everything. An expensive node with unknown reads is reported when
 * it lies on the retry and is not the retry's target.
 */
final class ExpensiveReruns {

  private static final String WHAT = "expensive nodes that are run again";

  private final Search search;
  private final Indexed indexed;
  private final Digraph whole;

  private ExpensiveReruns(Search search) {
    this.search = search;
    this.indexed = search.indexed;
    this.whole = indexed.whole;
  }

  /** Adds the findings to the search. */
  static void find(Search search) {
    if (search.indexed.graph.nodes().stream().anyMatch(Node::expensive)) {
      new ExpensiveReruns(search).find();
    }
  }

  private void find() {
    for (int edge = 0; edge < whole.edges(); edge++) {
      if (indexed.isAsking(edge)) {
        if (isEnough() || !search.work.allows(WHAT)) {
          return;
        }
        look(edge);
      }
    }
  }

  /** Whether the maximum number of findings is reached. */
  private boolean isEnough() {
    boolean isEnough = search.count(FindingKind.EXPENSIVE_RERUN) >= search.most();
    if (isEnough) {
      search.hasMore(FindingKind.EXPENSIVE_RERUN);
    }
    return isEnough;
  }

  private void look(int retry) {
    int target = whole.to[retry];
    int source = whole.from[retry];
    IntPredicate open = open(retry, source);
    BitSet between = Routes.reach(whole, new int[] {target}, true, open);
    between.and(Routes.reach(whole, new int[] {source}, false, open));
    if (!between.get(target) || !between.get(source)) {
      return;
    }
    Optional<Set<String>> changed = changed(between, source);
    int[] unchanged =
        between.stream()
            .filter(node -> node != source && indexed.node(node).expensive())
            .filter(node -> isUnchanged(indexed.node(node), changed, node == target))
            .toArray();
    for (int node : unchanged) {
      if (isEnough() || !search.work.allows(WHAT)) {
        return;
      }
      tell(retry, node, open);
    }
  }

  /** Edges that may be taken between the retry and the deciding node. */
  private IntPredicate open(int retry, int source) {
    IntPredicate isBefore = edge -> whole.from[edge] != source;
    BitSet zone = Routes.reach(whole, new int[] {whole.to[retry]}, true, isBefore);
    List<BitSet> closed =
        search.obligations.stream()
            .filter(Obligation::isGuard)
            .filter(guard -> guard.counting().get(retry) && !guard.resetting().get(retry))
            .filter(
                guard ->
                    guard.resetting().stream()
                        .noneMatch(edge -> isBefore.test(edge) && zone.get(whole.from[edge])))
            .map(Obligation::asking)
            .toList();
    // the paths there and back
    search.work.spend(2L * (1 + closed.size()) * whole.edges());
    return edge -> isBefore.test(edge) && closed.stream().noneMatch(asking -> asking.get(edge));
  }

  /** The state keys that may change between the retry and the deciding node; empty: any. */
  private Optional<Set<String>> changed(BitSet between, int source) {
    Optional<Set<String>> written = indexed.node(source).writes();
    if (written.isEmpty()) {
      return Optional.empty();
    }
    Set<String> changed = new HashSet<>(written.get());
    List<Node> quiet =
        new ArrayList<>(between.stream().filter(n -> n != source).mapToObj(indexed::node).toList());
    boolean isMore = true;
    while (isMore) {
      search.work.spend((long) Work.HANDLED * quiet.size());
      List<Node> stirred = quiet.stream().filter(node -> reads(node, changed)).toList();
      if (stirred.stream().anyMatch(node -> node.writes().isEmpty())) {
        return Optional.empty();
      }
      stirred.forEach(node -> changed.addAll(node.writes().get()));
      isMore = quiet.removeAll(new HashSet<>(stirred));
    }
    return Optional.of(changed);
  }

  private static boolean reads(Node node, Set<String> changed) {
    return node.reads().map(read -> read.stream().anyMatch(changed::contains)).orElse(true);
  }

  private static boolean isUnchanged(Node node, Optional<Set<String>> changed, boolean isTarget) {
    if (node.reads().isEmpty()) {
      return !isTarget;
    }
    return changed.isPresent() && !reads(node, changed.get());
  }

  private void tell(int retry, int node, IntPredicate open) {
    search.work.spend(2L * whole.edges());
    int target = whole.to[retry];
    int source = whole.from[retry];
    int[] there = node == target ? new int[0] : Routes.shortest(whole, target, node, open);
    int[] back = Routes.shortest(whole, node, source, open);
    Walk walk =
        new Walk(
            indexed,
            IntStream.concat(
                    IntStream.concat(Arrays.stream(there), Arrays.stream(back)),
                    IntStream.of(retry))
                .toArray());
    Node expensive = indexed.node(node);
    String why =
        expensive
            .reads()
            .map(read -> "reads " + String.join(", ", read.stream().sorted().toList()))
            .map(read -> read + ", and nothing on the retry changes that")
            .orElse("is not declared to read anything that the retry changes");
    String reason =
        "A retry of %s by %s runs %s again, which is expensive and %s."
            .formatted(indexed.node(source).id(), indexed.edge(retry).way(), expensive.id(), why);
    search.add(
        FindingKind.EXPENSIVE_RERUN, walk, List.of(indexed.edge(walk.edges()[0]).way()), reason);
  }
}

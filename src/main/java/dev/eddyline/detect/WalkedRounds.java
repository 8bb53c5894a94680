package dev.eddyline.detect;

import dev.eddyline.graph.Counter;
import dev.eddyline.graph.NodeKind;
import dev.eddyline.graph.RunGraph;
import dev.eddyline.graph.RunGraph.Bound;
import dev.eddyline.schema.Stop;
import dev.eddyline.schema.WalkedRound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts the cycles that a task completed, and the values of their counters. */
final class WalkedRounds {

  /** Maximum counted cycles, the newest ones. */
  static final int MOST = 32;

  private final RunGraph graph;
  private final List<WalkedRound> rounds;

  WalkedRounds(List<WalkedRound> before, RunGraph graph) {
    this.graph = graph;
    rounds = new ArrayList<>(before);
  }

  /** The counts to store. */
  List<WalkedRound> kept() {
    return List.copyOf(Newest.of(rounds, MOST));
  }

  /** Handles the entry into a node: resets the counters that it resets. */
  void entered(String node) {
    rounds.replaceAll(
        round ->
            round.getCounted() > 0 && isReset(round.getCounter(), node)
                ? counted(round, round.getCounter(), 0)
                : round);
  }

  /**
   * Counts a completed cycle; empty if it was already counted from another of its nodes.
   *
   * @param cycle its nodes, from the one that closed it
   * @param beganAt number of its first entry
   * @param entry number of the entry that closed it
   * @param before the previous visit of the node that closed it
   * @param signs the task's progress signals so far
   */
  Optional<GraphWalk.Closed> close(
      List<String> cycle, long beganAt, long entry, Stop before, long signs, boolean forgives) {
    long key = Hash.of(Rotation.smallest(cycle));
    WalkedRound known =
        rounds.stream().filter(round -> round.getKey() == key).findFirst().orElse(null);
    if (known != null && beganAt < known.getClosedAt()) {
      return Optional.empty();
    }
    rounds.remove(known);
    Optional<Bound> bound = graph.bound(cycle);
    String counter = bound.map(Bound::counter).orElse(null);
    WalkedRound now;
    if (known == null) {
      now =
          new WalkedRound(
              key, 1, 1, signs, entry, before.getSeen(), before.getCostBefore(), counter, 1);
    } else {
      boolean brought = forgives && known.getSigns() != signs;
      // after progress the count restarts at 1
      int inVain = brought ? 1 : known.getInVain() + 1;
      boolean isCounted = counter != null && counter.equals(known.getCounter());
      now =
          new WalkedRound(
              key,
              known.getTimes() + 1,
              inVain,
              signs,
              entry,
              known.getFirst(),
              known.getCostBefore(),
              counter,
              isCounted ? known.getCounted() + 1 : 1);
    }
    rounds.add(now);
    return Optional.of(closed(cycle, now, bound));
  }

  @SuppressWarnings("ReferenceEquality") // all rounds but this very one
  private GraphWalk.Closed closed(List<String> cycle, WalkedRound now, Optional<Bound> bound) {
    if (bound.isEmpty()) {
      return new GraphWalk.Closed(cycle, now, bound, false, 0);
    }
    String name = bound.get().counter();
    // a counter that the cycle itself resets
    boolean isHeld = cycle.stream().anyMatch(node -> isReset(name, node));
    int own = isHeld ? now.getTimes() : now.getCounted();
    long all = own;
    for (WalkedRound round : rounds) {
      all += round != now && name.equals(round.getCounter()) ? round.getCounted() : 0;
    }
    boolean isDisproved = own - 1 > bound.get().max() && !isResetUnseen(name);
    return new GraphWalk.Closed(
        cycle, now, bound, isDisproved, (int) Math.min(all, Integer.MAX_VALUE));
  }

  private static WalkedRound counted(WalkedRound round, String counter, int counted) {
    return new WalkedRound(
        round.getKey(),
        round.getTimes(),
        round.getInVain(),
        round.getSigns(),
        round.getClosedAt(),
        round.getFirst(),
        round.getCostBefore(),
        counter,
        counted);
  }

  private Optional<Counter> counter(String name) {
    return graph.graph().counters().stream().filter(it -> it.name().equals(name)).findFirst();
  }

  /** Whether a node, by its id or label, resets a counter. */
  private boolean isReset(String counter, String node) {
    return counter(counter)
        .filter(it -> !it.resetBy().isEmpty())
        .filter(
            it ->
                it.resetBy().contains(node)
                    || graph.graph().nodes().stream()
                        .anyMatch(
                            one -> one.label().equals(node) && it.resetBy().contains(one.id())))
        .isPresent();
  }

  /** Whether a gateway, which has no events, resets it. */
  private boolean isResetUnseen(String counter) {
    return counter(counter)
        .filter(it -> !it.resetBy().isEmpty())
        .filter(
            it ->
                graph.graph().nodes().stream()
                    .anyMatch(
                        node -> node.kind() == NodeKind.ROUTE && it.resetBy().contains(node.id())))
        .isPresent();
  }
}

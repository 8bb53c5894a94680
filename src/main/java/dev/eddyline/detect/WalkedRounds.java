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

/** The ways round that a task has walked, and what their counters have counted by that. */
final class WalkedRounds {

  /** Ways round that are counted, those that were walked last. */
  static final int MOST = 32;

  private final RunGraph graph;
  private final List<WalkedRound> rounds;

  WalkedRounds(List<WalkedRound> before, RunGraph graph) {
    this.graph = graph;
    rounds = new ArrayList<>(before);
  }

  /** What is remembered from now on. */
  List<WalkedRound> kept() {
    return List.copyOf(Newest.of(rounds, MOST));
  }

  /** A node was entered: the counters that it sets back begin anew. */
  void entered(String node) {
    rounds.replaceAll(
        round ->
            round.getCounted() > 0 && isReset(round.getCounter(), node)
                ? counted(round, round.getCounter(), 0)
                : round);
  }

  /**
   * Counts a way round that was just walked to its end; empty where it is the same round once more,
   * looked at from the next of its nodes.
   *
   * @param cycle its nodes from the one that closed it
   * @param beganAt number of the entry that it began with
   * @param entry number of the entry that closed it
   * @param before the node that closed it, as it was entered before
   * @param signs signs of life of the task by now
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
      // specification, section 2: a forgiven repeat starts at 1 again
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
    // declared to stop it although the way round itself sets it back
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

  /** Whether a node, by its id or label, sets a counter back. */
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

  /** Whether a gateway sets it back, of which no event tells. */
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

package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.Rotation;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.graph.model.TransitionLookup.CycleBound;
import dev.eddyline.schema.Stop;
import dev.eddyline.schema.WalkedRound;
import dev.eddyline.text.Hash;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts the cycles that a task completed, and the values of their counters. */
final class CycleCounts {

  /** Maximum counted cycles, the newest ones. */
  static final int MAX_STORED_CYCLES = 32;

  private final TransitionLookup graph;
  private final List<WalkedRound> walkedRounds;

  CycleCounts(List<WalkedRound> before, TransitionLookup graph) {
    this.graph = graph;
    walkedRounds = new ArrayList<>(before);
  }

  /** The counts to store. */
  List<WalkedRound> newestWalkedRounds() {
    return List.copyOf(BoundedLists.newest(walkedRounds, MAX_STORED_CYCLES));
  }

  /** Handles the entry into a node: resets the counters that it resets. */
  void resetCountersOnNodeEntry(String node) {
    walkedRounds.replaceAll(
        cycleCount ->
            cycleCount.getCounted() > 0 && isCounterResetByNode(cycleCount.getCounter(), node)
                ? withCounterValue(cycleCount, cycleCount.getCounter(), 0)
                : cycleCount);
  }

  /**
   * Counts a completed cycle; empty if it was already counted from another of its nodes.
   *
   * @param cycle its nodes, from the one that closed it
   * @param beganAt number of its first entry
   * @param entry number of the entry that closed it
   * @param before the previous visit of the node that closed it
   * @param progressSignals the task's progress signals so far
   */
  Optional<CycleTracker.CompletedCycle> countCompletedCycle(
      List<String> cycle,
      long beganAt,
      long entry,
      Stop before,
      long progressSignals,
      boolean progressResets) {
    long key = Hash.of(Rotation.smallest(cycle));
    WalkedRound known =
        walkedRounds.stream()
            .filter(cycleCount -> cycleCount.getKey() == key)
            .findFirst()
            .orElse(null);
    if (known != null && beganAt < known.getClosedAt()) {
      return Optional.empty();
    }
    walkedRounds.remove(known);
    Optional<CycleBound> bound = graph.findCycleBound(cycle);
    String counter = bound.map(CycleBound::counter).orElse(null);
    WalkedRound now;
    if (known == null) {
      now =
          new WalkedRound(
              key,
              1,
              1,
              progressSignals,
              entry,
              before.getSeen(),
              before.getCostBefore(),
              counter,
              1);
    } else {
      boolean progressed = progressResets && known.getSigns() != progressSignals;
      // after progress the count restarts at 1
      int withoutProgress = progressed ? 1 : known.getInVain() + 1;
      boolean isCounted = counter != null && counter.equals(known.getCounter());
      now =
          new WalkedRound(
              key,
              known.getTimes() + 1,
              withoutProgress,
              progressSignals,
              entry,
              known.getFirst(),
              known.getCostBefore(),
              counter,
              isCounted ? known.getCounted() + 1 : 1);
    }
    walkedRounds.add(now);
    return Optional.of(buildCompletedCycle(cycle, now, bound));
  }

  @SuppressWarnings("ReferenceEquality") // all rounds but this very one
  private CycleTracker.CompletedCycle buildCompletedCycle(
      List<String> cycle, WalkedRound now, Optional<CycleBound> bound) {
    if (bound.isEmpty()) {
      return new CycleTracker.CompletedCycle(cycle, now, bound, false, 0);
    }
    String name = bound.get().counter();
    // a counter that the cycle itself resets, although it is declared to stop the cycle
    boolean resetWithinCycle = cycle.stream().anyMatch(node -> isCounterResetByNode(name, node));
    int ownCount = resetWithinCycle ? now.getTimes() : now.getCounted();
    long totalCount = ownCount;
    for (WalkedRound cycleCount : walkedRounds) {
      totalCount +=
          cycleCount != now && name.equals(cycleCount.getCounter()) ? cycleCount.getCounted() : 0;
    }
    boolean exceedsBound = ownCount - 1 > bound.get().max() && !isResetByRouteNode(name);
    return new CycleTracker.CompletedCycle(
        cycle, now, bound, exceedsBound, (int) Math.min(totalCount, Integer.MAX_VALUE));
  }

  private static WalkedRound withCounterValue(WalkedRound cycleCount, String counter, int counted) {
    return new WalkedRound(
        cycleCount.getKey(),
        cycleCount.getTimes(),
        cycleCount.getInVain(),
        cycleCount.getSigns(),
        cycleCount.getClosedAt(),
        cycleCount.getFirst(),
        cycleCount.getCostBefore(),
        counter,
        counted);
  }

  private Optional<GraphCounter> findCounter(String name) {
    return graph.graph().counters().stream().filter(it -> it.name().equals(name)).findFirst();
  }

  /** Whether a node, by its id or label, resets a counter. */
  private boolean isCounterResetByNode(String counter, String node) {
    return findCounter(counter)
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
  private boolean isResetByRouteNode(String counter) {
    return findCounter(counter)
        .filter(it -> !it.resetBy().isEmpty())
        .filter(
            it ->
                graph.graph().nodes().stream()
                    .anyMatch(
                        node -> node.kind() == NodeKind.ROUTE && it.resetBy().contains(node.id())))
        .isPresent();
  }
}

package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.OffGraphTransition;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.graph.model.TransitionLookup.CycleBound;
import dev.eddyline.schema.EnteredBy;
import dev.eddyline.schema.OffGraph;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Stop;
import dev.eddyline.schema.WalkHistory;
import dev.eddyline.schema.WalkedRound;
import dev.eddyline.text.Hash;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tracks a task's path on a graph while one event is processed. Each entry references its
 * predecessor, so that parallel branches are separate paths.
 */
final class CycleTracker {

  /** Maximum stored entries; longer cycles are not detected. */
  static final int MAX_PATH_ENTRIES = 100;

  /** Maximum reported off-graph transitions of a run. */
  static final int MAX_OFF_GRAPH = 32;

  /** Bytes of an entry. */
  private static final int BYTES_PER_ENTRY = 2;

  /**
   * A cycle that was just completed.
   *
   * @param distinctNodes its distinct nodes, from the one that closed it
   * @param walkedRound its counts, this time included
   * @param counterBound the counter that stops it, according to the graph
   * @param exceedsCounterBound whether it ran more often than that counter allows
   * @param counterValue the counter's value since its last reset, over all cycles
   */
  record CompletedCycle(
      List<String> distinctNodes,
      WalkedRound walkedRound,
      Optional<CycleBound> counterBound,
      boolean exceedsCounterBound,
      int counterValue) {}

  /** An entry into a node, and the distance to the entry it came from (0: none). */
  private record Entry(String node, int predecessorDistance) {}

  private final TransitionLookup graph;
  private final EnrichedEvent enriched;
  private final long stamp;
  private final List<Entry> pathEntries;
  private final Map<String, Stop> lastVisitByNode = new HashMap<>();
  private final CycleCounts cycleCounts;
  private final List<Long> reportedOffGraphTransitionHashes;
  private Optional<OffGraphTransition> offGraph = Optional.empty();
  private EnteredBy enteredBy;
  private long steps;
  private long entries;

  CycleTracker(WalkHistory history, TransitionLookup graph, EnrichedEvent enriched) {
    this.graph = graph;
    this.enriched = enriched;
    stamp = history.getStamp();
    steps = history.getSteps();
    entries = history.getEntries();
    enteredBy = history.getBy();
    cycleCounts = new CycleCounts(history.getRounds(), graph);
    history.getStops().forEach(stop -> lastVisitByNode.put(stop.getNode(), stop));
    pathEntries = entries(history);
    reportedOffGraphTransitionHashes = new ArrayList<>(history.getOffGraph());
  }

  /** An empty path. */
  static WalkHistory empty(long stamp) {
    return new WalkHistory(
        stamp, 0L, List.of(), ByteBuffer.allocate(0), EnteredBy.UNKNOWN, List.of(), 0L, List.of());
  }

  private static List<Entry> entries(WalkHistory history) {
    ByteBuffer bytes = history.getWay().duplicate();
    List<Entry> entries = new ArrayList<>(MAX_PATH_ENTRIES + BYTES_PER_ENTRY);
    while (bytes.remaining() >= BYTES_PER_ENTRY) {
      int stop = bytes.get();
      entries.add(new Entry(history.getStops().get(stop).getNode(), bytes.get()));
    }
    return entries;
  }

  /** The newest transitions of a path, oldest first. */
  static List<NodePair> newestTransitions(WalkHistory history) {
    List<Entry> entryPath = entries(history);
    List<NodePair> moves = new ArrayList<>();
    for (int i = 0; i < entryPath.size(); i++) {
      Entry entry = entryPath.get(i);
      if (entry.predecessorDistance() > 0) {
        moves.add(
            new NodePair(entryPath.get(i - entry.predecessorDistance()).node(), entry.node()));
      }
    }
    return moves;
  }

  /** Follows a transition; returns the cycle that it closes, if any. */
  Optional<CompletedCycle> followTransition(String from, String to, boolean newResultForgives) {
    if (!graph.hasEdge(from, to)) {
      recordOffGraphTransition(
          from, to, "The transition %s→%s is not on the graph of the workflow".formatted(from, to));
    }
    int source = newestEntry(from);
    Entry newest = enteredBy == EnteredBy.START ? newestEntry() : null;
    boolean alreadyEntered = newest != null && newest.node().equals(to);
    if (newest != null && alreadyEntered && (newest.predecessorDistance() > 0 || source < 0)) {
      // the step's start reported the same entry
      enteredBy = EnteredBy.BOTH;
      return Optional.empty();
    }
    if (alreadyEntered) {
      pathEntries.remove(pathEntries.size() - 1);
      entries--;
      steps -= graph.isStep(to) ? 1 : 0;
    }
    if (source < 0) {
      addPathEntry(from, 0);
      source = pathEntries.size() - 1;
    }
    enteredBy = alreadyEntered ? EnteredBy.BOTH : EnteredBy.TRANSITION;
    return enterNode(source, to, newResultForgives);
  }

  /** Enters a node from its newest predecessor; returns the cycle that this closes, if any. */
  Optional<CompletedCycle> enterStep(String node, boolean newResultForgives) {
    if (enteredBy == EnteredBy.TRANSITION
        && newestEntry() != null
        && newestEntry().node().equals(node)) {
      enteredBy = EnteredBy.BOTH;
      return Optional.empty();
    }
    enteredBy = EnteredBy.START;
    for (int source = pathEntries.size() - 1; source >= 0; source--) {
      if (graph.hasEdge(pathEntries.get(source).node(), node)) {
        return enterNode(source, node, newResultForgives);
      }
    }
    if (!graph.hasNode(node)) {
      recordOffGraphTransition(
          currentNode(), node, "The step %s is not on the graph of the workflow".formatted(node));
    } else if (newestEntry() != null && !graph.isEntry(node)) {
      recordOffGraphTransition(
          currentNode(),
          node,
          "No way on the graph of the workflow leads to the step %s from where the task was (%s)"
              .formatted(node, currentNode()));
    }
    addPathEntry(node, 0);
    return Optional.empty();
  }

  private @Nullable String currentNode() {
    return newestEntry() == null ? null : newestEntry().node();
  }

  /** Records an off-graph transition: each is reported once, up to the maximum. */
  private void recordOffGraphTransition(@Nullable String from, String to, String reason) {
    long key = from == null ? Hash.of(to) : Hash.of(from, to);
    boolean isNew =
        reportedOffGraphTransitionHashes.size() < MAX_OFF_GRAPH
            && !reportedOffGraphTransitionHashes.contains(key);
    if (isNew) {
      reportedOffGraphTransitionHashes.add(key);
    }
    offGraph = Optional.of(new OffGraphTransition(new OffGraph(from, to), reason, isNew));
  }

  /** The newest transition, if the graph does not have it. */
  Optional<OffGraphTransition> offGraph() {
    return offGraph;
  }

  private Optional<CompletedCycle> enterNode(int source, String to, boolean newResultForgives) {
    List<String> cycle = new ArrayList<>();
    int begin = findCycleStart(source, to, cycle);
    Stop before = lastVisitByNode.get(to);
    long beganAt = entries - pathEntries.size() + begin + 1;
    addPathEntry(to, pathEntries.size() - source);
    if (begin < 0 || !isOnGraph(cycle)) {
      return Optional.empty();
    }
    long progressSignals = enriched.progress().getNews() + enriched.progress().getProgress();
    Objects.requireNonNull(before, "the first node of a cycle was entered before");
    return cycleCounts.countCompletedCycle(
        List.copyOf(cycle), beganAt, entries, before, progressSignals, newResultForgives);
  }

  /**
   * Finds the cycle that a transition from an entry to a node closes.
   *
   * @param cycle receives its distinct nodes, starting with that node
   * @return the index of its first entry; -1 without a cycle
   */
  private int findCycleStart(int source, String to, List<String> cycle) {
    List<Integer> chain = new ArrayList<>();
    int index = source;
    while (index >= 0 && !pathEntries.get(index).node().equals(to)) {
      chain.add(index);
      int back = pathEntries.get(index).predecessorDistance();
      index = back == 0 ? -1 : index - back;
    }
    if (index < 0) {
      return -1;
    }
    cycle.add(to);
    for (int i = chain.size() - 1; i >= 0; i--) {
      String node = pathEntries.get(chain.get(i)).node();
      int known = cycle.indexOf(node);
      if (known >= 0) {
        // an inner cycle, which was counted separately
        cycle.subList(known + 1, cycle.size()).clear();
      } else {
        cycle.add(node);
      }
    }
    return index;
  }

  private boolean isOnGraph(List<String> cycle) {
    for (int i = 0; i < cycle.size(); i++) {
      if (!graph.hasEdge(cycle.get(i), cycle.get((i + 1) % cycle.size()))) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Entry newestEntry() {
    return pathEntries.isEmpty() ? null : pathEntries.get(pathEntries.size() - 1);
  }

  private int newestEntry(String node) {
    int index = pathEntries.size() - 1;
    while (index >= 0 && !pathEntries.get(index).node().equals(node)) {
      index--;
    }
    return index;
  }

  private void addPathEntry(String node, int back) {
    pathEntries.add(new Entry(node, back));
    SeenEvent event = enriched.storedEvidence();
    lastVisitByNode.put(node, new Stop(node, event, enriched.costBefore()));
    cycleCounts.resetCountersOnNodeEntry(node);
    entries++;
    steps += graph.isStep(node) ? 1 : 0;
  }

  /** The history to store. */
  WalkHistory history() {
    List<Entry> recentEntries = BoundedLists.newest(pathEntries, MAX_PATH_ENTRIES);
    List<Stop> named = new ArrayList<>();
    Map<String, Integer> places = new HashMap<>();
    ByteBuffer bytes = ByteBuffer.allocate(BYTES_PER_ENTRY * recentEntries.size());
    for (int i = 0; i < recentEntries.size(); i++) {
      Entry entry = recentEntries.get(i);
      Integer position = places.get(entry.node());
      if (position == null) {
        position = named.size();
        places.put(entry.node(), position);
        named.add(lastVisitByNode.get(entry.node()));
      }
      // the predecessor may be outside the stored entries
      bytes
          .put(position.byteValue())
          .put((byte) (entry.predecessorDistance() > i ? 0 : entry.predecessorDistance()));
    }
    return new WalkHistory(
        stamp,
        steps,
        List.copyOf(named),
        bytes.flip(),
        enteredBy,
        cycleCounts.newestWalkedRounds(),
        entries,
        List.copyOf(reportedOffGraphTransitionHashes));
  }
}

package dev.eddyline.detect;

import dev.eddyline.graph.RunGraph;
import dev.eddyline.graph.RunGraph.Bound;
import dev.eddyline.graph.Way;
import dev.eddyline.schema.EnteredBy;
import dev.eddyline.schema.OffGraph;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Stop;
import dev.eddyline.schema.WalkHistory;
import dev.eddyline.schema.WalkedRound;
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
final class GraphWalk {

  /** Maximum stored entries; longer cycles are not detected. */
  static final int MAX_WAY = 100;

  /** Maximum reported off-graph transitions of a run. */
  static final int MAX_OFF_GRAPH = 32;

  /** Bytes of an entry. */
  private static final int WIDTH = 2;

  /**
   * A cycle that was just completed.
   *
   * @param cycle its distinct nodes, from the one that closed it
   * @param round its counts, this time included
   * @param bound the counter that stops it, according to the graph
   * @param isDisproved whether it ran more often than that counter allows
   * @param counted the counter's value since its last reset, over all cycles
   */
  record Closed(
      List<String> cycle,
      WalkedRound round,
      Optional<Bound> bound,
      boolean isDisproved,
      int counted) {}

  /** An entry into a node, and the distance to the entry it came from (0: none). */
  private record Entry(String node, int back) {}

  private final RunGraph graph;
  private final Observation seen;
  private final long stamp;
  private final List<Entry> way;
  private final Map<String, Stop> stops = new HashMap<>();
  private final WalkedRounds rounds;
  private final List<Long> told;
  private Optional<OffGraphMove> offGraph = Optional.empty();
  private EnteredBy by;
  private long steps;
  private long entries;

  GraphWalk(WalkHistory history, RunGraph graph, Observation seen) {
    this.graph = graph;
    this.seen = seen;
    stamp = history.getStamp();
    steps = history.getSteps();
    entries = history.getEntries();
    by = history.getBy();
    rounds = new WalkedRounds(history.getRounds(), graph);
    history.getStops().forEach(stop -> stops.put(stop.getNode(), stop));
    way = entries(history);
    told = new ArrayList<>(history.getOffGraph());
  }

  /** An empty path. */
  static WalkHistory empty(long stamp) {
    return new WalkHistory(
        stamp, 0L, List.of(), ByteBuffer.allocate(0), EnteredBy.UNKNOWN, List.of(), 0L, List.of());
  }

  private static List<Entry> entries(WalkHistory history) {
    ByteBuffer bytes = history.getWay().duplicate();
    List<Entry> entries = new ArrayList<>(MAX_WAY + WIDTH);
    while (bytes.remaining() >= WIDTH) {
      int stop = bytes.get();
      entries.add(new Entry(history.getStops().get(stop).getNode(), bytes.get()));
    }
    return entries;
  }

  /** The newest transitions of a path, oldest first. */
  static List<Way> moves(WalkHistory history) {
    List<Entry> way = entries(history);
    List<Way> moves = new ArrayList<>();
    for (int i = 0; i < way.size(); i++) {
      Entry entry = way.get(i);
      if (entry.back() > 0) {
        moves.add(new Way(way.get(i - entry.back()).node(), entry.node()));
      }
    }
    return moves;
  }

  /** Follows a transition; returns the cycle that it closes, if any. */
  Optional<Closed> move(String from, String to, boolean newResultForgives) {
    if (!graph.hasEdge(from, to)) {
      leave(
          from, to, "The transition %s→%s is not on the graph of the workflow".formatted(from, to));
    }
    int source = newest(from);
    Entry newest = by == EnteredBy.START ? newest() : null;
    boolean told = newest != null && newest.node().equals(to);
    if (newest != null && told && (newest.back() > 0 || source < 0)) {
      // the step's start reported the same entry
      by = EnteredBy.BOTH;
      return Optional.empty();
    }
    if (told) {
      way.remove(way.size() - 1);
      entries--;
      steps -= graph.isStep(to) ? 1 : 0;
    }
    if (source < 0) {
      add(from, 0);
      source = way.size() - 1;
    }
    by = told ? EnteredBy.BOTH : EnteredBy.TRANSITION;
    return go(source, to, newResultForgives);
  }

  /** Enters a node from its newest predecessor; returns the cycle that this closes, if any. */
  Optional<Closed> enter(String node, boolean newResultForgives) {
    if (by == EnteredBy.TRANSITION && newest() != null && newest().node().equals(node)) {
      by = EnteredBy.BOTH;
      return Optional.empty();
    }
    by = EnteredBy.START;
    for (int source = way.size() - 1; source >= 0; source--) {
      if (graph.hasEdge(way.get(source).node(), node)) {
        return go(source, node, newResultForgives);
      }
    }
    if (!graph.hasNode(node)) {
      leave(from(), node, "The step %s is not on the graph of the workflow".formatted(node));
    } else if (newest() != null && !graph.isEntry(node)) {
      leave(
          from(),
          node,
          "No way on the graph of the workflow leads to the step %s from where the task was (%s)"
              .formatted(node, from()));
    }
    add(node, 0);
    return Optional.empty();
  }

  private @Nullable String from() {
    return newest() == null ? null : newest().node();
  }

  /** Records an off-graph transition: each is reported once, up to the maximum. */
  private void leave(@Nullable String from, String to, String reason) {
    long key = from == null ? Hash.of(to) : Hash.of(from, to);
    boolean isNew = told.size() < MAX_OFF_GRAPH && !told.contains(key);
    if (isNew) {
      told.add(key);
    }
    offGraph = Optional.of(new OffGraphMove(new OffGraph(from, to), reason, isNew));
  }

  /** The newest transition, if the graph does not have it. */
  Optional<OffGraphMove> offGraph() {
    return offGraph;
  }

  private Optional<Closed> go(int source, String to, boolean newResultForgives) {
    List<String> cycle = new ArrayList<>();
    int begin = cycle(source, to, cycle);
    Stop before = stops.get(to);
    long beganAt = entries - way.size() + begin + 1;
    add(to, way.size() - source);
    if (begin < 0 || !isOnGraph(cycle)) {
      return Optional.empty();
    }
    long signs = seen.signs().getNews() + seen.signs().getProgress();
    Objects.requireNonNull(before, "the first node of a cycle was entered before");
    return rounds.close(List.copyOf(cycle), beganAt, entries, before, signs, newResultForgives);
  }

  /**
   * Finds the cycle that a transition from an entry to a node closes.
   *
   * @param cycle receives its distinct nodes, starting with that node
   * @return the index of its first entry; -1 without a cycle
   */
  private int cycle(int source, String to, List<String> cycle) {
    List<Integer> chain = new ArrayList<>();
    int at = source;
    while (at >= 0 && !way.get(at).node().equals(to)) {
      chain.add(at);
      int back = way.get(at).back();
      at = back == 0 ? -1 : at - back;
    }
    if (at < 0) {
      return -1;
    }
    cycle.add(to);
    for (int i = chain.size() - 1; i >= 0; i--) {
      String node = way.get(chain.get(i)).node();
      int known = cycle.indexOf(node);
      if (known >= 0) {
        // an inner cycle, which was counted separately
        cycle.subList(known + 1, cycle.size()).clear();
      } else {
        cycle.add(node);
      }
    }
    return at;
  }

  private boolean isOnGraph(List<String> cycle) {
    for (int i = 0; i < cycle.size(); i++) {
      if (!graph.hasEdge(cycle.get(i), cycle.get((i + 1) % cycle.size()))) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Entry newest() {
    return way.isEmpty() ? null : way.get(way.size() - 1);
  }

  private int newest(String node) {
    int at = way.size() - 1;
    while (at >= 0 && !way.get(at).node().equals(node)) {
      at--;
    }
    return at;
  }

  private void add(String node, int back) {
    way.add(new Entry(node, back));
    SeenEvent event = seen.remembered();
    stops.put(node, new Stop(node, event, seen.costBefore()));
    rounds.entered(node);
    entries++;
    steps += graph.isStep(node) ? 1 : 0;
  }

  /** The history to store. */
  WalkHistory history() {
    List<Entry> kept = Newest.of(way, MAX_WAY);
    List<Stop> named = new ArrayList<>();
    Map<String, Integer> places = new HashMap<>();
    ByteBuffer bytes = ByteBuffer.allocate(WIDTH * kept.size());
    for (int i = 0; i < kept.size(); i++) {
      Entry entry = kept.get(i);
      Integer place = places.get(entry.node());
      if (place == null) {
        place = named.size();
        places.put(entry.node(), place);
        named.add(stops.get(entry.node()));
      }
      // the predecessor may be outside the stored entries
      bytes.put(place.byteValue()).put((byte) (entry.back() > i ? 0 : entry.back()));
    }
    return new WalkHistory(
        stamp,
        steps,
        List.copyOf(named),
        bytes.flip(),
        by,
        rounds.kept(),
        entries,
        List.copyOf(told));
  }
}

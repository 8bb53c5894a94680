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
 * A task's way on a graph while one event of it is taken. Each entry into a node knows from which
 * earlier one it came, so that branches that run side by side are ways of their own.
 */
final class GraphWalk {

  /** Entries that are kept: a longer way round is not seen. */
  static final int MAX_WAY = 100;

  /** Moves that the graph does not have which are told of a run. */
  static final int MAX_OFF_GRAPH = 32;

  /** Bytes of an entry. */
  private static final int WIDTH = 2;

  /**
   * A way round that was just walked to its end.
   *
   * @param cycle its nodes from the one that closed it, each once
   * @param round what is known of it, this round included
   * @param bound the counter that stops it, as the graph says
   * @param isDisproved whether it was walked more often than that counter allows
   * @param counted how often that counter has counted since it was set back, on any way round
   */
  record Closed(
      List<String> cycle,
      WalkedRound round,
      Optional<Bound> bound,
      boolean isDisproved,
      int counted) {}

  /** An entry into a node, and how many entries before it the one stands from which it came. */
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

  /** A way that has not begun. */
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

  /** The moves on the newest part of a way, oldest first. */
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

  /** Goes from one node to another; the way round that this closes, if it does. */
  Optional<Closed> move(String from, String to, boolean newResultForgives) {
    if (!graph.hasEdge(from, to)) {
      leave(
          from, to, "The transition %s→%s is not on the graph of the workflow".formatted(from, to));
    }
    int source = newest(from);
    Entry newest = by == EnteredBy.START ? newest() : null;
    boolean told = newest != null && newest.node().equals(to);
    if (newest != null && told && (newest.back() > 0 || source < 0)) {
      // the step's start has told of the same entry
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

  /** Enters a node, from wherever the graph leads there; the way round that this closes. */
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

  /** The task left the graph: told once for each move, and of the first so many moves. */
  private void leave(@Nullable String from, String to, String reason) {
    long key = from == null ? Hash.of(to) : Hash.of(from, to);
    boolean isNew = told.size() < MAX_OFF_GRAPH && !told.contains(key);
    if (isNew) {
      told.add(key);
    }
    offGraph = Optional.of(new OffGraphMove(new OffGraph(from, to), reason, isNew));
  }

  /** The newest move, where the graph does not have it. */
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
    Objects.requireNonNull(before, "the node that begins a way round was entered before");
    return rounds.close(List.copyOf(cycle), beganAt, entries, before, signs, newResultForgives);
  }

  /**
   * The way round that a step from one entry to a node closes.
   *
   * @param cycle takes its nodes, from that node on, each once
   * @return the entry that it begins with; -1 when it closes none
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
        // a smaller way round within it, which was counted for itself
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

  /** What is remembered from now on. */
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
      // what came before those that are kept is not known any more
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

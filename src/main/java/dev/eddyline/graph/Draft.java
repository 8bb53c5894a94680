package dev.eddyline.graph;

import dev.eddyline.text.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Collects the parts and the problems of a graph while it is read. */
final class Draft {

  /** The maximum number of counters of a graph. */
  static final int MAX_COUNTERS = 1_000;

  /** The maximum of counters × edges, which is what a check costs. */
  private static final long MAX_BOUNDS = 200_000_000;

  private static final int MAX_NAME = 500;
  private static final int HINTED = 2_000;
  private static final int MAX_MISREAD = 1_000;

  final String place;
  private final GraphSize most;
  String name;
  OptionalInt limit = OptionalInt.empty();
  final Map<String, Node> nodes = new LinkedHashMap<>();
  final List<Edge> edges = new ArrayList<>();
  final Map<String, Counter> counters = new LinkedHashMap<>();
  final Set<String> entries = new LinkedHashSet<>();
  final Set<String> ends = new LinkedHashSet<>();
  final List<Misread> misread = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  Draft(String place, GraphSize most) {
    this.place = place;
    this.most = most;
    this.name = place;
  }

  /** An editable copy of a graph. */
  static Draft of(String place, GraphReading reading, GraphSize most) {
    Draft draft = new Draft(place, most);
    WorkflowGraph graph = reading.graph();
    draft.name = graph.name();
    draft.limit = graph.recursionLimit();
    graph.nodes().forEach(node -> draft.nodes.put(node.id(), node));
    draft.edges.addAll(graph.edges());
    graph.counters().forEach(counter -> draft.counters.put(counter.name(), counter));
    draft.entries.addAll(graph.entries());
    draft.ends.addAll(graph.ends());
    draft.misread.addAll(reading.misread());
    return draft;
  }

  /** {@code "line N: "}, or nothing without a line. */
  static String at(int line) {
    return line > 0 ? "line " + line + ": " : "";
  }

  void refuse(int line, String reason) {
    problems.add(at(line) + reason);
  }

  void misread(int line, String what, String reason) {
    if (misread.size() < MAX_MISREAD) {
      misread.add(new Misread(line, what, reason));
    }
  }

  /** Adds a node, unless the limit is reached. */
  void add(Node node) {
    if (node.id().length() > MAX_NAME) {
      refuse(node.line(), "a node's id must have ≤ %d characters".formatted(MAX_NAME));
    } else if (nodes.size() < most.nodes() || nodes.containsKey(node.id())) {
      nodes.put(node.id(), node);
    } else {
      tooMany(node.line(), "nodes", most.nodes());
    }
  }

  /** Adds an edge, unless the limit is reached. */
  void add(Edge edge) {
    if (edges.size() < most.edges()) {
      edges.add(edge);
    } else {
      tooMany(edge.line(), "edges", most.edges());
    }
  }

  /**
   * @throws InvalidGraphException always: reading the rest would only cost time
   */
  private void tooMany(int line, String what, int number) {
    refuse(line, "%s must have ≤ %,d %s".formatted(most.what(), number, what));
    throw refused();
  }

  /** Whether the node exists; otherwise adds a problem with the nearest known id. */
  boolean isKnown(int line, String id) {
    if (nodes.containsKey(id)) {
      return true;
    }
    String hint = nodes.size() <= HINTED ? Nearest.hint(id, nodes.keySet()) : "";
    refuse(line, "unknown node '%s'%s".formatted(cut(id), hint));
    return false;
  }

  private static String cut(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }

  private InvalidGraphException refused() {
    return new InvalidGraphException(place, problems.stream().distinct().toList());
  }

  /**
   * Builds the graph.
   *
   * @throws InvalidGraphException with all problems
   */
  GraphReading read(GraphFormat format) {
    int told = problems.size();
    for (Edge edge : edges) {
      if (problems.size() - told < HINTED) {
        isKnown(edge.line(), edge.from());
        isKnown(edge.line(), edge.to());
      }
    }
    if (nodes.isEmpty() && problems.isEmpty()) {
      refuse(0, "holds no node");
    }
    if (counters.size() > MAX_COUNTERS) {
      refuse(0, "a graph must have ≤ %d counters, had %d".formatted(MAX_COUNTERS, counters.size()));
    }
    if ((long) counters.size() * edges.size() > MAX_BOUNDS) {
      refuse(0, "%d counters are too many for %d edges".formatted(counters.size(), edges.size()));
    }
    if (!problems.isEmpty()) {
      throw refused();
    }
    WorkflowGraph graph =
        new WorkflowGraph(
            name,
            List.copyOf(nodes.values()),
            edges,
            List.copyOf(counters.values()),
            entries,
            ends,
            limit);
    return new GraphReading(graph, format, misread);
  }
}

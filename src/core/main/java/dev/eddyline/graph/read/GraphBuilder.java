package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.model.RunLimit;
import dev.eddyline.graph.model.UnparsedPart;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.keys.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** Collects the parts and the problems of a graph while it is read. */
public final class GraphBuilder {

  /** The maximum number of counters of a graph. */
  static final int MAX_COUNTERS = 1_000;

  /** The maximum of counters × edges, which is what a check costs. */
  private static final long MAX_COUNTERS_TIMES_EDGES = 200_000_000;

  private static final int MAX_NAME = 500;
  private static final int MAX_NODES_FOR_NAME_HINTS = 2_000;
  private static final int MAX_UNPARSED_PARTS = 1_000;

  final String sourceName;
  private final GraphSizeLimit sizeLimit;
  String name;
  OptionalInt recursionLimit = OptionalInt.empty();
  Optional<RunLimit> runLimit = Optional.empty();

  /** Whether it is a state diagram of Mermaid. */
  boolean isStateDiagram;

  /** The machines of Amazon States Language. */
  MachineScopes scopes = MachineScopes.NONE;

  final Map<String, Node> nodes = new LinkedHashMap<>();
  final List<Edge> edges = new ArrayList<>();
  final Map<String, GraphCounter> counters = new LinkedHashMap<>();
  final Set<String> entries = new LinkedHashSet<>();
  final Set<String> ends = new LinkedHashSet<>();
  final List<UnparsedPart> unparsed = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /** A graph of this file without any parts yet. */
  public GraphBuilder(String place, GraphSizeLimit most) {
    this.sourceName = place;
    this.sizeLimit = most;
    this.name = place;
  }

  /** An editable copy of a graph. */
  static GraphBuilder copyOf(String place, ParsedGraph reading, GraphSizeLimit most) {
    GraphBuilder draft = new GraphBuilder(place, most);
    WorkflowGraph graph = reading.graph();
    draft.name = graph.name();
    draft.recursionLimit = graph.recursionLimit();
    draft.runLimit = graph.runLimit();
    draft.isStateDiagram = reading.isStateDiagram();
    draft.scopes = reading.scopes();
    graph.nodes().forEach(node -> draft.nodes.put(node.id(), node));
    draft.edges.addAll(graph.edges());
    graph.counters().forEach(counter -> draft.counters.put(counter.name(), counter));
    draft.entries.addAll(graph.entries());
    draft.ends.addAll(graph.ends());
    draft.unparsed.addAll(reading.unparsedParts());
    return draft;
  }

  /** {@code "line N: "}, or nothing without a line. */
  static String linePrefix(int line) {
    return line > 0 ? "line " + line + ": " : "";
  }

  /** The exception for a text with one problem. */
  static InvalidGraphException invalidGraph(String place, int line, String reason) {
    return new InvalidGraphException(place, List.of(linePrefix(line) + reason));
  }

  int problemCount() {
    return problems.size();
  }

  void addProblem(int line, String reason) {
    problems.add(linePrefix(line) + reason);
  }

  void unparsed(int line, String what, String reason) {
    if (unparsed.size() < MAX_UNPARSED_PARTS) {
      unparsed.add(new UnparsedPart(line, what, reason));
    }
  }

  /** Adds a node, unless the limit is reached. */
  void add(Node node) {
    if (node.id().length() > MAX_NAME) {
      addProblem(node.line(), "a node's id must have ≤ %d characters".formatted(MAX_NAME));
    } else if (nodes.size() < sizeLimit.maxNodes() || nodes.containsKey(node.id())) {
      nodes.put(node.id(), node);
    } else {
      rejectGraphAboveSizeLimit(node.line(), "nodes", sizeLimit.maxNodes());
    }
  }

  /** Gives a node a label; the other properties of a drawn node stay. */
  void label(String id, String label) {
    nodes.computeIfPresent(id, (same, node) -> Node.of(id, label, node.kind(), node.line()));
  }

  /** Adds an edge, unless the limit is reached. */
  void add(Edge edge) {
    if (edges.size() < sizeLimit.maxEdges()) {
      edges.add(edge);
    } else {
      rejectGraphAboveSizeLimit(edge.line(), "edges", sizeLimit.maxEdges());
    }
  }

  /** Adds an edge that checks a counter, which counts nothing else if it is new. */
  void addBounded(Edge edge, String counter, int max) {
    counters.putIfAbsent(counter, GraphCounter.of(counter, max));
    add(edge.withCounter(counter));
  }

  /**
   * @throws InvalidGraphException always: reading the rest would only cost time
   */
  private void rejectGraphAboveSizeLimit(int line, String what, int number) {
    addProblem(
        line, "%s must have ≤ %,d %s".formatted(sizeLimit.subjectInMessages(), number, what));
    throw invalidGraphException();
  }

  /** Whether the node exists; otherwise adds a problem with the nearest known id. */
  boolean requireKnownNode(int line, String id) {
    if (nodes.containsKey(id)) {
      return true;
    }
    String hint = nodes.size() <= MAX_NODES_FOR_NAME_HINTS ? Nearest.hint(id, nodes.keySet()) : "";
    addProblem(line, "unknown node '%s'%s".formatted(ParsedValue.shorten(id), hint));
    return false;
  }

  /**
   * The id of the node with this id, or else of the only one with this label; otherwise adds a
   * problem.
   */
  Optional<String> findNode(int line, String idOrLabel) {
    if (!nodes.containsKey(idOrLabel)) {
      List<Node> labelled =
          nodes.values().stream().filter(node -> node.label().equals(idOrLabel)).limit(2).toList();
      if (labelled.size() == 1) {
        return Optional.of(labelled.get(0).id());
      }
    }
    return Optional.of(idOrLabel).filter(id -> requireKnownNode(line, id));
  }

  /** Whether the counter exists; otherwise adds a problem with the nearest known name. */
  boolean requireKnownCounter(int line, String name) {
    if (!counters.containsKey(name)) {
      String hint = Nearest.hint(name, counters.keySet());
      addProblem(line, "unknown counter '%s'%s".formatted(ParsedValue.shorten(name), hint));
    }
    return counters.containsKey(name);
  }

  private InvalidGraphException invalidGraphException() {
    return new InvalidGraphException(sourceName, problems.stream().distinct().toList());
  }

  /**
   * Rejects what was read, if it has problems.
   *
   * @throws InvalidGraphException with all problems
   */
  public void requireNoProblems() {
    if (!problems.isEmpty()) {
      throw invalidGraphException();
    }
  }

  /**
   * Builds the graph.
   *
   * @throws InvalidGraphException with all problems
   */
  ParsedGraph build(GraphFormat format) {
    if (format == GraphFormat.YAML) {
      int problemsBefore = problems.size();
      for (Edge edge : edges) {
        if (problems.size() - problemsBefore < MAX_NODES_FOR_NAME_HINTS) {
          requireKnownNode(edge.line(), edge.from());
          requireKnownNode(edge.line(), edge.to());
        }
      }
    } else {
      removeDanglingEdges();
    }
    if (nodes.isEmpty() && problems.isEmpty()) {
      addProblem(0, "holds no node");
    }
    if (counters.size() > MAX_COUNTERS) {
      addProblem(
          0, "a graph must have ≤ %d counters, had %d".formatted(MAX_COUNTERS, counters.size()));
    }
    if ((long) counters.size() * edges.size() > MAX_COUNTERS_TIMES_EDGES) {
      addProblem(
          0, "%d counters are too many for %d edges".formatted(counters.size(), edges.size()));
    }
    requireNoProblems();
    WorkflowGraph graph =
        new WorkflowGraph(
            name,
            List.copyOf(nodes.values()),
            edges,
            List.copyOf(counters.values()),
            entries,
            ends,
            recursionLimit,
            runLimit);
    return new ParsedGraph(graph, format, isStateDiagram, unparsed, scopes);
  }

  /** Reports edges with an end that does not exist; the rest of the graph is read all the same. */
  private void removeDanglingEdges() {
    edges.removeIf(
        edge -> {
          Optional<String> missing =
              Stream.of(edge.from(), edge.to()).filter(id -> !nodes.containsKey(id)).findFirst();
          missing.ifPresent(
              id ->
                  unparsed(
                      edge.line(),
                      edge.endpointPair().toString(),
                      id.isEmpty() ? "has an end without a node" : "has an unknown node: " + id));
          return missing.isPresent();
        });
  }
}

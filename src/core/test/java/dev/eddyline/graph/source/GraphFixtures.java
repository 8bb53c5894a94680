package dev.eddyline.graph.source;

import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.read.GraphReader;
import dev.eddyline.graph.read.ParsedGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/** Graph fixtures. */
public final class GraphFixtures {

  /** The folder of test graphs. */
  public static final Path FOLDER = Path.of("src/core/test/resources/graphs");

  private GraphFixtures() {}

  /** Parses a test graph. */
  public static ParsedGraph file(String name) {
    return read(text(FOLDER.resolve(name)));
  }

  /** Reads a file. */
  public static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  /** Parses a text. */
  public static ParsedGraph read(String text) {
    return GraphReader.parseSingleGraph("test", text, Optional.empty(), Optional.empty());
  }

  /** A loaded graph with this linter. */
  public static LoadedGraph followed(
      String workflow, String text, Function<ParsedGraph, LintResult> lint) {
    return LoadedGraph.read(workflow, GraphText.of(text), lint);
  }

  /** The problems of an invalid text. */
  public static List<String> problems(String text) {
    try {
      read(text);
      return List.of();
    } catch (InvalidGraphException wrong) {
      return wrong.problems();
    }
  }

  /** A graph of numbered nodes with these unbounded edges. */
  public static WorkflowGraph of(int nodes, List<Edge> edges) {
    List<Node> all = new ArrayList<>();
    for (int number = 0; number < nodes; number++) {
      all.add(Node.of(id(number), id(number), NodeKind.STEP, 0));
    }
    return new WorkflowGraph(
        "random",
        all,
        edges,
        List.of(),
        Set.of(id(0)),
        Set.of(),
        OptionalInt.empty(),
        Optional.empty());
  }

  /** A graph with other edges, counters and limit. */
  public static WorkflowGraph with(
      WorkflowGraph graph, List<Edge> edges, List<GraphCounter> counters, OptionalInt limit) {
    return new WorkflowGraph(
        graph.name(),
        graph.nodes(),
        edges,
        counters,
        graph.entries(),
        graph.ends(),
        limit,
        graph.runLimit());
  }

  public static String id(int number) {
    return "n" + number;
  }

  public static Edge edge(int from, int to) {
    return Edge.of(id(from), id(to), EdgeKind.ROUTED, "", 0);
  }
}

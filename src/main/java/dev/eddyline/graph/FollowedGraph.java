package dev.eddyline.graph;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The graph on which a workflow's tasks are followed. What is wrong with it is sought when it is
 * first asked for, once; safe for use by many threads.
 */
public final class FollowedGraph {

  private final GraphText text;
  private final String version;
  private final WorkflowGraph graph;
  private final List<Misread> misread;
  private final RunGraph run;
  private final Function<WorkflowGraph, GraphCheck> lint;
  private volatile @Nullable GraphCheck check;
  private volatile @Nullable Throwable fault;

  private FollowedGraph(
      GraphText text,
      WorkflowGraph graph,
      List<Misread> misread,
      Function<WorkflowGraph, GraphCheck> lint) {
    this.text = text;
    this.graph = graph;
    this.misread = List.copyOf(misread);
    version = text.version();
    run = RunGraph.of(graph);
    this.lint = lint;
  }

  /**
   * The graph that a text describes, of this workflow whatever the text calls it.
   *
   * @throws InvalidGraphException with every problem and its line
   */
  public static FollowedGraph read(String workflow, GraphText text) {
    return read(workflow, text, GraphLint::of);
  }

  /** The same, what is wrong with it sought by this. */
  static FollowedGraph read(
      String workflow, GraphText text, Function<WorkflowGraph, GraphCheck> lint) {
    String place = "workflow " + workflow;
    GraphReading read = reading(place, text);
    return new FollowedGraph(text, named(workflow, read.graph()), read.misread(), lint);
  }

  /**
   * The graph that a file describes, of the workflow that it names, or else of the one that the
   * file is named after: loop.mmd is of loop.
   *
   * @param place the file
   * @throws InvalidGraphException with every problem and its line
   */
  public static FollowedGraph ofFile(String place, GraphText text) {
    GraphReading read = reading(place, text);
    WorkflowGraph graph = read.graph();
    return new FollowedGraph(
        text, named(workflow(place, graph), graph), read.misread(), GraphLint::of);
  }

  /** The workflow of a graph that stands in a file: its own name, or else that of the file. */
  public static String workflow(String file, WorkflowGraph graph) {
    if (!graph.name().equals(file)) {
      return graph.name();
    }
    String name = Path.of(file).getFileName().toString();
    int dot = name.indexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  private static GraphReading reading(String place, GraphText text) {
    text.requireReadable(place);
    return GraphReader.read(place, text.text(), text.format(), text.bounds(), GraphSize.FOLLOWED);
  }

  private static WorkflowGraph named(String workflow, WorkflowGraph graph) {
    return graph.name().equals(workflow)
        ? graph
        : new WorkflowGraph(
            workflow,
            graph.nodes(),
            graph.edges(),
            graph.counters(),
            graph.entries(),
            graph.ends(),
            graph.recursionLimit());
  }

  /** The text that it was read from. */
  public GraphText text() {
    return text;
  }

  /** A hash of the text. */
  public String version() {
    return version;
  }

  /** The graph; its name is the workflow's. */
  public WorkflowGraph graph() {
    return graph;
  }

  /** What of the text is not in the graph because it was not understood. */
  public List<Misread> misread() {
    return misread;
  }

  /** The graph as tasks are followed on it. */
  public RunGraph run() {
    return run;
  }

  /**
   * What is wrong with it. The first call may take seconds. A check that fails is not tried again:
   * its result says so, without a word of the graph.
   */
  public synchronized GraphCheck check() {
    if (check == null) {
      try {
        check = lint.apply(graph);
      } catch (RuntimeException | StackOverflowError failed) {
        fault = failed;
        check = GraphCheck.failed(failed);
      }
    }
    return check;
  }

  /** Why its check failed; empty where it did not, or was not begun. */
  public Optional<Throwable> fault() {
    return Optional.ofNullable(fault);
  }

  /** What is wrong with it, where that was sought before; never waits. */
  public Optional<GraphCheck> known() {
    return Optional.ofNullable(check);
  }

  /** What is wrong with it. The first call may take seconds. */
  public List<GraphFinding> findings() {
    return check().findings();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FollowedGraph it
        && graph.name().equals(it.graph.name())
        && text.equals(it.text);
  }

  @Override
  public int hashCode() {
    return Objects.hash(graph.name(), text);
  }

  @Override
  public String toString() {
    return "graph of %s, version %s".formatted(graph.name(), version);
  }
}

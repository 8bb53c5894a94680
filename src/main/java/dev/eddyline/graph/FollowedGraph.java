package dev.eddyline.graph;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The graph that a workflow's tasks are checked against. It is linted once, when the result is
 * first requested. Thread-safe.
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
   * Parses the graph of this workflow, whatever name the text has.
   *
   * @throws InvalidGraphException with every problem and its line
   */
  public static FollowedGraph read(String workflow, GraphText text) {
    return read(workflow, text, GraphLint::of);
  }

  /** The same with another linter. */
  static FollowedGraph read(
      String workflow, GraphText text, Function<WorkflowGraph, GraphCheck> lint) {
    String place = "workflow " + workflow;
    GraphReading read = reading(place, text);
    return new FollowedGraph(text, named(workflow, read.graph()), read.misread(), lint);
  }

  /**
   * Parses the graph of a file. Its workflow is the graph's name, or else the file's: {@code
   * loop.mmd} belongs to {@code loop}.
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

  /** The workflow of a graph in a file: the graph's name, or else the file's. */
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

  /** The text that it was parsed from. */
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

  /** The parts of the text that were not understood and are not in the graph. */
  public List<Misread> misread() {
    return misread;
  }

  /** The lookup of transitions for tasks. */
  public RunGraph run() {
    return run;
  }

  /**
   * The lint result. The first call may take seconds. A check that fails is not retried: its result
   * reports the failure.
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

  /** Why its check failed; empty where it succeeded or did not start. */
  public Optional<Throwable> fault() {
    return Optional.ofNullable(fault);
  }

  /** The lint result if the check is done; never waits. */
  public Optional<GraphCheck> known() {
    return Optional.ofNullable(check);
  }

  /** The findings. The first call may take seconds. */
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

package dev.eddyline.graph.source;

import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.graph.model.UnparsedPart;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.read.GraphReader;
import dev.eddyline.graph.read.ParsedGraph;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The graph that a workflow's tasks are checked against. It is linted once, when the result is
 * first requested. Thread-safe.
 */
public final class LoadedGraph {

  private final GraphText text;
  private final String version;
  private final ParsedGraph parsed;
  private final TransitionLookup transitionLookup;
  private final Function<ParsedGraph, LintResult> linter;
  private volatile @Nullable LintResult lintResult;
  private volatile @Nullable Throwable lintFailure;

  private LoadedGraph(GraphText text, ParsedGraph parsed, Function<ParsedGraph, LintResult> lint) {
    this.text = text;
    this.parsed = parsed;
    version = text.version();
    transitionLookup = TransitionLookup.of(parsed.graph());
    this.linter = lint;
  }

  /**
   * Parses the graph of this workflow, whatever name the text has.
   *
   * @throws dev.eddyline.graph.model.InvalidGraphException with every problem and its line
   */
  public static LoadedGraph read(String workflow, GraphText text) {
    return read(workflow, text, GraphLint::lint);
  }

  /** The same with another linter. */
  static LoadedGraph read(String workflow, GraphText text, Function<ParsedGraph, LintResult> lint) {
    ParsedGraph read = parseForTracking("workflow " + workflow, text);
    return new LoadedGraph(text, read.withName(workflow), lint);
  }

  /**
   * Parses the graph of a file. Its workflow is the graph's name, or else the file's: {@code
   * loop.mmd} belongs to {@code loop}.
   *
   * @param place the file
   * @throws dev.eddyline.graph.model.InvalidGraphException with every problem and its line
   */
  public static LoadedGraph fromFile(String place, GraphText text) {
    ParsedGraph read = parseForTracking(place, text);
    return new LoadedGraph(text, read.withName(read.graph().workflowName(place)), GraphLint::lint);
  }

  private static ParsedGraph parseForTracking(String place, GraphText text) {
    text.requireAllowedTextLength(place);
    return GraphReader.parseSingleGraph(
        place, text.text(), text.format(), text.bounds(), GraphSizeLimit.LIMIT_FOR_TASK_TRACKING);
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
    return parsed.graph();
  }

  /** The parts of the text that were not understood and are not in the graph. */
  public List<UnparsedPart> unparsedParts() {
    return parsed.unparsedParts();
  }

  /** The lookup of transitions for tasks. */
  public TransitionLookup transitionLookup() {
    return transitionLookup;
  }

  /**
   * The lint result. The first call may take seconds. A check that fails is not retried: its result
   * reports the failure.
   */
  public synchronized LintResult lintResult() {
    if (lintResult == null) {
      try {
        lintResult = linter.apply(parsed);
      } catch (RuntimeException | StackOverflowError failed) {
        lintFailure = failed;
        lintResult = LintResult.failed(failed);
      }
    }
    return lintResult;
  }

  /** Why its check failed; empty where it succeeded or did not start. */
  public Optional<Throwable> lintFailure() {
    return Optional.ofNullable(lintFailure);
  }

  /** The lint result if the check is done; never waits. */
  public Optional<LintResult> cachedLintResult() {
    return Optional.ofNullable(lintResult);
  }

  /** The findings. The first call may take seconds. */
  public List<GraphFinding> findings() {
    return lintResult().findings();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LoadedGraph it
        && graph().name().equals(it.graph().name())
        && text.equals(it.text);
  }

  @Override
  public int hashCode() {
    return Objects.hash(graph().name(), text);
  }

  @Override
  public String toString() {
    return "graph of %s, version %s".formatted(graph().name(), version);
  }
}

package dev.eddyline.topology;

import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.graph.source.PublishedGraph;
import java.util.List;
import java.util.Optional;

/** A graph source with graphs of a test. */
public final class TestGraphSource implements GraphSource {

  private GraphSnapshot snapshot = GraphSnapshot.NONE;
  private boolean isChecked = true;

  /** A cycle of two steps without a limit. */
  public static String cyclicGraphYaml(String name) {
    return """
        name: %s
        nodes: [build, test]
        edges:
          - {from: START, to: build}
          - {from: build, to: test}
          - {from: test, to: build, when: red}
          - {from: test, to: END, default: true}
        """
        .formatted(name);
  }

  public TestGraphSource put(String workflow, long offset, String yaml) {
    return with(PublishedGraph.of(workflow, offset, GraphText.of(yaml)));
  }

  public TestGraphSource put(String workflow, long offset, LoadedGraph graph) {
    return with(
        new PublishedGraph(workflow, offset, Optional.of(graph.text()), Optional.of(graph)));
  }

  TestGraphSource withdraw(String workflow, long offset) {
    return with(PublishedGraph.withdrawn(workflow, offset));
  }

  private TestGraphSource with(PublishedGraph change) {
    snapshot = snapshot.withChanges(List.of(change));
    return this;
  }

  /** Replaces the graphs with those of another instance. */
  void replaceWith(TestGraphSource other) {
    snapshot = other.snapshot;
  }

  /** Leaves findings unknown from now on. */
  TestGraphSource withFindingsPending() {
    isChecked = false;
    return this;
  }

  /** Makes all findings known. */
  void completeAllChecks() {
    isChecked = true;
  }

  @Override
  public Optional<LintResult> lintResultIfKnown(LoadedGraph graph) {
    return isChecked ? Optional.of(graph.lintResult()) : Optional.empty();
  }

  @Override
  public GraphSnapshot current() {
    return snapshot;
  }
}

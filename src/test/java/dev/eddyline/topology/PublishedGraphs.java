package dev.eddyline.topology;

import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphCheck;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.graph.GraphSource;
import dev.eddyline.graph.GraphText;
import dev.eddyline.graph.PublishedGraph;
import java.util.List;
import java.util.Optional;

/** The graphs of workflow-graphs as a test puts them. */
final class PublishedGraphs implements GraphSource {

  private GraphSnapshot snapshot = GraphSnapshot.NONE;
  private boolean isChecked = true;

  /** Two steps that go round, and no counter that stops them. */
  static String round(String name) {
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

  PublishedGraphs put(String workflow, long offset, String yaml) {
    return with(PublishedGraph.of(workflow, offset, GraphText.of(yaml)));
  }

  PublishedGraphs put(String workflow, long offset, FollowedGraph graph) {
    return with(
        new PublishedGraph(workflow, offset, Optional.of(graph.text()), Optional.of(graph)));
  }

  PublishedGraphs withdraw(String workflow, long offset) {
    return with(PublishedGraph.withdrawn(workflow, offset));
  }

  private PublishedGraphs with(PublishedGraph change) {
    snapshot = snapshot.with(List.of(change));
    return this;
  }

  /** From here on, what another instance has read by now. */
  void becomes(PublishedGraphs other) {
    snapshot = other.snapshot;
  }

  /** From here on what is wrong with graphs is sought elsewhere, and not known yet. */
  PublishedGraphs unchecked() {
    isChecked = false;
    return this;
  }

  /** What is wrong with them is known from here on. */
  void check() {
    isChecked = true;
  }

  @Override
  public Optional<GraphCheck> checked(FollowedGraph graph) {
    return isChecked ? Optional.of(graph.check()) : Optional.empty();
  }

  @Override
  public GraphSnapshot current() {
    return snapshot;
  }
}

package dev.eddyline.graph;

import dev.eddyline.published.Published;
import java.util.Objects;
import java.util.Optional;

/**
 * What workflow-graphs says of a workflow: its graph, or that it has none there any more.
 *
 * @param workflow the workflow
 * @param offset where it stands in that topic, at least 0: the higher one is the newer
 * @param text the graph's text; empty when the workflow's graph was taken back
 * @param graph the graph; empty when the configuration decides
 */
public record PublishedGraph(
    String workflow, long offset, Optional<GraphText> text, Optional<FollowedGraph> graph)
    implements Published {

  public PublishedGraph {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(graph, "graph");
    if (workflow.isEmpty()) {
      throw new IllegalArgumentException("workflow must not be empty");
    }
    if (offset < 0) {
      throw new IllegalArgumentException("offset must be ≥ 0, was " + offset);
    }
  }

  /**
   * The graph that a text describes.
   *
   * @throws InvalidGraphException with every problem and its line
   */
  public static PublishedGraph of(String workflow, long offset, GraphText text) {
    FollowedGraph graph = FollowedGraph.read(workflow, text);
    return new PublishedGraph(workflow, offset, Optional.of(text), Optional.of(graph));
  }

  /** A text that was good once and cannot be read any more: the configuration decides. */
  public static PublishedGraph unreadable(String workflow, long offset, GraphText text) {
    return new PublishedGraph(workflow, offset, Optional.of(text), Optional.empty());
  }

  /** The workflow's graph was taken back. */
  public static PublishedGraph withdrawn(String workflow, long offset) {
    return new PublishedGraph(workflow, offset, Optional.empty(), Optional.empty());
  }
}

package dev.eddyline.graph.source;

import dev.eddyline.published.PublishedConfig;
import java.util.Objects;
import java.util.Optional;

/**
 * A record of topic workflow-graphs: a workflow's graph, or its deletion.
 *
 * @param workflow the workflow
 * @param offset its offset in that topic, at least 0: the higher one is newer
 * @param text the graph's text; empty when the workflow's graph was deleted
 * @param graph the graph; empty when the configuration's graph applies
 */
public record PublishedGraph(
    String workflow, long offset, Optional<GraphText> text, Optional<LoadedGraph> graph)
    implements PublishedConfig {

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
   * Parses a published graph.
   *
   * @throws dev.eddyline.graph.model.InvalidGraphException with every problem and its line
   */
  public static PublishedGraph of(String workflow, long offset, GraphText text) {
    LoadedGraph graph = LoadedGraph.read(workflow, text);
    return new PublishedGraph(workflow, offset, Optional.of(text), Optional.of(graph));
  }

  /** A text that can no longer be parsed: the configuration's graph applies. */
  public static PublishedGraph unreadable(String workflow, long offset, GraphText text) {
    return new PublishedGraph(workflow, offset, Optional.of(text), Optional.empty());
  }

  /** The deletion of the workflow's graph. */
  public static PublishedGraph withdrawn(String workflow, long offset) {
    return new PublishedGraph(workflow, offset, Optional.empty(), Optional.empty());
  }
}

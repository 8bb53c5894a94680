package dev.eddyline.graph;

import java.util.List;

/**
 * A graph as it was read.
 *
 * @param graph the graph
 * @param format how it was written
 * @param misread what of the file is not in the graph because it was not understood
 */
public record GraphReading(WorkflowGraph graph, GraphFormat format, List<Misread> misread) {

  /** The list is the reading's own. */
  public GraphReading {
    misread = List.copyOf(misread);
  }
}

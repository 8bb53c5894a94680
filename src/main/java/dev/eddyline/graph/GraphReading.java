package dev.eddyline.graph;

import java.util.List;

/**
 * A parsed graph.
 *
 * @param graph the graph
 * @param format the format of the text
 * @param misread the parts of the file that were not understood and are not in the graph
 */
public record GraphReading(WorkflowGraph graph, GraphFormat format, List<Misread> misread) {

  /** Copies the list. */
  public GraphReading {
    misread = List.copyOf(misread);
  }
}

package dev.eddyline.graph.report;

import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphCheck;
import dev.eddyline.graph.GraphFinding;
import dev.eddyline.graph.GraphReading;
import java.util.List;

/**
 * A graph that was looked at.
 *
 * @param file the file that it stands in
 * @param reading the graph as it was read
 * @param check what is wrong with it, as far as that was sought
 */
public record Linted(String file, GraphReading reading, GraphCheck check) {

  /** The workflow whose graph it is. */
  public String workflow() {
    return FollowedGraph.workflow(file, reading.graph());
  }

  /** What is wrong with it. */
  public List<GraphFinding> findings() {
    return check.findings();
  }

  /** Whether all of it was understood, and all sought that there is to seek. */
  public boolean isComplete() {
    return reading.misread().isEmpty() && check.notSought().isEmpty();
  }
}

package dev.eddyline.graph.report;

import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphCheck;
import dev.eddyline.graph.GraphFinding;
import dev.eddyline.graph.GraphReading;
import java.util.List;

/**
 * A linted graph.
 *
 * @param file its file
 * @param reading the parsed graph
 * @param check the lint result
 */
public record Linted(String file, GraphReading reading, GraphCheck check) {

  /** The workflow whose graph it is. */
  public String workflow() {
    return FollowedGraph.workflow(file, reading.graph());
  }

  /** The findings. */
  public List<GraphFinding> findings() {
    return check.findings();
  }

  /** Whether all of it was understood, and all checks are complete. */
  public boolean isComplete() {
    return reading.misread().isEmpty() && check.notSought().isEmpty();
  }
}

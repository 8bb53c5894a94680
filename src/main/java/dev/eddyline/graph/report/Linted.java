package dev.eddyline.graph.report;

import dev.eddyline.graph.GraphFinding;
import dev.eddyline.graph.GraphReading;
import java.util.List;

/**
 * A graph that was looked at.
 *
 * @param file the file that it stands in
 * @param reading the graph as it was read
 * @param findings what is wrong with it
 */
public record Linted(String file, GraphReading reading, List<GraphFinding> findings) {

  /** The list is its own. */
  public Linted {
    findings = List.copyOf(findings);
  }
}

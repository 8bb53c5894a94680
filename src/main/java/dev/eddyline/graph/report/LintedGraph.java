package dev.eddyline.graph.report;

import dev.eddyline.graph.GraphFinding;
import dev.eddyline.graph.LintResult;
import dev.eddyline.graph.LoadedGraph;
import dev.eddyline.graph.ParsedGraph;
import java.util.List;

/**
 * A linted graph.
 *
 * @param file its file
 * @param parsed the parsed graph
 * @param result the lint result
 */
public record LintedGraph(String file, ParsedGraph parsed, LintResult result) {

  /** The workflow whose graph it is. */
  public String workflow() {
    return LoadedGraph.workflowName(file, parsed.graph());
  }

  /** The findings. */
  public List<GraphFinding> findings() {
    return result.findings();
  }

  /** Whether all of it was understood, and all checks are complete. */
  public boolean isComplete() {
    return parsed.unparsed().isEmpty() && result.incompleteChecks().isEmpty();
  }
}

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
 * @param parsedGraph the parsed graph
 * @param lintResult the lint result
 */
public record LintedGraph(String file, ParsedGraph parsedGraph, LintResult lintResult) {

  /** The workflow whose graph it is. */
  public String workflow() {
    return LoadedGraph.workflowName(file, parsedGraph.graph());
  }

  /** The findings. */
  public List<GraphFinding> findings() {
    return lintResult.findings();
  }

  /** Whether all of it was understood, and all checks are complete. */
  public boolean isComplete() {
    return parsedGraph.unparsedParts().isEmpty() && lintResult.incompleteChecks().isEmpty();
  }
}

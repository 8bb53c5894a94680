package dev.eddyline.graph.report;

import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.LintFile;
import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.lint.NodeNames;
import dev.eddyline.graph.lint.Waiver;
import dev.eddyline.graph.read.ParsedGraph;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * A linted graph.
 *
 * @param file its file
 * @param parsedGraph the parsed graph
 * @param lintResult the lint result
 * @param waivers the waivers that hold, by their findings
 * @param candidates all waivers that name the graph
 */
public record LintedGraph(
    String file,
    ParsedGraph parsedGraph,
    LintResult lintResult,
    Map<GraphFinding, Waiver> waivers,
    List<Waiver> candidates) {

  /** Copies the collections. */
  public LintedGraph {
    waivers = Map.copyOf(waivers);
    candidates = List.copyOf(candidates);
  }

  /**
   * A graph with the waivers for it.
   *
   * @param today the day on which they must hold
   */
  public static LintedGraph of(
      String file,
      ParsedGraph parsedGraph,
      LintResult lintResult,
      List<Waiver> waivers,
      LocalDate today) {
    return new LintedGraph(
        file,
        parsedGraph,
        lintResult,
        LintFile.inForce(waivers, parsedGraph, lintResult.findings(), today),
        waivers);
  }

  /** The findings that no waiver is for. */
  public List<GraphFinding> openFindings() {
    return findings().stream().filter(finding -> !waivers.containsKey(finding)).toList();
  }

  /** The workflow whose graph it is. */
  public String workflow() {
    return parsedGraph.graph().workflowName(file);
  }

  /** The names of its nodes for people. */
  public NodeNames names() {
    return NodeNames.of(parsedGraph);
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

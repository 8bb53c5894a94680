package dev.eddyline.graph.report;

import java.util.List;

/**
 * The lint results of some files.
 *
 * @param lintedGraphs the graphs that were read, in the order of their files
 * @param unreadableFiles the files that could not be read
 */
public record LintReport(List<LintedGraph> lintedGraphs, List<UnreadableFile> unreadableFiles) {

  /** Copies the lists. */
  public LintReport {
    lintedGraphs = List.copyOf(lintedGraphs);
    unreadableFiles = List.copyOf(unreadableFiles);
  }

  /** Whether any graph has findings. */
  public boolean hasFindings() {
    return lintedGraphs.stream().anyMatch(each -> !each.findings().isEmpty());
  }

  /** Whether all files were understood and all checks are complete. */
  public boolean isComplete() {
    return unreadableFiles.isEmpty() && lintedGraphs.stream().allMatch(LintedGraph::isComplete);
  }
}

package dev.eddyline.graph.report;

import java.util.List;

/**
 * The lint results of some files.
 *
 * @param linted the graphs that were read, in the order of their files
 * @param unread the files that could not be read
 */
public record LintReport(List<Linted> linted, List<Unread> unread) {

  /** Copies the lists. */
  public LintReport {
    linted = List.copyOf(linted);
    unread = List.copyOf(unread);
  }

  /** Whether any graph has findings. */
  public boolean hasFindings() {
    return linted.stream().anyMatch(each -> !each.findings().isEmpty());
  }

  /** Whether all files were understood and all checks are complete. */
  public boolean isComplete() {
    return unread.isEmpty() && linted.stream().allMatch(Linted::isComplete);
  }
}

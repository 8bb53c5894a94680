package dev.eddyline.graph.report;

import java.util.List;

/**
 * What a look at some files gave.
 *
 * @param linted the graphs that were read, in the order of their files
 * @param unread the files that were not
 */
public record LintReport(List<Linted> linted, List<Unread> unread) {

  /** The lists are its own. */
  public LintReport {
    linted = List.copyOf(linted);
    unread = List.copyOf(unread);
  }

  /** Whether anything is wrong with any graph. */
  public boolean hasFindings() {
    return linted.stream().anyMatch(each -> !each.findings().isEmpty());
  }

  /** Whether all of all files was understood and looked at. */
  public boolean isComplete() {
    return unread.isEmpty() && linted.stream().allMatch(Linted::isComplete);
  }
}

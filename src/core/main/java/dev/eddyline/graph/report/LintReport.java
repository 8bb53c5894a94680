package dev.eddyline.graph.report;

import dev.eddyline.graph.lint.GraphPattern;
import dev.eddyline.graph.lint.LintFile;
import dev.eddyline.graph.lint.Waiver;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The lint results of some files.
 *
 * @param lintedGraphs the graphs that were read, in the order of their files
 * @param unreadableFiles the files that could not be read
 * @param notes what does not change the exit code, such as unused entries of the lint file
 */
public record LintReport(
    List<LintedGraph> lintedGraphs, List<UnreadableFile> unreadableFiles, List<LintNote> notes) {

  /** Copies the lists. */
  public LintReport {
    lintedGraphs = List.copyOf(lintedGraphs);
    unreadableFiles = List.copyOf(unreadableFiles);
    notes = List.copyOf(notes);
  }

  /**
   * A report with notes on texts that contradict a counter, and on the unused entries of the lint
   * file: waivers that are expired or have no finding, and entries whose graph is not below the
   * folders that were read.
   *
   * @param notes other notes
   * @param folders the folders that were read as a whole
   * @param today the day on which waivers must hold
   */
  public static LintReport of(
      List<LintedGraph> lintedGraphs,
      List<UnreadableFile> unreadableFiles,
      List<LintNote> notes,
      LintFile lintFile,
      List<Path> folders,
      LocalDate today) {
    List<LintNote> unused = new ArrayList<>(unusedWaivers(lintedGraphs, today));
    for (GraphPattern pattern : lintFile.patterns()) {
      if (folders.stream().anyMatch(pattern::isWithin)
          && lintedGraphs.stream()
              .noneMatch(each -> pattern.matches(each.file(), each.parsedGraph().graph()))
          && unreadableFiles.stream().noneMatch(each -> pattern.matchesFile(each.file()))) {
        unused.add(
            new LintNote(
                LintFile.NAME,
                pattern.line(),
                "no graph matches '%s': correct it, or remove the entry"
                    .formatted(pattern.text())));
      }
    }
    unused.sort(Comparator.comparingInt(LintNote::line));
    List<LintNote> all = new ArrayList<>(notes);
    lintedGraphs.forEach(linted -> all.addAll(contradictions(linted)));
    all.addAll(unused);
    return new LintReport(lintedGraphs, unreadableFiles, all);
  }

  private static List<LintNote> contradictions(LintedGraph linted) {
    return linted.parsedGraph().contradictoryEdges().stream()
        .map(
            edge ->
                new LintNote(
                    linted.file(),
                    edge.line(),
                    "the text '%s' states another bound than the counter %s of its edge: correct one of them"
                        .formatted(edge.condition(), edge.counter().orElseThrow())))
        .toList();
  }

  private static List<LintNote> unusedWaivers(List<LintedGraph> linted, LocalDate today) {
    Set<Waiver> unused = new LinkedHashSet<>();
    linted.forEach(each -> unused.addAll(each.candidates()));
    linted.forEach(each -> unused.removeAll(each.waivers().values()));
    return unused.stream()
        .map(
            waiver ->
                new LintNote(
                    LintFile.NAME,
                    waiver.graphs().line(),
                    "the waiver of %s %s"
                        .formatted(
                            JsonReport.lower(waiver.kind()),
                            waiver.until().isBefore(today)
                                ? "expired on " + waiver.until() + ": judge it again, or remove it"
                                : "has no finding: remove it")))
        .toList();
  }

  /** Whether any graph has a finding that is an error and not waived. */
  public boolean hasErrors() {
    return lintedGraphs.stream()
        .flatMap(each -> each.openFindings().stream())
        .anyMatch(finding -> finding.kind().isError());
  }

  /** Whether all files were understood and all checks are complete. */
  public boolean isComplete() {
    return unreadableFiles.isEmpty() && lintedGraphs.stream().allMatch(LintedGraph::isComplete);
  }
}

package dev.eddyline.graph.report;

import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.GraphPattern;
import dev.eddyline.graph.lint.LintFile;
import dev.eddyline.graph.model.GraphWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Waivers of the errors in a report, to paste into the lint file. */
final class WaiverSuggestion {

  private static final int MAX_CYCLE_NODES = 50;

  private static final String INTRODUCTION =
      "If an error is right as it is, add its waiver to %s, with a reason and the last day:"
          .formatted(LintFile.NAME);

  private WaiverSuggestion() {}

  /** The lines of the waivers; empty without errors. */
  static List<String> lines(LintReport report) {
    List<String> lines = new ArrayList<>();
    for (LintedGraph linted : report.lintedGraphs()) {
      for (GraphFinding finding : linted.openFindings()) {
        if (finding.kind().isError() && finding.cycle().size() <= MAX_CYCLE_NODES) {
          lines.add(waiver(linted, finding));
        }
      }
    }
    if (!lines.isEmpty()) {
      lines.addAll(0, List.of("", INTRODUCTION, "  waivers:"));
    }
    return lines;
  }

  private static String waiver(LintedGraph linted, GraphFinding finding) {
    return "  - {finding: %s, graph: %s, cycle: [%s], reason: WHY, until: YYYY-MM-DD}"
        .formatted(
            JsonReport.lower(finding.kind()),
            GraphWriter.quoted(GraphPattern.plain(linted.file())),
            linted.names().namesOf(finding.cycle()).stream()
                .map(GraphWriter::quoted)
                .collect(Collectors.joining(", ")));
  }
}

package dev.eddyline.graph.lint;

import java.util.ArrayList;
import java.util.List;

/** Shortens findings: a cycle and its texts may be as long as the graph is large. */
public final class FindingShortener {

  /** Maximum number of named nodes of a cycle, and of edges to change. */
  public static final int MAX_NAMED_NODES = 100;

  /** Maximum length of a text, in characters. */
  private static final int MAX_TEXT_CHARS = 2_000;

  private FindingShortener() {}

  /** Truncates a long cycle, with "… N more" at its end, and long texts. */
  public static GraphFinding shortenFinding(GraphFinding finding) {
    return new GraphFinding(
        finding.kind(),
        shortenCycle(finding.cycle()),
        finding.edgesToChange().stream().limit(MAX_NAMED_NODES).toList(),
        finding.line(),
        finding.column(),
        truncateText(finding.reason()),
        finding.remedies().stream().map(FindingShortener::shortenRemedy).toList());
  }

  private static List<String> shortenCycle(List<String> nodes) {
    if (nodes.size() <= MAX_NAMED_NODES) {
      return nodes;
    }
    List<String> named = new ArrayList<>(nodes.subList(0, MAX_NAMED_NODES));
    named.add("… %d more".formatted(nodes.size() - MAX_NAMED_NODES));
    return named;
  }

  private static LintRemedy shortenRemedy(LintRemedy remedy) {
    return new LintRemedy(
        remedy.kind(),
        remedy.recommended(),
        truncateText(remedy.description()),
        truncateText(remedy.price()),
        remedy.graph(),
        remedy.isLinted());
  }

  private static String truncateText(String whole) {
    if (whole.length() <= MAX_TEXT_CHARS) {
      return whole;
    }
    int end =
        Character.isHighSurrogate(whole.charAt(MAX_TEXT_CHARS - 1))
            ? MAX_TEXT_CHARS - 1
            : MAX_TEXT_CHARS;
    return whole.substring(0, end) + "…";
  }
}

package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.List;

/** Shortens findings: a cycle and its texts may be as long as the graph is large. */
public final class Brief {

  /** Maximum number of named nodes of a cycle, and of edges to change. */
  public static final int NAMED = 100;

  /** Maximum length of a text, in characters. */
  private static final int LONGEST = 2_000;

  private Brief() {}

  /** Truncates a long cycle, with "… N more" at its end, and long texts. */
  public static GraphFinding of(GraphFinding finding) {
    return new GraphFinding(
        finding.kind(),
        cycle(finding.cycle()),
        finding.change().stream().limit(NAMED).toList(),
        finding.line(),
        text(finding.reason()),
        finding.remedies().stream().map(Brief::remedy).toList());
  }

  private static List<String> cycle(List<String> nodes) {
    if (nodes.size() <= NAMED) {
      return nodes;
    }
    List<String> named = new ArrayList<>(nodes.subList(0, NAMED));
    named.add("… %d more".formatted(nodes.size() - NAMED));
    return named;
  }

  private static Remedy remedy(Remedy remedy) {
    return new Remedy(
        remedy.kind(),
        remedy.recommended(),
        text(remedy.change()),
        text(remedy.price()),
        remedy.graph(),
        remedy.isLinted());
  }

  private static String text(String whole) {
    if (whole.length() <= LONGEST) {
      return whole;
    }
    int end = Character.isHighSurrogate(whole.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return whole.substring(0, end) + "…";
  }
}

package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.List;

/** Findings in brief: a way round, and what is said of it, may be as long as the graph is large. */
public final class Brief {

  /** Nodes of a way round, and edges to change, that are named. */
  public static final int NAMED = 100;

  /** Characters of a text. */
  private static final int LONGEST = 2_000;

  private Brief() {}

  /** The finding with a long cycle cut, "… N more" at its end, and long texts cut. */
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

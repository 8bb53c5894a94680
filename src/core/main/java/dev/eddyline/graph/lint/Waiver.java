package dev.eddyline.graph.lint;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;

/**
 * A judged finding that does not count as an error until a day.
 *
 * @param kind kind of the finding
 * @param graphs the graphs
 * @param cycle nodes of the cycle by name or id, begun anywhere; empty: any finding of the kind
 * @param reason why it is right as it is
 * @param until the last day on which it holds
 */
public record Waiver(
    FindingKind kind, GraphPattern graphs, List<String> cycle, String reason, LocalDate until) {

  public Waiver {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(graphs, "graphs");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(until, "until");
    cycle = List.copyOf(cycle);
  }

  /** Whether it holds for a finding, if it has not expired. */
  boolean isFor(GraphFinding finding, NodeNames names) {
    return kind == finding.kind()
        && (cycle.isEmpty()
            || isSameCycle(finding.cycle())
            || isSameCycle(names.namesOf(finding.cycle())));
  }

  private boolean isSameCycle(List<String> nodes) {
    if (nodes.size() != cycle.size()) {
      return false;
    }
    int begin = nodes.indexOf(cycle.get(0));
    for (int at = 0; begin >= 0 && at < cycle.size(); at++) {
      if (!cycle.get(at).equals(nodes.get((begin + at) % nodes.size()))) {
        return false;
      }
    }
    return begin >= 0;
  }
}

package dev.eddyline.topology;

import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphFinding;
import dev.eddyline.graph.Misread;
import dev.eddyline.graph.Remedy;
import dev.eddyline.graph.Way;
import dev.eddyline.graph.WorkflowGraph;
import dev.eddyline.schema.CureKind;
import dev.eddyline.schema.FlawKind;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.GraphFlaw;
import dev.eddyline.schema.GraphRemedy;
import dev.eddyline.schema.GraphWay;
import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** What graph-findings says of a graph; also the verifier's. */
public final class GraphReport {

  /** Findings, and likewise misread parts, that are told one by one. */
  static final int MOST = 200;

  private GraphReport() {}

  /**
   * What is wrong with a graph.
   *
   * @param source where it was published
   */
  public static GraphFindings of(FollowedGraph followed, Source source, Instant now) {
    WorkflowGraph graph = followed.graph();
    List<GraphFinding> findings = followed.findings();
    return new GraphFindings(
        graph.name(),
        followed.version(),
        graph.nodes().size(),
        graph.edges().size(),
        graph.recursionLimit().isPresent() ? graph.recursionLimit().getAsInt() : null,
        findings.stream().limit(MOST).map(GraphReport::flaw).toList(),
        Math.max(0, findings.size() - MOST),
        followed.misread().stream().limit(MOST).map(Misread::toString).toList(),
        source,
        now);
  }

  private static GraphFlaw flaw(GraphFinding finding) {
    return new GraphFlaw(
        symbol(FlawKind.values(), finding.kind(), FlawKind.UNKNOWN),
        finding.cycle(),
        finding.change().stream().map(GraphReport::way).toList(),
        finding.line(),
        finding.reason(),
        finding.remedies().stream().map(GraphReport::remedy).toList());
  }

  private static GraphWay way(Way way) {
    return new GraphWay(way.from(), way.to());
  }

  private static GraphRemedy remedy(Remedy remedy) {
    return new GraphRemedy(
        symbol(CureKind.values(), remedy.kind(), CureKind.UNKNOWN),
        remedy.recommended(),
        remedy.change(),
        remedy.price());
  }

  private static <E extends Enum<E>> E symbol(E[] symbols, Enum<?> of, E otherwise) {
    return Arrays.stream(symbols)
        .filter(symbol -> symbol.name().equals(of.name()))
        .findFirst()
        .orElse(otherwise);
  }
}

package dev.eddyline.topology;

import dev.eddyline.graph.lint.FindingShortener;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.LintRemedy;
import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.UnparsedPart;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.schema.CureKind;
import dev.eddyline.schema.FlawKind;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.GraphFlaw;
import dev.eddyline.schema.GraphRemedy;
import dev.eddyline.schema.GraphWay;
import dev.eddyline.schema.Source;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Builds the record of graph-findings for a graph; also used by the verifier. */
public final class GraphReport {

  /** Most findings, and most misread parts, that are listed one by one. */
  static final int MAX_LISTED_ITEMS = 200;

  /** Most bytes of the findings in a record; by default a topic accepts 1 MiB. */
  private static final int MAX_FINDINGS_BYTES = 500_000;

  private GraphReport() {}

  /**
   * The findings of a graph.
   *
   * @param source where it was published
   */
  public static GraphFindings createGraphFindings(
      LoadedGraph followed, Source source, Instant now) {
    WorkflowGraph graph = followed.graph();
    LintResult check = followed.lintResult();
    List<GraphFinding> findings = check.findings();
    List<GraphFlaw> flaws = flawsWithinLimits(findings);
    return new GraphFindings(
        graph.name(),
        followed.version(),
        graph.nodes().size(),
        graph.edges().size(),
        graph.recursionLimit().isPresent() ? graph.recursionLimit().getAsInt() : null,
        flaws,
        findings.size() - flaws.size(),
        unparsedPartTexts(followed.unparsedParts()),
        check.incompleteChecks(),
        source,
        now);
  }

  /** The first findings, shortened, within the limits. */
  private static List<GraphFlaw> flawsWithinLimits(List<GraphFinding> findings) {
    List<GraphFlaw> flaws = new ArrayList<>();
    int bytes = 0;
    for (GraphFinding finding : findings) {
      GraphFlaw flaw = flaw(FindingShortener.shortenFinding(finding));
      // as JSON, which is longer than the record's bytes
      bytes += flaw.toString().getBytes(StandardCharsets.UTF_8).length;
      if (flaws.size() == MAX_LISTED_ITEMS || bytes > MAX_FINDINGS_BYTES) {
        return flaws;
      }
      flaws.add(flaw);
    }
    return flaws;
  }

  private static List<String> unparsedPartTexts(List<UnparsedPart> all) {
    Stream<String> listed = all.stream().limit(MAX_LISTED_ITEMS).map(UnparsedPart::toString);
    return all.size() <= MAX_LISTED_ITEMS
        ? listed.toList()
        : Stream.concat(listed, Stream.of("… %d more".formatted(all.size() - MAX_LISTED_ITEMS)))
            .toList();
  }

  private static GraphFlaw flaw(GraphFinding finding) {
    return new GraphFlaw(
        enumConstantNamedLike(FlawKind.values(), finding.kind(), FlawKind.UNKNOWN),
        finding.cycle(),
        finding.edgesToChange().stream().map(GraphReport::toAvroEdge).toList(),
        finding.line(),
        finding.reason(),
        finding.remedies().stream().map(GraphReport::remedy).toList());
  }

  private static GraphWay toAvroEdge(NodePair edge) {
    return new GraphWay(edge.from(), edge.to());
  }

  private static GraphRemedy remedy(LintRemedy remedy) {
    return new GraphRemedy(
        enumConstantNamedLike(CureKind.values(), remedy.kind(), CureKind.UNKNOWN),
        remedy.recommended(),
        remedy.description(),
        remedy.price(),
        remedy.isLinted());
  }

  private static <E extends Enum<E>> E enumConstantNamedLike(
      E[] symbols, Enum<?> constant, E fallback) {
    return Arrays.stream(symbols)
        .filter(symbol -> symbol.name().equals(constant.name()))
        .findFirst()
        .orElse(fallback);
  }
}

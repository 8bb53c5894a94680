package dev.eddyline.console.json;

import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.FindingShortener;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.LintRemedy;
import dev.eddyline.graph.lint.LintRemedyKind;
import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.UnparsedPart;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.json.Doc;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Nodes, edges and findings of a graph, in JSON. */
@Doc("Nodes, edges and findings of a graph.")
public record GraphJson(
    @Doc("The nodes, 200 at most.") List<Vertex> nodes,
    @Doc("Whether all nodes and edges are included.") boolean complete,
    @Doc("The edges, 1,000 at most.") List<Arrow> edges,
    @Doc("The findings, 200 at most; empty while the check is running.") List<Finding> findings,
    @Doc("Parts of the text that could not be parsed, 200 at most.") List<String> misread,
    @Doc("The text of the graph.") String text,
    @Doc("The bounds that are stored with the text; null for none.") @Nullable String bounds) {

  private static final int MAX_LISTED_NODES_OR_FINDINGS = 200;
  private static final int MAX_LISTED_EDGES = 1_000;

  /** A node. */
  @Doc("A node.")
  record Vertex(
      @Doc("What edges and events call it.") String id,
      @Doc("What people call it.") String label,
      NodeKind kind,
      @Doc("Whether running it again is to be avoided.") boolean expensive) {

    private static Vertex of(Node node) {
      return new Vertex(node.id(), node.label(), node.kind(), node.expensive());
    }
  }

  /** An edge. */
  @Doc("An edge.")
  record Arrow(
      @Doc("The node that it leaves.") String from,
      @Doc("The node that it enters.") String to,
      EdgeKind kind,
      @Doc("When it is taken, in the words of the graph.") String condition,
      @Doc("The counter above whose maximum it is not taken.") @Nullable String counter,
      @Doc("What else keeps it from being taken.") @Nullable String guard) {

    private static Arrow of(Edge edge) {
      return new Arrow(
          edge.from(),
          edge.to(),
          edge.kind(),
          edge.condition(),
          edge.counter().orElse(null),
          edge.guard().map(Object::toString).orElse(null));
    }
  }

  /** A finding. */
  @Doc("Something that is wrong with the graph.")
  record Finding(
      FindingKind kind,
      @Doc("Whether a run can break on it; else it only costs.") boolean error,
      @Doc("The nodes of the cycle, 100 at most; one entry more says that there are others.")
          List<String> cycle,
      @Doc("The edges that are to be changed.") List<Path> change,
      @Doc("The line of the text, from 1; 0 for none.") int line,
      @Doc("What is wrong, in a sentence.") String reason,
      @Doc("What helps, the recommended remedy first.") List<Fix> remedies) {

    private static Finding of(GraphFinding finding, Optional<Set<Edge>> before) {
      return new Finding(
          finding.kind(),
          finding.kind().isError(),
          finding.cycle(),
          finding.edgesToChange().stream().map(Path::of).toList(),
          finding.line(),
          finding.reason(),
          finding.remedies().stream().map(remedy -> Fix.of(remedy, before)).toList());
    }
  }

  /** From where to where. */
  @Doc("From where to where.")
  record Path(
      @Doc("The node that is left.") String from, @Doc("The node that is entered.") String to) {

    private static Path of(NodePair change) {
      return new Path(change.from(), change.to());
    }
  }

  /** A remedy. */
  @Doc("A remedy for a finding.")
  record Fix(
      LintRemedyKind kind,
      @Doc("Whether it is the recommended one.") boolean recommended,
      @Doc("What to change, in a sentence.") String change,
      @Doc("What it costs, in a sentence.") String price,
      @Doc("Edges that it removes or changes; null where the graph here is not complete.")
          @Nullable List<Arrow> removed,
      @Doc("Edges that it adds; null where the graph here is not complete.")
          @Nullable List<Arrow> added) {

    private static Fix of(LintRemedy remedy, Optional<Set<Edge>> before) {
      Set<Edge> after = before.isPresent() ? edges(remedy.graph()) : Set.of();
      return new Fix(
          remedy.kind(),
          remedy.recommended(),
          remedy.description(),
          remedy.price(),
          before.map(all -> without(all, after)).orElse(null),
          before.map(all -> without(after, all)).orElse(null));
    }

    private static List<Arrow> without(Collection<Edge> edges, Collection<Edge> others) {
      return edges.stream().filter(edge -> !others.contains(edge)).map(Arrow::of).toList();
    }
  }

  /** The first nodes, edges and findings, as far as these are known. */
  public static GraphJson of(LoadedGraph followed) {
    WorkflowGraph graph = followed.graph();
    boolean isComplete =
        graph.nodes().size() <= MAX_LISTED_NODES_OR_FINDINGS
            && graph.edges().size() <= MAX_LISTED_EDGES;
    Optional<Set<Edge>> before = isComplete ? Optional.of(edges(graph)) : Optional.empty();
    return new GraphJson(
        graph.nodes().stream().limit(MAX_LISTED_NODES_OR_FINDINGS).map(Vertex::of).toList(),
        isComplete,
        graph.edges().stream().limit(MAX_LISTED_EDGES).map(Arrow::of).toList(),
        followed.cachedLintResult().map(LintResult::findings).orElse(List.of()).stream()
            .limit(MAX_LISTED_NODES_OR_FINDINGS)
            .map(FindingShortener::shortenFinding)
            .map(finding -> Finding.of(finding, before))
            .toList(),
        followed.unparsedParts().stream()
            .limit(MAX_LISTED_NODES_OR_FINDINGS)
            .map(UnparsedPart::toString)
            .toList(),
        followed.text().text(),
        followed.text().bounds().orElse(null));
  }

  private static Set<Edge> edges(WorkflowGraph graph) {
    return new LinkedHashSet<>(graph.edges());
  }
}

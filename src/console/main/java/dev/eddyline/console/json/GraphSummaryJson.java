package dev.eddyline.console.json;

import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.json.Doc;
import dev.eddyline.reference.ReferenceHistory;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A graph of a list, in JSON. */
@Doc("The graph of a workflow, as a list has it.")
public record GraphSummaryJson(
    @Doc("The workflow.") String workflow,
    @Doc("A hash of its text.") String version,
    @Doc("Where it comes from.") SourceJson source,
    @Doc("When it was published, epoch milliseconds; null for one of the settings.")
        @Nullable Long since,
    @Doc("The most steps of a run.") @Nullable Integer recursionLimit,
    @Doc("The number of nodes.") int nodeCount,
    @Doc("The number of edges.") int edgeCount,
    @Doc("The number of findings; null while the check is running.") @Nullable Integer findingCount,
    @Doc("The number of findings on which a run can break; null while the check is running.")
        @Nullable Long errorCount,
    @Doc("Checks that were not completed.") List<String> notSought) {

  /** The summary of a graph. */
  public static GraphSummaryJson of(
      String workflow, LoadedGraph followed, GraphSnapshot now, ReferenceHistory history) {
    PublishedGraph newest = now.published().get(workflow);
    boolean isPublished = newest != null && newest.graph().isPresent();
    Optional<List<GraphFinding>> known = followed.cachedLintResult().map(LintResult::findings);
    return new GraphSummaryJson(
        workflow,
        followed.version(),
        isPublished ? SourceJson.TOPIC : SourceJson.SETTINGS,
        isPublished ? history.publishedMillisByWorkflow(workflow).orElse(null) : null,
        followed.graph().recursionLimit().isPresent()
            ? (Integer) followed.graph().recursionLimit().getAsInt()
            : null,
        followed.graph().nodes().size(),
        followed.graph().edges().size(),
        known.map(List::size).orElse(null),
        known.map(all -> all.stream().filter(it -> it.kind().isError()).count()).orElse(null),
        followed.cachedLintResult().map(LintResult::incompleteChecks).orElse(List.of()));
  }
}

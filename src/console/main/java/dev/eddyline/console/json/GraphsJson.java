package dev.eddyline.console.json;

import dev.eddyline.json.Doc;
import java.util.List;

/** Graphs of workflows, in JSON. */
@Doc("The active graphs, and recently rejected ones.")
public record GraphsJson(
    @Doc("The graphs by workflow.") List<GraphSummaryJson> items,
    @Doc("Graphs that were rejected, the newest first.") List<RejectedJson> refused) {}

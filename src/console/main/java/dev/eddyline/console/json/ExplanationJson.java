package dev.eddyline.console.json;

import dev.eddyline.json.Doc;
import dev.eddyline.replay.ExplainedEventJson;
import java.util.List;

/** The explanation of a task, in JSON. */
@Doc("What the detectors made of each event of a task.")
public record ExplanationJson(
    @Doc("The task.") String taskId,
    @Doc("Its events, in the order of their records.") List<ExplainedEventJson> events,
    @Doc("The summary, as text lines.") String summary,
    @Doc("Whether older records were left out, because there are too many.") boolean isLimited) {}

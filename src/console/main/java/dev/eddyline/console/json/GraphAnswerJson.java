package dev.eddyline.console.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.eddyline.json.Doc;

/** A graph with its findings, in JSON. */
@Doc("The graph of a workflow, with its findings.")
public record GraphAnswerJson(
    @JsonUnwrapped GraphSummaryJson summary, @JsonUnwrapped GraphJson graph) {}

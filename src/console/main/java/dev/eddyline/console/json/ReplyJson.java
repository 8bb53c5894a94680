package dev.eddyline.console.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.eddyline.json.Doc;
import dev.eddyline.outputs.VerdictJson;
import java.util.List;

/** The verdict on an event that has unknown fields, in JSON. */
@Doc("The verdict on an event that has unknown fields.")
public record ReplyJson(
    @JsonUnwrapped VerdictJson verdict,
    @Doc("Unknown fields: they were not published.") List<EventsJson.Line> ignored) {}

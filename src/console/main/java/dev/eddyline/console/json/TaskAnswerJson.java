package dev.eddyline.console.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.eddyline.json.Doc;
import org.jspecify.annotations.Nullable;

/** A task and the source of the answer, in JSON. */
@Doc("A task, and where the answer comes from.")
public record TaskAnswerJson(
    @JsonUnwrapped TaskJson task,
    @Doc("The address of the instance that answered.") String answeredBy,
    @Doc("Whether it comes from a standby replica, which may be behind.") boolean stale,
    @Doc("Why the instance that owns the task did not answer; null where it did.")
        @Nullable String obstacle) {}

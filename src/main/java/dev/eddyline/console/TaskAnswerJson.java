package dev.eddyline.console;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.eddyline.json.Doc;
import org.jspecify.annotations.Nullable;

/** A task with where the answer comes from, in JSON. */
@Doc("A task, and where the answer comes from.")
record TaskAnswerJson(
    @JsonUnwrapped TaskJson task,
    @Doc("The address of the instance that answered.") String answeredBy,
    @Doc("Whether it comes from a copy, which may be behind.") boolean stale,
    @Doc("Why the instance that owns the task did not answer; null where it did.")
        @Nullable String obstacle) {}

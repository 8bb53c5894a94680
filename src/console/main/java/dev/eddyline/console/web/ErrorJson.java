package dev.eddyline.console.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.eddyline.json.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A refused request, in JSON. */
@Doc("Why a request was refused, and what to do.")
public record ErrorJson(
    @Doc("What was wrong, and what is allowed.") String error,
    @Doc("The parameter, header or field that was wrong; null for several or none.")
        @Nullable String field,
    @Doc("The allowed values of the field, or methods of the path; null where they are not a list.")
        @Nullable List<String> allowed,
    @Doc("The events that were not published, or may not have been.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable List<String> eventIds,
    @Doc("When to try again, in seconds, as the header Retry-After says.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Integer retryAfterSeconds) {}

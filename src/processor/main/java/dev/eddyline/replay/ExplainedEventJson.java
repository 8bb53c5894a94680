package dev.eddyline.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.eddyline.json.Doc;
import dev.eddyline.outcome.CallOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An explained event in JSON, with the fields of {@code replay --explain}, and more. */
@Doc("An event with what the detectors made of it.")
public record ExplainedEventJson(
    @Doc("Its number in the explanation, from 1.") int event,
    @Doc(
            value = "Whether it is a tool call that has an outcome.",
            allowed = {"outcome", "event"})
        String kind,
    @Doc("Its task; the root for an event of the root that published an output.") String taskId,
    @Doc("Its agent; empty for a record that is not an event.") String agentId,
    @Doc("Its tool, redacted; absent without a tool.") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String tool,
    @Doc("What the tool call brought; absent if it does not count.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String outcome,
    @Doc("Why the outcome is so; absent without one.") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String reason,
    @Doc("How far each rule is that counts it, such as 3 of 4; absent without a count.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Map<String, String> counts,
    @Doc("Its type, such as tool_called.") String type,
    @Doc("Its event time, ISO 8601.") String occurredAt,
    @Doc("The head of its text, redacted.") String text,
    @Doc("What else happened with it.") List<Note> notes) {

  /** A note. */
  @Doc("What happened with an event.")
  record Note(
      @Doc("A word such as duplicate, late, muted or verdict.") String kind,
      @Doc("The same in words.") String text) {}

  /** An explained event. */
  public static ExplainedEventJson of(ExplainedEvent event) {
    Optional<CallOutcome> outcome = event.outcome();
    return new ExplainedEventJson(
        event.number(),
        outcome.isPresent() ? "outcome" : "event",
        event.taskId(),
        event.agentId(),
        event.tool().orElse(null),
        outcome.map(it -> it.outcome().word()).orElse(null),
        outcome.map(CallOutcome::reason).orElse(null),
        event.counts().isEmpty() ? null : event.counts(),
        event.type(),
        event.at().toString(),
        event.head(),
        event.notes().stream().map(note -> new Note(note.kind(), note.text())).toList());
  }
}

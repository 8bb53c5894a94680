package dev.eddyline.replay;

import dev.eddyline.outcome.CallOutcome;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.yaml.Printable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An event with what the detectors made of it.
 *
 * @param number its number in the explanation, from 1
 * @param at its event time
 * @param taskId its task
 * @param agentId its agent; empty for a record that is not an event
 * @param type its type, such as tool_called
 * @param tool its tool, redacted; empty for other events
 * @param head the head of its text, redacted
 * @param outcome what a tool call brought, if it counts
 * @param counts how far each rule is that counts it, such as {@code 3 of 4}
 * @param notes what else happened with it
 */
public record ExplainedEvent(
    int number,
    Instant at,
    String taskId,
    String agentId,
    String type,
    Optional<String> tool,
    String head,
    Optional<CallOutcome> outcome,
    Map<String, String> counts,
    List<Note> notes) {

  /**
   * What happened with an event.
   *
   * @param kind a word such as duplicate, late, muted
   * @param text the same in words
   */
  public record Note(String kind, String text) {

    public Note {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(text, "text");
    }
  }

  public ExplainedEvent {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(outcome, "outcome");
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    notes = List.copyOf(notes);
  }

  /** Whether it has a note of this kind. */
  boolean has(String kind) {
    return notes.stream().anyMatch(note -> note.kind().equals(kind));
  }

  /** One line for a person. */
  public String toText() {
    List<String> parts = new ArrayList<>();
    outcome.ifPresent(it -> parts.add(it.outcome().word() + ": " + it.reason()));
    notes.forEach(note -> parts.add(note.text()));
    counts.forEach((rule, count) -> parts.add(rule + " " + count));
    String event =
        Stream.of(String.valueOf(number), at.toString(), agentId, type, head)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("  "));
    return Printable.escape(event + "  → " + String.join("; ", parts));
  }

  /** One line of JSON with the fields of {@code replay --explain}, and more. */
  public String toJson() {
    return Printable.escape(OutputJson.write(ExplainedEventJson.of(this)));
  }
}

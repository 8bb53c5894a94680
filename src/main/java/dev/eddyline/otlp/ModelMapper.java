package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.otlp.Mapped.Outcome;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.UserMessage;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Maps calls of models. */
final class ModelMapper {

  private final TelemetryMapping mapping;

  ModelMapper(TelemetryMapping mapping) {
    this.mapping = mapping;
  }

  /**
   * The response with what it cost, and before the first one of a trace the person's message.
   *
   * @param failure the events of the call's failure, if it failed
   */
  Mapped map(Trace trace, TelemetryRecord record, RecordTasks tasks, Mapped failure) {
    AgentTask start = tasks.at(record.startedAt());
    Optional<AgentEvent> prompt = firstPrompt(trace, record, start);
    if (record.isError()) {
      return prompt.isPresent() && !failure.events().isEmpty()
          ? new Mapped(List.of(tasks.rooted(prompt.get()), failure.events().get(0)), Outcome.MAPPED)
          : failure;
    }
    Optional<String> text = mapping.value(Field.TEXT, record).flatMap(Messages::producedText);
    Optional<AgentEvent> response =
        mapping.isIgnoredEvent("responses")
            ? Optional.empty()
            : response(record, tasks, text.orElse(""));
    List<AgentEvent> events =
        Stream.of(prompt.map(tasks::rooted), response).flatMap(Optional::stream).toList();
    return events.isEmpty() ? Mapped.none(Outcome.IGNORED) : new Mapped(events, Outcome.MAPPED);
  }

  /**
   * A response; one without text only carries what it cost. Its id differs, since Claude Code logs
   * text and cost of a request separately.
   */
  private Optional<AgentEvent> response(TelemetryRecord record, RecordTasks tasks, String text) {
    Optional<Long> tokens = tokens(record);
    Optional<Double> cost =
        number(Field.COST, record).map(JsonNode::asDouble).filter(it -> it >= 0);
    if (text.isEmpty() && tokens.isEmpty() && cost.isEmpty()) {
      return Optional.empty();
    }
    String id = mapping.text(Field.RESPONSE_ID, record).orElseGet(() -> record.idWith(text));
    AgentEvent event =
        tasks.event(
            record.endedAt(),
            id + (text.isEmpty() ? ":usage" : ":response"),
            new ResponseProduced(tasks.agent(), text));
    event.setTokens(tokens.orElse(null));
    event.setCostUsd(cost.orElse(null));
    return Optional.of(event);
  }

  private Optional<Long> tokens(TelemetryRecord record) {
    Optional<Long> in = number(Field.INPUT_TOKENS, record).map(JsonNode::asLong);
    Optional<Long> out = number(Field.OUTPUT_TOKENS, record).map(JsonNode::asLong);
    return in.isPresent() || out.isPresent()
        ? Optional.of(Math.max(0, in.orElse(0L)) + Math.max(0, out.orElse(0L)))
        : number(Field.TOTAL_TOKENS, record).map(JsonNode::asLong).filter(it -> it >= 0);
  }

  private Optional<JsonNode> number(Field field, TelemetryRecord record) {
    return mapping.value(field, record).filter(JsonNode::isNumber);
  }

  /** A trace is one turn: its first model call has the person's message, if its last one is. */
  private Optional<AgentEvent> firstPrompt(Trace trace, TelemetryRecord record, AgentTask task) {
    if (mapping.isIgnoredEvent("prompts") || record.parentId().isEmpty()) {
      return Optional.empty();
    }
    Optional<String> text = mapping.value(Field.INPUT, record).flatMap(Messages::lastUserText);
    return text.filter(it -> trace.isFirstPrompt())
        .map(it -> task.event(record.traceId() + ":user", new UserMessage(it)));
  }
}

package dev.eddyline.otlp;

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
    Optional<AgentEvent> response =
        mapping.isIgnoredEvent("responses")
            ? Optional.empty()
            : response(record, tasks, trace.nested(record));
    List<AgentEvent> events =
        Stream.of(prompt.map(tasks::rooted), response).flatMap(Optional::stream).toList();
    return events.isEmpty() ? Mapped.none(Outcome.IGNORED) : new Mapped(events, Outcome.MAPPED);
  }

  /**
   * A response; one without text only carries what it cost. Its id differs, since Claude Code logs
   * text and cost of a request separately.
   *
   * @param nested other spans of this model call: what they report is not counted again
   */
  private Optional<AgentEvent> response(
      TelemetryRecord record, RecordTasks tasks, NestedSpans nested) {
    boolean isUsageReported = nested.reportUsage();
    String text = nested.reportText() ? "" : text(record).orElse("");
    Optional<Long> tokens = tokens(record).filter(it -> !isUsageReported);
    Optional<Double> cost = cost(record).filter(it -> !isUsageReported);
    nested.setResponseMapped(tokens.isPresent() || cost.isPresent(), !text.isEmpty());
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

  /** What a span around this one or within it may report, too. */
  Reported reported(TelemetryRecord record) {
    boolean hasUsage = tokens(record).isPresent() || cost(record).isPresent();
    return Reported.response(hasUsage, text(record).isPresent());
  }

  private Optional<String> text(TelemetryRecord record) {
    return mapping.value(Field.TEXT, record).flatMap(Messages::producedText);
  }

  private Optional<Double> cost(TelemetryRecord record) {
    return number(Field.COST, record);
  }

  private Optional<Long> tokens(TelemetryRecord record) {
    Optional<Double> in = number(Field.INPUT_TOKENS, record);
    Optional<Double> out = number(Field.OUTPUT_TOKENS, record);
    Optional<Double> total =
        in.isPresent() || out.isPresent()
            ? Optional.of(in.orElse(0.0) + out.orElse(0.0))
            : number(Field.TOTAL_TOKENS, record);
    return total.map(Double::longValue);
  }

  /** A number of this field, also as text; empty for a negative or an infinite one. */
  private Optional<Double> number(Field field, TelemetryRecord record) {
    return mapping
        .value(field, record)
        .filter(value -> value.isNumber() || value.isTextual())
        .map(value -> value.asDouble(-1))
        .filter(value -> value >= 0 && value < Double.POSITIVE_INFINITY);
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

package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.agents.Delegation;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.otlp.Mapped.Outcome;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.text.Hash;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Maps tool calls. */
final class ToolMapper {

  private static final String SPAN_NAME_PREFIX = "execute_tool ";
  private static final Set<String> FAILED = Set.of("false", "error", "failure");

  private final TelemetryMapping mapping;

  ToolMapper(TelemetryMapping mapping) {
    this.mapping = mapping;
  }

  /** The call and its result; a call that starts an agent is a request to that agent. */
  Mapped map(Trace trace, TelemetryRecord record, RecordTasks tasks) {
    Optional<Contents.Result> result = result(record);
    Optional<String> tool = tool(record, result);
    if (tool.isEmpty()) {
      return Mapped.none(Outcome.INCOMPLETE);
    }
    Optional<JsonNode> input = input(record);
    NestedSpans nested = trace.nested(record);
    Optional<String> id =
        callId(record, result).or(() -> Optional.of(idWithout(record, tool.get(), input)));
    ToolUse use = new ToolUse(id, tool.get(), input);
    if (use.isPoll() || nested.reportCall()) {
      return Mapped.none(Outcome.IGNORED);
    }
    nested.setCallMapped();
    boolean isError = isError(record, result);
    Optional<String> output =
        isError ? ErrorTexts.message(record).or(() -> text(result)) : text(result);
    Optional<Delegation> delegation = delegation(trace, record, use);
    Instant start = start(record);
    AgentTask called = tasks.at(start);
    AgentTask returned = tasks.at(record.endedAt().isBefore(start) ? start : record.endedAt());
    List<AgentEvent> events = new ArrayList<>();
    events.add(
        delegation
            .map(it -> called.requested(use, it, ReplyKind.NONE))
            .orElseGet(() -> called.called(use, ReplyKind.NONE)));
    if (delegation.isPresent()) {
      output.ifPresent(text -> events.add(returned.answered(use, text, ReplyKind.NONE)));
    } else if (output.isPresent() || !record.isLog()) {
      // a span's end says that the call returned; of several log records, another may have the
      // output
      events.add(returned.returned(use, output.orElse(null), isError, ReplyKind.NONE));
    }
    events.forEach(tasks::rooted);
    boolean hasContent = input.isPresent() && output.isPresent();
    return new Mapped(events, hasContent ? Outcome.MAPPED : Outcome.WITHOUT_CONTENT);
  }

  private Optional<Contents.Result> result(TelemetryRecord record) {
    return mapping.value(Field.OUTPUT, record).map(Contents::result);
  }

  /** The arguments; those that were cut may differ in the rest, so that they are unknown. */
  private Optional<JsonNode> input(TelemetryRecord record) {
    return mapping
        .value(Field.ARGUMENTS, record)
        .map(Contents::arguments)
        .filter(arguments -> !Contents.isCut(arguments));
  }

  /** What a span around this one or within it may report, too. */
  Reported reported(TelemetryRecord record) {
    Optional<Contents.Result> result = result(record);
    return tool(record, result)
        .map(tool -> Reported.call(tool, input(record), callId(record, result)))
        .orElse(Reported.NOTHING);
  }

  /** Whether the parent may report the call with its arguments, which this record lacks. */
  boolean awaitsParent(Trace trace, TelemetryRecord record) {
    return !record.parentId().isEmpty() && input(record).isEmpty() && !trace.hasParent(record);
  }

  private Optional<String> tool(TelemetryRecord record, Optional<Contents.Result> result) {
    return result
        .flatMap(Contents.Result::tool)
        .or(() -> mapping.text(Field.TOOL, record))
        .or(
            () ->
                Optional.of(record.name())
                    .map(
                        name ->
                            name.startsWith(SPAN_NAME_PREFIX)
                                ? name.substring(SPAN_NAME_PREFIX.length())
                                : name))
        .filter(name -> !name.isBlank() && TelemetryRecord.isName(name));
  }

  /** The id of the call. */
  private Optional<String> callId(TelemetryRecord record, Optional<Contents.Result> result) {
    Optional<String> own =
        mapping
            .value(Field.CALL_ID, record)
            .map(id -> id.isArray() && !id.isEmpty() ? id.get(id.size() - 1) : id)
            .filter(id -> !id.isContainerNode() && !Hidden.isHidden(id))
            .map(Attributes::asText)
            .filter(id -> !id.isBlank());
    return own.or(() -> result.flatMap(Contents.Result::callId))
        .or(() -> mapping.value(Field.ARGUMENTS, record).flatMap(Contents::callIdOfArguments))
        .filter(TelemetryRecord::isName);
  }

  /** Without an id, that of the span. A span may have many log records: their time and content. */
  private static String idWithout(TelemetryRecord record, String tool, Optional<JsonNode> input) {
    return record.isLog()
        ? record.endedAt().toEpochMilli()
            + ":"
            + Hash.id(tool, input.map(Attributes::asText).orElse(""))
        : record.spanId();
  }

  private boolean isError(TelemetryRecord record, Optional<Contents.Result> result) {
    return record.isError()
        || record.attributes().text("error.type").isPresent()
        || record.event("exception").isPresent()
        || mapping.text(Field.SUCCEEDED, record).filter(FAILED::contains).isPresent()
        || result.filter(Contents.Result::isError).isPresent();
  }

  private static Optional<String> text(Optional<Contents.Result> result) {
    return result.map(Contents.Result::text);
  }

  private static Optional<Delegation> delegation(Trace trace, TelemetryRecord record, ToolUse use) {
    return Delegation.find(use)
        .or(
            () ->
                trace
                    .subagent(record)
                    .filter(agent -> use.input().isPresent())
                    .map(agent -> new Delegation(agent, use.arguments())));
  }

  /** The start; a log record has only its end and a duration. */
  private Instant start(TelemetryRecord record) {
    if (!record.isLog()) {
      return record.startedAt();
    }
    long duration =
        mapping
            .value(Field.DURATION_MILLIS, record)
            .map(JsonNode::asLong)
            .filter(millis -> millis > 0 && millis < 86_400_000)
            .orElse(0L);
    return record.endedAt().minusMillis(duration);
  }
}

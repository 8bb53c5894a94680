package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run of Claude Code with two loops, in the form of each way that reports it: a failing command
 * four times, ordinary work, and a listing six times.
 *
 * @param session id of its session, which is the task
 * @param start time of its first event
 */
public record ClaudeCodeRun(String session, Instant start) {

  private static final int SECONDS_BETWEEN_CALLS = 5;

  /** A call with its result. */
  private record Step(int number, String command, String result, boolean isError) {

    String callId() {
      return "t" + number;
    }

    ObjectNode input() {
      return JsonNodeFactory.instance.objectNode().put("command", command);
    }
  }

  /** A hook, and when it is called. */
  public record TimedHook(String json, Instant at) {}

  private static List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      add(steps, "npm test", "Exit code 1\nTypeError: total is undefined", true);
    }
    for (int i = 0; i < 12; i++) {
      add(steps, "cat part" + i + ".js", "export const part" + i + " = " + i * 17, false);
    }
    for (int i = 0; i < 6; i++) {
      add(steps, "ls src", "cart.js\npart.js", false);
    }
    return steps;
  }

  private static void add(List<Step> steps, String command, String result, boolean isError) {
    steps.add(new Step(steps.size(), command, result, isError));
  }

  private Instant calledAt(Step step) {
    return start.plusSeconds((long) SECONDS_BETWEEN_CALLS * step.number());
  }

  private Instant returnedAt(Step step) {
    return calledAt(step).plusSeconds(2);
  }

  /** Its events, as an orchestrator publishes them. */
  public List<AgentEvent> events(ReplyKind reply) {
    List<AgentEvent> events = new ArrayList<>();
    for (Step step : steps()) {
      ToolUse use = new ToolUse(Optional.of(step.callId()), "Bash", Optional.of(step.input()));
      events.add(task(calledAt(step)).called(use, reply));
      events.add(task(returnedAt(step)).returned(use, step.result(), step.isError(), reply));
    }
    return events;
  }

  private AgentTask task(Instant at) {
    return new AgentTask("claude-code", session, Optional.empty(), "claude-code", at);
  }

  /** Its hooks, before and after each call. */
  public List<TimedHook> hooks() {
    List<TimedHook> hooks = new ArrayList<>();
    for (Step step : steps()) {
      ObjectNode call = JsonNodeFactory.instance.objectNode();
      call.put("session_id", session).put("tool_name", "Bash").put("tool_use_id", step.callId());
      call.set("tool_input", step.input());
      call.put("hook_event_name", "PreToolUse");
      hooks.add(new TimedHook(call.toString(), calledAt(step)));
      if (step.isError()) {
        call.put("error", step.result());
      } else {
        call.putObject("tool_response").put("stdout", step.result());
      }
      call.put("hook_event_name", step.isError() ? "PostToolUseFailure" : "PostToolUse");
      hooks.add(new TimedHook(call.toString(), returnedAt(step)));
    }
    return hooks;
  }

  /** Its session file in a folder. */
  public Path sessionFile(Path folder) {
    List<String> lines = new ArrayList<>();
    for (Step step : steps()) {
      ObjectNode use = JsonNodeFactory.instance.objectNode();
      use.put("type", "tool_use").put("id", step.callId()).put("name", "Bash");
      use.set("input", step.input());
      lines.add(line("assistant", "a" + step.number(), calledAt(step), use));
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      result.put("type", "tool_result").put("tool_use_id", step.callId());
      result.put("content", step.result()).put("is_error", step.isError());
      lines.add(line("user", "r" + step.number(), returnedAt(step), result));
    }
    try {
      return Files.write(folder.resolve(session + ".jsonl"), lines);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private String line(String type, String uuid, Instant at, JsonNode block) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("type", type).put("uuid", uuid).put("sessionId", session);
    line.put("timestamp", at.toString());
    line.putObject("message").put("role", type).putArray("content").add(block);
    return line.toString();
  }

  /** Its spans, each in an OTLP body of its own. */
  public List<String> spans() {
    return steps().stream().map(this::span).toList();
  }

  private String span(Step step) {
    ObjectNode span = JsonNodeFactory.instance.objectNode();
    span.put("traceId", "%032x".formatted(session.hashCode() & 0xffff_ffffL));
    span.put("spanId", "%016x".formatted(step.number() + 1));
    span.put("name", "claude_code.tool");
    span.put("startTimeUnixNano", nanos(calledAt(step)));
    span.put("endTimeUnixNano", nanos(returnedAt(step)));
    span.putObject("status").put("code", step.isError() ? 2 : 0).put("message", step.result());
    attribute(span, "session.id", session);
    attribute(span, "tool_name", "Bash");
    attribute(span, "tool_use_id", step.callId());
    attribute(span, "tool_input", step.input().toString());
    attribute(span, "output", step.result());
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode resource = body.putArray("resourceSpans").addObject();
    ObjectNode service = resource.putObject("resource").putArray("attributes").addObject();
    service.put("key", "service.name").putObject("value").put("stringValue", "claude-code");
    resource.putArray("scopeSpans").addObject().putArray("spans").add(span);
    return body.toString();
  }

  private static String nanos(Instant at) {
    return Long.toString(at.toEpochMilli() * 1_000_000);
  }

  private static void attribute(ObjectNode span, String key, String value) {
    span.withArray("attributes")
        .addObject()
        .put("key", key)
        .putObject("value")
        .put("stringValue", value);
  }
}

package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.json.EventDefaults;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.EventWriter;
import dev.eddyline.otlp.OtlpBody;
import dev.eddyline.otlp.OtlpEncoding;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.TelemetryMapper;
import dev.eddyline.otlp.TelemetryMapping;
import dev.eddyline.otlp.TelemetryRecord;
import dev.eddyline.otlp.Trace;
import dev.eddyline.replay.LoopVerdictTexts;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.sessions.SessionFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One run of Claude Code, with two loops in 44 events, has the same verdicts whichever way its
 * events take, and also when three ways report it at once.
 */
class SameVerdictsTest {

  private static final String SESSION = "session-1";
  private static final int SECONDS = 5;

  @TempDir private Path folder;

  /** A call with its result. */
  private record Step(int number, String command, String result, boolean isError) {

    Instant calledAt() {
      return HookFixtures.NOW.plusSeconds((long) SECONDS * number);
    }

    Instant returnedAt() {
      return calledAt().plusSeconds(2);
    }

    ObjectNode input() {
      return JsonNodeFactory.instance.objectNode().put("command", command);
    }
  }

  private static List<Step> run() {
    List<Step> run = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      run.add(step(run, "npm test", "Exit code 1\nTypeError: total is undefined", true));
    }
    for (int i = 0; i < 12; i++) {
      run.add(step(run, "cat part" + i + ".js", "export const part" + i + " = " + i * 17, false));
    }
    for (int i = 0; i < 6; i++) {
      run.add(step(run, "ls src", "cart.js\npart.js", false));
    }
    return run;
  }

  private static Step step(List<Step> before, String command, String result, boolean isError) {
    return new Step(before.size(), command, result, isError);
  }

  private static List<AgentEvent> natively() {
    List<AgentEvent> events = new ArrayList<>();
    for (Step step : run()) {
      ToolUse use =
          new ToolUse(Optional.of("t" + step.number()), "Bash", Optional.of(step.input()));
      events.add(task(step.calledAt()).called(use, ReplyKind.NONE));
      events.add(
          task(step.returnedAt()).returned(use, step.result(), step.isError(), ReplyKind.NONE));
    }
    return events;
  }

  private static AgentTask task(Instant at) {
    return new AgentTask("claude-code", SESSION, Optional.empty(), "claude-code", at);
  }

  private static List<AgentEvent> overHttp() throws Exception {
    EventReader reader =
        new EventReader(EventDefaults.live(Clock.systemUTC(), () -> "an-id-that-is-not-needed"));
    List<AgentEvent> events = new ArrayList<>();
    for (AgentEvent event : natively()) {
      events.addAll(reader.read(new EventWriter().write(event)).events());
    }
    return events;
  }

  private static List<AgentEvent> hooked() {
    List<AgentEvent> events = new ArrayList<>();
    for (Step step : run()) {
      ObjectNode call = JsonNodeFactory.instance.objectNode();
      call.put("session_id", SESSION)
          .put("tool_name", "Bash")
          .put("tool_use_id", "t" + step.number());
      call.set("tool_input", step.input());
      events.addAll(hook(call.deepCopy().put("hook_event_name", "PreToolUse"), step.calledAt()));
      if (step.isError()) {
        call.put("error", step.result());
      } else {
        call.putObject("tool_response").put("stdout", step.result());
      }
      String event = step.isError() ? "PostToolUseFailure" : "PostToolUse";
      events.addAll(hook(call.put("hook_event_name", event), step.returnedAt()));
    }
    return events;
  }

  private static List<AgentEvent> hook(ObjectNode hook, Instant at) {
    return HookFixtures.agent("claude-code")
        .read(HookCall.read(hook.toString(), Optional.empty(), at))
        .events();
  }

  private List<AgentEvent> fromSessionFile() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Step step : run()) {
      ObjectNode use = JsonNodeFactory.instance.objectNode();
      use.put("type", "tool_use").put("id", "t" + step.number()).put("name", "Bash");
      use.set("input", step.input());
      lines.add(line("assistant", "a" + step.number(), step.calledAt(), use));
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      result.put("type", "tool_result").put("tool_use_id", "t" + step.number());
      result.put("content", step.result()).put("is_error", step.isError());
      lines.add(line("user", "r" + step.number(), step.returnedAt(), result));
    }
    Path file = Files.write(folder.resolve(SESSION + ".jsonl"), lines);
    List<AgentEvent> events = new ArrayList<>();
    new SessionFiles().read(file, event -> events.add(event.event()));
    return events;
  }

  private static String line(String type, String uuid, Instant at, JsonNode block) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("type", type).put("uuid", uuid).put("sessionId", SESSION);
    line.put("timestamp", at.toString());
    line.putObject("message").put("role", type).putArray("content").add(block);
    return line.toString();
  }

  private static List<AgentEvent> asOtlp() {
    TelemetryMapper mapper = new TelemetryMapper(TelemetryMapping.shipped(), text -> text);
    List<AgentEvent> events = new ArrayList<>();
    Trace trace = Trace.empty();
    for (Step step : run()) {
      byte[] body = span(step).getBytes(StandardCharsets.UTF_8);
      for (TelemetryRecord record :
          OtlpBody.read(OtlpSignal.TRACES, OtlpEncoding.JSON, body).records()) {
        mapper.learn(trace, record);
        events.addAll(mapper.map(trace, record, Instant.now()).events());
      }
    }
    return events;
  }

  private static String span(Step step) {
    ObjectNode span = JsonNodeFactory.instance.objectNode();
    span.put("traceId", "%032x".formatted(7)).put("spanId", "%016x".formatted(step.number() + 1));
    span.put("name", "claude_code.tool");
    span.put("startTimeUnixNano", Long.toString(step.calledAt().toEpochMilli() * 1_000_000));
    span.put("endTimeUnixNano", Long.toString(step.returnedAt().toEpochMilli() * 1_000_000));
    span.putObject("status").put("code", step.isError() ? 2 : 0).put("message", step.result());
    attribute(span, "session.id", SESSION);
    attribute(span, "tool_name", "Bash");
    attribute(span, "tool_use_id", "t" + step.number());
    attribute(span, "tool_input", step.input().toString());
    attribute(span, "output", step.result());
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode resource = body.putArray("resourceSpans").addObject();
    ObjectNode service = resource.putObject("resource").putArray("attributes").addObject();
    service.put("key", "service.name").putObject("value").put("stringValue", "claude-code");
    resource.putArray("scopeSpans").addObject().putArray("spans").add(span);
    return body.toString();
  }

  private static void attribute(ObjectNode span, String key, String value) {
    span.withArray("attributes")
        .addObject()
        .put("key", key)
        .putObject("value")
        .put("stringValue", value);
  }

  @Test
  void ofEveryWay() throws Exception {
    List<String> expected = LoopVerdictTexts.of(natively());

    assertThat(expected).anyMatch(it -> it.contains(" IDENTICAL_FAILURE "));
    assertThat(expected).anyMatch(it -> it.contains(" REPEATED_ACTION "));
    assertThat(natively()).hasSizeGreaterThanOrEqualTo(40);
    assertThat(LoopVerdictTexts.of(overHttp())).as("HTTP").isEqualTo(expected);
    assertThat(LoopVerdictTexts.of(hooked())).as("hooks").isEqualTo(expected);
    assertThat(LoopVerdictTexts.of(fromSessionFile())).as("session file").isEqualTo(expected);
    assertThat(LoopVerdictTexts.of(asOtlp())).as("OTLP").isEqualTo(expected);
  }

  @Test
  void ofThreeWaysAtOnce() throws IOException {
    List<AgentEvent> all = new ArrayList<>(hooked());
    all.addAll(asOtlp());
    all.addAll(fromSessionFile());
    all.sort(Comparator.comparing(AgentEvent::getOccurredAt));

    assertThat(all).hasSize(3 * natively().size());
    assertThat(LoopVerdictTexts.of(all)).isEqualTo(LoopVerdictTexts.of(natively()));
  }
}

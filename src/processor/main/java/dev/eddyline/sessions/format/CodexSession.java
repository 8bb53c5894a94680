package dev.eddyline.sessions.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.ToolResultText;
import dev.eddyline.text.Hash;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Rollout lines of Codex. A message is recorded as an item of the conversation and as an event of
 * the interface; a command's exit code may precede its result. A fork starts with a copy of its
 * parent's lines. The first versions wrote the items without an envelope.
 */
final class CodexSession implements SessionReader {

  private static final String AGENT = SessionFormat.CODEX.toolName();
  private static final int RECENT = 2_000;

  /** A fork of a fork copies the lines of both. */
  private static final int ANCESTORS = 100;

  private final SessionPlace place;
  private final SeenRecords seen;
  private final PendingCalls calls = new PendingCalls();
  private final CodexMessages messages = new CodexMessages();
  private final RecentIds prompts = new RecentIds(RECENT);

  /** Whether the call failed, as an event of the interface reported. */
  private final Map<String, Boolean> failures = new RecentIds.RecentMap<>(RECENT);

  /** How often a session had a record: its copy in a fork has the same number. */
  private final Map<Long, Integer> occurrences = new RecentIds.RecentMap<>(RECENT);

  private Optional<String> session = Optional.empty();

  /**
   * The sessions whose records a fork copies first, after their ids. The first record that none of
   * them has is its own, and so are all that follow.
   */
  private final Set<String> copied =
      Collections.newSetFromMap(new RecentIds.RecentMap<>(ANCESTORS));

  private Optional<String> parent = Optional.empty();
  private String agent = AGENT;
  private Optional<String> turn = Optional.empty();
  private Optional<Instant> lastTime = Optional.empty();

  CodexSession(SessionPlace place, SeenRecords seen) {
    this.place = place;
    this.seen = seen;
  }

  @Override
  public void readDocument(ObjectNode fields, boolean isEnd, EventCollector events) {
    if (!isEnd) {
      RecordFields.of(fields).object("session").ifPresent(this::readMeta);
    }
  }

  @Override
  public String typeOf(JsonNode record) {
    String type = record.path("type").asText(record.path("record_type").asText("?"));
    String kind = record.path("payload").path("type").asText("");
    return kind.isEmpty() ? type : type + "/" + kind;
  }

  @Override
  public RecordOutcome read(RecordFields line, EventCollector events) {
    String type = line.text("type").orElse("");
    return switch (type) {
      case "session_meta", "turn_context", "response_item", "event_msg" -> {
        RecordFields payload = line.requiredObject("payload");
        lastTime = line.time("timestamp").or(() -> lastTime);
        yield switch (type) {
          case "session_meta" -> readMeta(payload);
          case "turn_context" -> readTurn(payload);
          case "response_item" -> readItem(payload, events);
          default -> readInterfaceEvent(payload, events);
        };
      }
      default -> readBare(line, events);
    };
  }

  private RecordOutcome readBare(RecordFields line, EventCollector events) {
    boolean isMeta = line.text("type").isEmpty() && line.text("id").isPresent();
    if (isMeta && session.isEmpty()) {
      return readMeta(line);
    }
    lastTime = line.time("timestamp").or(() -> lastTime);
    return readItem(line, events);
  }

  private RecordOutcome readMeta(RecordFields meta) {
    String id = meta.required("id");
    if (session.isPresent()) {
      if (!session.get().equals(id)) {
        copied.add(id);
      }
      return RecordOutcome.COPY;
    }
    session = Optional.of(id);
    JsonNode spawn = meta.json().path("source").path("subagent").path("thread_spawn");
    parent =
        meta.text("parent_thread_id")
            .or(() -> Optional.ofNullable(spawn.path("parent_thread_id").textValue()));
    if (parent.isPresent()) {
      agent = meta.text("agent_role").orElse(spawn.path("agent_role").asText(AGENT));
    }
    return RecordOutcome.MAPPED;
  }

  private RecordOutcome readTurn(RecordFields payload) {
    Optional<String> id = payload.text("turn_id");
    if (id.isPresent() && isCopy("turn", id.get())) {
      return RecordOutcome.COPY;
    }
    turn = id.or(() -> turn);
    return RecordOutcome.MAPPED;
  }

  private AgentTask task(EventCollector events) {
    String own = session.orElse(place.session());
    return new AgentTask(
        AGENT,
        parent.orElse(own),
        parent.map(it -> own),
        agent,
        lastTime.orElseGet(events::untimed));
  }

  private RecordOutcome readItem(RecordFields item, EventCollector events) {
    return switch (item.text("type").orElse(item.json().has("role") ? "message" : "")) {
      case "message" ->
          readMessage(
              item.text("role").orElse(""),
              RecordText.onlyTexts(item.value("content").orElse(MissingNode.getInstance())),
              CodexMessages.Origin.ITEM,
              events);
      case "function_call" ->
          readCall(item, item.required("name"), item.value("arguments"), events);
      case "custom_tool_call" -> readCall(item, item.required("name"), item.value("input"), events);
      case "tool_search_call" -> readCall(item, "tool_search", item.value("arguments"), events);
      case "local_shell_call" ->
          readCall(item, "local_shell", Optional.of(item.requiredObject("action").json()), events);
      case "web_search_call" -> readSearch(item, events);
      case "function_call_output", "custom_tool_call_output", "tool_search_output" ->
          readResult(item, events);
      default -> RecordOutcome.SKIPPED;
    };
  }

  private RecordOutcome readMessage(
      String role, String text, CodexMessages.Origin origin, EventCollector events) {
    boolean isUser = role.equals("user");
    if (!isUser && !role.equals("assistant")) {
      return RecordOutcome.SKIPPED;
    }
    if (text.isBlank() || isUser && CodexMessages.isContext(text)) {
      return RecordOutcome.MAPPED;
    }
    if (!messages.isFirst(role, text, origin) || isCopy(role, text.strip())) {
      return RecordOutcome.COPY;
    }
    AgentTask task = task(events);
    if (!isUser) {
      events.add(task.responded(text), lastTime.isPresent());
    } else if (parent.isEmpty()) {
      events.add(task.prompted(turn.filter(prompts::add), text), lastTime.isPresent());
    } else if (prompts.add(task.id())) {
      events.add(task.started(text), lastTime.isPresent());
    }
    return RecordOutcome.MAPPED;
  }

  /** Whether this fork copied the record. A record of its own is never a copy, however often. */
  private boolean isCopy(String kind, String content) {
    if (copied.stream().anyMatch(owner -> seen.contains(number(owner, kind, content)))) {
      return true;
    }
    copied.clear();
    seen.add(number(session.orElse(place.session()), kind, content));
    return false;
  }

  /** The id of the next such record of a session. */
  private String number(String owner, String kind, String content) {
    int occurrence = occurrences.merge(Hash.of(owner, kind, content), 1, Integer::sum);
    return String.join("/", owner, kind, content, Integer.toString(occurrence));
  }

  private RecordOutcome readCall(
      RecordFields item, String tool, Optional<JsonNode> given, EventCollector events) {
    Optional<String> callId = item.text("call_id").or(() -> item.text("id"));
    Optional<JsonNode> input = given.map(RecordText::parsed);
    if (isCopy("call", callId.orElse("") + tool + input)) {
      return RecordOutcome.COPY;
    }
    calls.call(task(events), callId, tool, input, events, lastTime.isPresent());
    return RecordOutcome.MAPPED;
  }

  /** A search of the model's server has no record of its result. */
  private RecordOutcome readSearch(RecordFields item, EventCollector events) {
    RecordOutcome outcome = readCall(item, "web_search", item.value("action"), events);
    Optional<String> callId = item.text("call_id").or(() -> item.text("id"));
    if (outcome == RecordOutcome.MAPPED) {
      boolean isError = item.text("status").filter("failed"::equals).isPresent();
      calls.result(task(events), callId, null, isError, events, lastTime.isPresent());
    }
    return outcome;
  }

  private RecordOutcome readResult(RecordFields item, EventCollector events) {
    Optional<String> callId = item.text("call_id").or(() -> item.text("id"));
    JsonNode output =
        item.value("output").or(() -> item.value("tools")).orElse(MissingNode.getInstance());
    if (isCopy("result", callId.orElse("") + output)) {
      return RecordOutcome.COPY;
    }
    JsonNode result =
        output.isTextual() ? RecordText.embeddedObject(output.textValue()).orElse(output) : output;
    Boolean reported = failures.remove(callId.orElse(""));
    boolean isError =
        reported != null
            ? reported
            : result.path("success").isBoolean() && !result.path("success").booleanValue()
                || calls.isShell(callId) && ToolResultText.isFailedCommand(result);
    String text = result.isMissingNode() ? null : ToolResultText.of(result);
    calls.result(task(events), callId, text, isError, events, lastTime.isPresent());
    return RecordOutcome.MAPPED;
  }

  private RecordOutcome readInterfaceEvent(RecordFields event, EventCollector events) {
    return switch (event.text("type").orElse("")) {
      case "task_started", "turn_started" -> readTurn(event);
      case "user_message" ->
          readMessage(
              "user", event.text("message").orElse(""), CodexMessages.Origin.INTERFACE, events);
      case "agent_message" ->
          readMessage(
              "assistant",
              event.text("message").orElse(""),
              CodexMessages.Origin.INTERFACE,
              events);
      case "token_count" -> {
        event
            .object("info")
            .flatMap(info -> info.object("last_token_usage"))
            .ifPresent(usage -> events.addUsage(usage.count("total_tokens"), 0));
        yield RecordOutcome.MAPPED;
      }
      case "exec_command_end" -> {
        JsonNode code = event.json().path("exit_code");
        event
            .text("call_id")
            .filter(id -> code.isInt())
            .ifPresent(id -> failures.put(id, code.intValue() != 0));
        yield RecordOutcome.MAPPED;
      }
      case "mcp_tool_call_end" -> {
        boolean failed = event.json().path("result").has("Err");
        event.text("call_id").ifPresent(id -> failures.put(id, failed));
        yield RecordOutcome.MAPPED;
      }
      case "patch_apply_end" -> {
        event.text("call_id").ifPresent(id -> failures.put(id, !event.flag("success")));
        yield RecordOutcome.MAPPED;
      }
      case "error" -> {
        String message =
            event
                .text("message")
                .or(() -> event.object("error").flatMap(it -> it.text("message")))
                .orElse("error");
        events.add(
            task(events).failed(message, ModelFailure.typeOf(message)), lastTime.isPresent());
        yield RecordOutcome.MAPPED;
      }
      default -> RecordOutcome.SKIPPED;
    };
  }
}

package dev.eddyline.sessions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.ToolUse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Lines of Claude Code. A line has one block of a message; the usage of a message is repeated on
 * each of its lines. A subagent has its own file, in earlier versions lines marked as a sidechain.
 */
final class ClaudeSession implements SessionReader {

  private static final String AGENT = SessionFormat.CLAUDE_CODE.toolName();

  /** User lines that no person wrote. */
  private static final Pattern NOT_A_PROMPT =
      Pattern.compile(
          "(?s)\\s*(<local-command-|<command-name>|<bash-|<task-notification>|<system-reminder>"
              + "|\\[Request interrupted by user).*");

  /** Results of calls that a person stopped: the tool did not fail. */
  private static final Pattern STOPPED_BY_A_PERSON =
      Pattern.compile("(?s)(The user doesn't want to|\\[Request interrupted by user).*");

  private static final int RECENT = 10_000;

  private final SessionPlace place;
  private final Predicate<String> isFirst;
  private final PendingCalls calls = new PendingCalls();
  private final RecentIds billed = new RecentIds(RECENT);
  private final RecentIds prompts = new RecentIds(RECENT);
  private final RecentIds answered = new RecentIds(RECENT);

  /** The first line of the sidechain of each recent sidechain line. */
  private final Map<String, String> sidechains = new RecentIds.RecentMap<>(RECENT);

  private Optional<Instant> lastTime = Optional.empty();

  ClaudeSession(SessionPlace place, Predicate<String> isFirst) {
    this.place = place;
    this.isFirst = isFirst;
  }

  @Override
  public String typeOf(JsonNode record) {
    return record.path("type").asText("?");
  }

  @Override
  public RecordOutcome read(RecordFields line, EventCollector events) {
    String type = line.required("type");
    if (!type.equals("user") && !type.equals("assistant")) {
      return RecordOutcome.SKIPPED;
    }
    lastTime = line.time("timestamp").or(() -> lastTime);
    RecordFields message = line.requiredObject("message");
    JsonNode content = message.value("content").orElse(MissingNode.getInstance());
    if (!content.isTextual() && !content.isArray()) {
      throw new InvalidRecordException("message.content must be a string or an array");
    }
    AgentTask task = task(line, events);
    if (line.text("uuid").filter(uuid -> !isFirst.test(uuid)).isPresent()) {
      return RecordOutcome.COPY;
    }
    if (line.flag("isMeta") || line.flag("isCompactSummary")) {
      return RecordOutcome.MAPPED;
    }
    if (type.equals("user")) {
      readUser(line, message, content, task, events);
    } else {
      readAssistant(line, message, content, task, events);
    }
    return RecordOutcome.MAPPED;
  }

  private AgentTask task(RecordFields line, EventCollector events) {
    String session = line.text("sessionId").orElse(place.session());
    Optional<String> subagent =
        line.flag("isSidechain") || place.subagent().isPresent()
            ? line.text("agentId").or(place::subagent).or(() -> sidechainOf(line))
            : Optional.empty();
    String agent = subagent.isPresent() ? place.agentType().orElse(AGENT) : AGENT;
    return new AgentTask(AGENT, session, subagent, agent, lastTime.orElseGet(events::untimed));
  }

  private Optional<String> sidechainOf(RecordFields line) {
    String uuid = line.required("uuid");
    String first =
        line.text("parentUuid").map(parent -> sidechains.getOrDefault(parent, parent)).orElse(uuid);
    sidechains.put(uuid, first);
    return Optional.of(first);
  }

  private void readUser(
      RecordFields line,
      RecordFields message,
      JsonNode content,
      AgentTask task,
      EventCollector events) {
    boolean hasResults = false;
    if (content.isArray()) {
      for (RecordFields block : message.objects("content")) {
        if (block.text("type").orElse("").equals("tool_result")) {
          hasResults = true;
          readResult(line, block, task, events);
        }
      }
    }
    String text = RecordText.onlyTexts(content);
    if (hasResults || text.isBlank() || NOT_A_PROMPT.matcher(text).matches()) {
      return;
    }
    if (task.subagent().isEmpty()) {
      Optional<String> promptId =
          line.text("promptId").filter(id -> prompts.add(task.id() + "/" + id));
      events.add(task.prompted(promptId, text), lastTime.isPresent());
    } else if (prompts.add(task.id())) {
      events.add(task.started(text), lastTime.isPresent());
    }
  }

  private void readResult(
      RecordFields line, RecordFields block, AgentTask task, EventCollector events) {
    String callId = block.required("tool_use_id");
    String output = RecordText.of(block.json().path("content"));
    boolean isError = block.flag("is_error");
    boolean isStopped =
        line.value("toolDenialKind").isPresent()
            || isError && STOPPED_BY_A_PERSON.matcher(output).matches();
    if (isStopped) {
      calls.drop(callId);
      return;
    }
    calls.result(task, callId, output, isError, events, lastTime.isPresent());
  }

  private void readAssistant(
      RecordFields line,
      RecordFields message,
      JsonNode content,
      AgentTask task,
      EventCollector events) {
    if (line.flag("isApiErrorMessage")) {
      String text = RecordText.onlyTexts(content);
      String code = line.json().path("error").asText("");
      events.add(task.failed(text, ModelFailure.typeOf(code + " " + text)), lastTime.isPresent());
      return;
    }
    if (message.text("model").orElse("").equals("<synthetic>")) {
      return;
    }
    countUsage(line, message, events);
    if (content.isTextual()) {
      respond(line, content.textValue(), task, events);
    } else {
      readBlocks(line, message.objects("content"), task, events);
    }
  }

  private void readBlocks(
      RecordFields line, List<RecordFields> blocks, AgentTask task, EventCollector events) {
    for (RecordFields block : blocks) {
      String type = block.text("type").orElse("");
      if (type.equals("text")) {
        respond(line, block.required("text"), task, events);
      } else if (type.equals("tool_use")) {
        ToolUse use =
            RecordText.toolUse(block.required("id"), block.required("name"), block.value("input"));
        calls.call(task, use, events, lastTime.isPresent());
      }
    }
  }

  /** Telemetry has the request's id too, so that the first text of a request counts once. */
  private void respond(RecordFields line, String text, AgentTask task, EventCollector events) {
    if (!text.isBlank()) {
      Optional<String> request = line.text("requestId").filter(answered::add);
      events.add(task.responded(request, text), lastTime.isPresent());
    }
  }

  private void countUsage(RecordFields line, RecordFields message, EventCollector events) {
    Optional<RecordFields> usage = message.object("usage");
    Optional<String> request = message.text("id").or(() -> line.text("requestId"));
    if (usage.isPresent() && request.filter(billed::add).isPresent()) {
      long tokens = 0;
      for (String field :
          List.of(
              "input_tokens",
              "cache_creation_input_tokens",
              "cache_read_input_tokens",
              "output_tokens")) {
        tokens += usage.get().count(field);
      }
      events.addUsageToNext(tokens, 0);
    }
  }
}

package dev.eddyline.sessions.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Messages of OpenCode: a record is a message with its parts. A part is rewritten while it changes,
 * so that only complete texts and the results of ended calls are events.
 */
public final class OpenCodeSession implements SessionReader {

  /** Field of a message with its parts, which are files of their own. */
  public static final String PARTS = "parts";

  /** Field of a message without a later one: it may be incomplete. */
  public static final String IS_LAST = "isLast";

  private static final String AGENT = SessionFormat.OPENCODE.toolName();

  /** Errors of calls that a person stopped: the tool did not fail. */
  private static final Pattern STOPPED_BY_A_PERSON =
      Pattern.compile("(?s)(The user rejected|The user dismissed|Tool execution aborted).*");

  private SessionPlace place;
  private final PendingCalls calls = new PendingCalls();
  private boolean isStarted;

  OpenCodeSession(SessionPlace place) {
    this.place = place;
  }

  @Override
  public String typeOf(JsonNode record) {
    return record.path("role").asText("?");
  }

  /** In an exported session the fields of a message are in an object next to its parts. */
  @Override
  public List<JsonNode> expand(JsonNode record) {
    return record.path("info") instanceof ObjectNode message
        ? List.of(message.deepCopy().set(PARTS, record.path(PARTS)))
        : List.of(record);
  }

  @Override
  public void readDocument(ObjectNode fields, boolean isEnd, EventCollector events) {
    RecordFields.of(fields)
        .object("info")
        .filter(info -> !isEnd)
        .flatMap(info -> info.text("id").map(id -> place(id, info.text("parentID"))))
        .ifPresent(exported -> place = exported);
  }

  private static SessionPlace place(String id, Optional<String> parent) {
    return new SessionPlace(parent.orElse(id), parent.map(it -> id), Optional.empty());
  }

  @Override
  public RecordOutcome read(RecordFields message, EventCollector events) {
    String role = message.required("role");
    if (!role.equals("user") && !role.equals("assistant")) {
      return RecordOutcome.SKIPPED;
    }
    RecordFields times = message.requiredObject("time");
    Instant created =
        times
            .time("created")
            .orElseThrow(() -> new InvalidRecordException("time.created is required"));
    if (role.equals("user")) {
      readPrompt(message, created, events);
    } else {
      boolean isComplete =
          times.time("completed").isPresent() || !message.json().path(IS_LAST).asBoolean(false);
      for (RecordFields part : message.objects(PARTS)) {
        readPart(part, created, isComplete, events);
      }
      readError(message, times.time("completed").orElse(created), events);
    }
    return RecordOutcome.MAPPED;
  }

  private AgentTask task(Instant at) {
    String agent = place.subagent().isPresent() ? place.agentType().orElse(AGENT) : AGENT;
    return new AgentTask(AGENT, place.session(), place.subagent(), agent, at);
  }

  private void readPrompt(RecordFields message, Instant created, EventCollector events) {
    StringBuilder text = new StringBuilder();
    for (RecordFields part : message.objects(PARTS)) {
      if (part.text("type").orElse("").equals("text") && !part.flag("synthetic")) {
        text.append(text.isEmpty() ? "" : "\n").append(part.text("text").orElse(""));
      }
    }
    if (text.toString().isBlank()) {
      return;
    }
    AgentTask task = task(created);
    if (place.subagent().isEmpty()) {
      events.add(task.prompted(message.text("id"), text.toString()));
    } else if (!isStarted) {
      isStarted = true;
      events.add(task.started(text.toString()));
    }
  }

  private void readPart(
      RecordFields part, Instant created, boolean isComplete, EventCollector events) {
    switch (part.text("type").orElse("")) {
      case "text" -> {
        Optional<RecordFields> times = part.object("time");
        Instant at = times.flatMap(it -> it.time("start")).orElse(created);
        boolean isWhole = isComplete || times.flatMap(it -> it.time("end")).isPresent();
        part.text("text")
            .filter(text -> isWhole && !text.isBlank() && !part.flag("synthetic"))
            .ifPresent(text -> events.add(task(at).responded(text)));
      }
      case "tool" -> readCall(part, created, events);
      case "step-finish" -> {
        long tokens =
            part.object("tokens")
                .map(
                    used ->
                        used.count("input")
                            + used.count("output")
                            + used.count("reasoning")
                            + used.object("cache")
                                .map(cache -> cache.count("read") + cache.count("write"))
                                .orElse(0L))
                .orElse(0L);
        events.addUsage(tokens, Math.max(0, part.json().path("cost").asDouble(0)));
      }
      default -> {
        // reasoning, snapshots and patches have no events
      }
    }
  }

  private void readCall(RecordFields part, Instant created, EventCollector events) {
    RecordFields state = part.requiredObject("state");
    String status = state.text("status").orElse("");
    if (status.equals("pending")) {
      // its input is not complete
      return;
    }
    Optional<String> callId = part.text("callID").or(() -> part.text("id"));
    Optional<RecordFields> times = state.object("time");
    Instant start = times.flatMap(it -> it.time("start")).orElse(created);
    calls.call(task(start), callId, part.required("tool"), state.value("input"), events, true);
    AgentTask after = task(times.flatMap(it -> it.time("end")).orElse(start));
    if (STOPPED_BY_A_PERSON.matcher(state.text("error").orElse("")).matches()) {
      calls.drop(callId);
    } else if (status.equals("error")) {
      calls.result(after, callId, state.text("error").orElse(""), true, events, true);
    } else if (!status.equals("running")) {
      JsonNode exit = state.json().path("metadata").path("exit");
      boolean isError = exit.isInt() && exit.intValue() != 0;
      String output = RecordText.of(state.json().path("output"));
      calls.result(after, callId, output, isError, events, true);
    }
  }

  private void readError(RecordFields message, Instant at, EventCollector events) {
    Optional<RecordFields> error = message.object("error");
    String name = error.flatMap(it -> it.text("name")).orElse("");
    if (error.isEmpty() || name.equals("MessageAbortedError")) {
      return;
    }
    String text =
        error
            .flatMap(it -> it.object("data"))
            .flatMap(it -> it.text("message"))
            .filter(it -> !it.isEmpty())
            .orElse(name);
    events.add(task(at).failed(text, ModelFailure.typeOf(name + " " + text)));
  }
}

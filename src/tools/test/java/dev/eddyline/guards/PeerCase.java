package dev.eddyline.guards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.SharedData;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A sequence of events that another guard is tested with, as events of ours.
 *
 * @param source the case
 * @param run the events of all its tasks, in order
 * @param origins the number of each event in the case
 */
record PeerCase(JsonNode source, List<AgentEvent> run, List<Integer> origins) {

  /** All cases by id. */
  static Map<String, PeerCase> all() throws IOException {
    ObjectMapper json = new ObjectMapper();
    Map<String, PeerCase> cases = new LinkedHashMap<>();
    for (String line : Files.readAllLines(SharedData.path("peer_cases.jsonl"))) {
      JsonNode source = json.readTree(line);
      cases.put(source.path("id").asText(), of(source));
    }
    return cases;
  }

  private static PeerCase of(JsonNode source) {
    PeerCase converted = new PeerCase(source, new ArrayList<>(), new ArrayList<>());
    JsonNode events = source.path("events");
    GuardRun made = GuardRun.of(converted.run::add);
    List<ToolCalled> calls = new ArrayList<>();
    int replayed = Integer.MAX_VALUE;
    for (int number = 0; number < events.size(); number++) {
      JsonNode event = events.get(number);
      if (event.path("kind").asText().equals("retry")) {
        replayed = 0;
      }
      List<JsonNode> asked = new ArrayList<>();
      event.path("calls").forEach(asked::add);
      if (event.path("kind").asText().equals("tool_call")) {
        asked.add(event);
      }
      GuardRun of =
          made.inTask(event.path("task").asText("t"))
              .inSession(event.path("thread").asText("s"))
              .byAgent(event.path("agent").asText(event.path("from").asText("agent")));
      for (JsonNode call : asked) {
        // a provider's retry names the calls before it, one after the other
        String retryOf = replayed < calls.size() ? calls.get(replayed++).getCallId() : null;
        calls.add(
            new ToolCalled(
                "c" + calls.size(),
                call.path("name").asText(),
                call.path("args").toString(),
                null,
                retryOf));
        of.happens(calls.get(calls.size() - 1));
      }
      other(of, event, calls);
      while (converted.origins.size() < converted.run.size()) {
        converted.origins.add(number);
      }
    }
    return converted;
  }

  private static void other(GuardRun run, JsonNode event, List<ToolCalled> calls) {
    String text = event.path("text").asText();
    switch (event.path("kind").asText()) {
      case "content" -> run.happens(new ResponseProduced("message", text));
      case "thought" -> run.happens(new ResponseProduced("thought", text));
      case "reset" -> run.happens(new UserMessage("a new run"));
      case "failure" -> run.happens(new FailureReported(text, null, null, null, null));
      case "success" -> run.happens(new TaskCompleted("success"));
      case "human_intervention" ->
          run.happens(new HumanIntervened(null, Decision.APPROVE, "go on", "ann", null, null));
      case "collab_request" ->
          run.happens(new CollaborationRequested(event.path("to").asText(), text));
      case "transition" -> run.happens(new StepStarted("work", false));
      case "observation" -> {
        ToolCalled call = calls.get(calls.size() - 1);
        run.happens(new ToolReturned(call.getCallId(), call.getTool(), text, false));
      }
      case "tool_batch" -> {
        // the results end the turn
        for (ToolCalled call :
            calls.subList(calls.size() - event.path("calls").size(), calls.size())) {
          run.happens(new ToolReturned(call.getCallId(), call.getTool(), "", false));
        }
      }
      default -> {
        // no event of ours, or a call, which was added
      }
    }
  }

  /** The number of the case's first event at which a guard fires in any of its tasks; or none. */
  String firstAlarm(ReferenceGuard guard) {
    Map<String, List<Integer>> tasks = new LinkedHashMap<>();
    for (int index = 0; index < run.size(); index++) {
      tasks.computeIfAbsent(run.get(index).getTaskId(), task -> new ArrayList<>()).add(index);
    }
    return tasks.values().stream()
        .flatMap(
            task ->
                guard.alarms(task.stream().map(run::get).toList()).stream()
                    .map(alarm -> origins.get(task.get(alarm))))
        .min(Integer::compare)
        .map(String::valueOf)
        .orElse("none");
  }

  /** The number that the case expects; or none. */
  String expected() {
    JsonNode expected = source.path("expect").path("at_event_index");
    return expected.isNull() ? "none" : expected.asText();
  }

  /** A value of the guard's configuration. */
  int config(String name, int otherwise) {
    return source.path("config").path(name).asInt(otherwise);
  }
}

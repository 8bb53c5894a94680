package dev.eddyline.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Groups a replay's outputs by task, without line numbers and similar cases. */
final class OutputsByTask {

  private OutputsByTask() {}

  /** The lines of each task in their order. */
  static Map<String, List<JsonNode>> of(ReplayRun played) {
    Map<String, List<JsonNode>> tasks = new TreeMap<>();
    for (JsonNode line : played.lines()) {
      ((ObjectNode) line).remove("event");
      // depends on the loop memory of other tasks
      ((ObjectNode) line).remove("similar");
      line.path("evidence").forEach(evidence -> ((ObjectNode) evidence).remove("event"));
      tasks.computeIfAbsent(line.get("taskId").asText(), task -> new ArrayList<>()).add(line);
    }
    return tasks;
  }
}

package dev.eddyline.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a replay wrote, by task, but for the numbers of lines and for advice. */
final class ByTask {

  private ByTask() {}

  /** The lines of each task in their order. */
  static Map<String, List<JsonNode>> of(Played played) {
    Map<String, List<JsonNode>> tasks = new TreeMap<>();
    for (JsonNode line : played.lines()) {
      ((ObjectNode) line).remove("event");
      // advice from what other tasks taught by then
      ((ObjectNode) line).remove("similar");
      line.path("evidence").forEach(evidence -> ((ObjectNode) evidence).remove("event"));
      tasks.computeIfAbsent(line.get("taskId").asText(), task -> new ArrayList<>()).add(line);
    }
    return tasks;
  }
}

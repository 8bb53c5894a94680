package dev.eddyline.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.policy.Policies;
import dev.eddyline.replay.Replay;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures of replay, counted without the console. */
final class ReplayedFigures {

  /** The message of failures that several tasks share. */
  static final String ALIKE = "the same in both";

  private static final ObjectMapper JSON = new ObjectMapper();

  private ReplayedFigures() {}

  /** The figures of what replay prints for these lines. */
  static OverviewFigures replayed(List<String> lines, Path folder) throws Exception {
    Path file = Files.write(folder.resolve("events.jsonl"), lines);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Replay replay =
        new Replay(
            Policies.load("default"),
            InProcessEngine.NO_CLAMP,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err);
    replay.play(List.of(file.toString()));
    List<JsonNode> inputs = new ArrayList<>();
    for (String line : lines) {
      inputs.add(JSON.readTree(line));
    }
    OverviewFigures figures = new OverviewFigures();
    Map<String, Map<Integer, Long>> costs = new HashMap<>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n")) {
      JsonNode output = JSON.readTree(line);
      String task = output.get("taskId").textValue();
      switch (output.get("kind").textValue()) {
        case "verdict" -> {
          String type = output.get("loopType").textValue();
          figures.loopCountByTask.put(task, output.get("loopCount").intValue());
          boolean found = !type.equals("ok");
          figures.attempts.putIfAbsent(task, 0);
          if (found) {
            figures.attempts.put(task, output.get("attempts").intValue());
          }
          boolean asks = found && !output.get("action").textValue().equals("continue");
          boolean fault = type.equals("external_fault");
          if (fault || asks) {
            figures.loopsByType.merge(type, 1, Integer::sum);
          }
          if (asks && !fault) {
            JsonNode event = inputs.get(output.get("event").intValue() - 1);
            figures.heat.merge(event.get("agentId").textValue() + " " + type, 1, Integer::sum);
            figures.loops++;
            if (output.at("/evidence/0/what").textValue().contains(ALIKE)) {
              figures.loopsAlike++;
              figures.tasksAlike.add(task);
            }
            costs
                .computeIfAbsent(output.get("loopId").textValue(), id -> new TreeMap<>())
                .putAll(cost(output, inputs));
          }
        }
        case "gate" -> {
          if (output.get("state").textValue().equals("opened")) {
            figures.opened++;
            figures.blockedTasks.add(task);
          } else if (output.get("state").textValue().equals("closed")) {
            figures.closed++;
            figures.blockedTasks.remove(task);
            JsonNode cause = inputs.get(output.get("event").intValue() - 1);
            if (cause.get("type").textValue().equals("human_intervened")) {
              figures.decisions++;
              boolean wrong = cause.get("decision").textValue().equals("false_positive");
              figures.falsePositives += wrong ? 1 : 0;
            }
          }
        }
        default -> {
          figures.resets++;
          figures.loopCountByTask.put(task, 0);
          figures.attempts.put(task, 0);
        }
      }
    }
    for (Map<Integer, Long> loop : costs.values()) {
      figures.burnt += loop.values().stream().mapToLong(Long::longValue).sum();
    }
    return figures;
  }

  /** Tokens of the task's events from the loop's first to the detected one, by line. */
  private static Map<Integer, Long> cost(JsonNode verdict, List<JsonNode> inputs) {
    int last = verdict.get("event").intValue();
    int first = verdict.at("/evidence/0/event").intValue();
    String task = verdict.get("taskId").textValue();
    if (verdict.get("loopType").textValue().equals("transition_pattern")) {
      // its evidence is the newest cycle only
      int left = verdict.get("measured").intValue() * verdict.get("period").intValue();
      for (first = last + 1; left > 0; ) {
        first--;
        JsonNode event = inputs.get(first - 1);
        boolean counts = event.get("taskId").textValue().equals(task);
        left -= counts && event.get("type").textValue().equals("transition") ? 1 : 0;
      }
    }
    Map<Integer, Long> tokens = new TreeMap<>();
    for (int line = first; line <= last; line++) {
      JsonNode event = inputs.get(line - 1);
      if (event.get("taskId").textValue().equals(task)) {
        tokens.put(line, event.path("tokens").asLong());
      }
    }
    return tokens;
  }
}

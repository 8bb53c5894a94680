package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.app.TestCluster;
import dev.eddyline.demo.Story;
import dev.eddyline.policy.Policies;
import dev.eddyline.replay.InProcess;
import dev.eddyline.replay.Replay;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the console shows of the demo's stories, beside what replay says of the same events. */
class FiguresIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The figures of both. */
  private static final class Figures {
    private final Map<String, Integer> loopsByType = new TreeMap<>();
    private final Map<String, Integer> loopCountByTask = new TreeMap<>();
    private int opened;
    private int closed;
    private int resets;
    private final Set<String> held = new HashSet<>();
    private final Map<String, Integer> heat = new TreeMap<>();
    private final Map<String, Integer> attempts = new TreeMap<>();
    private int loops;
    private int loopsAlike;
    private final Set<String> tasksAlike = new HashSet<>();
    private long burnt;
    private int decisions;
    private int falsePositives;

    Map<String, Object> all() {
      Map<String, Object> all = new TreeMap<>();
      all.put("loops by type", loopsByType);
      all.put("loop count by task", loopCountByTask);
      all.put("gates opened", opened);
      all.put("gates closed", closed);
      all.put("resets", resets);
      all.put("held", held);
      all.put("heat", heat);
      all.put("attempts", attempts);
      all.put("loops", loops);
      all.put("loops alike", loopsAlike);
      all.put("tasks alike", tasksAlike.size());
      all.put("tokens burnt in loops", burnt);
      all.put("decisions", decisions);
      all.put("false positives", falsePositives);
      return all;
    }
  }

  private static final String ALIKE = "the same in both";

  /** What the stories lack: an external fault, one thing in two tasks, and a repeat forgiven. */
  private static final List<String> MORE =
      List.of(
          failure("figures-one", ALIKE, ",\"tokens\":50"),
          failure("figures-one", ALIKE, ",\"tokens\":50"),
          failure("figures-two", ALIKE, ",\"tokens\":60"),
          failure("figures-two", ALIKE, ",\"tokens\":60"),
          failure("figures-fault", "refused", ",\"errorType\":\"network\",\"tokens\":70"),
          failure("figures-fault", "refused", ",\"errorType\":\"network\",\"tokens\":70"),
          coverage(10),
          failure("figures-better", "x", ",\"tokens\":80"),
          coverage(20),
          failure("figures-better", "x", ",\"tokens\":80,\"replyRequested\":true"));

  private static String coverage(int percent) {
    return "{\"taskId\":\"figures-better\",\"type\":\"progress_reported\",\"coveragePercent\":%d}"
        .formatted(percent);
  }

  private static String failure(String task, String message, String more) {
    return "{\"taskId\":\"%s\",\"agentId\":\"of %s\",\"type\":\"failure_reported\",\"message\":\"%s\"%s}"
        .formatted(task, task, message, more);
  }

  @Test
  void everyFigureIsTheOneThatReplayGives(@TempDir Path folder) throws Exception {
    // Given
    List<String> lines = new ArrayList<>();
    Story.shipped().forEach(story -> lines.addAll(story.lines()));
    lines.removeIf(String::isBlank);
    lines.addAll(MORE);
    Figures replayed = replayed(lines, folder);
    String prefix = "console-figures-";
    TestCluster.shared().createTopics(prefix, 4);
    try (Served served = new Served(prefix, Map.of())) {
      Browser browser = served.browser();

      // When
      List<String> batch = new ArrayList<>();
      for (String line : lines) {
        boolean decision = isDecision(line);
        if (decision) {
          publish(browser, batch);
          decide(browser, JSON.readTree(line));
          batch.clear();
        } else {
          batch.add(line);
        }
      }
      publish(browser, batch);

      // Then
      await()
          .atMost(LIMIT)
          .untilAsserted(() -> assertThat(shown(browser).all()).isEqualTo(replayed.all()));
      assertThat(replayed.loopsByType).isNotEmpty();
      assertThat(replayed.held).isNotEmpty();
      assertThat(replayed.burnt).isPositive();
      assertThat(replayed.tasksAlike).hasSize(2);
      assertThat(replayed.loopCountByTask).containsEntry("figures-better", 0);
      assertThat(replayed.loopsByType).containsKey("external_fault");
      assertThat(replayed.heat).doesNotContainKey("of figures-fault external_fault");
    }
  }

  private static boolean isDecision(String line) throws Exception {
    return JSON.readTree(line).get("type").textValue().equals("human_intervened");
  }

  private static void publish(Browser browser, List<String> lines) {
    Browser.Answer answer = browser.post("/api/v1/events", String.join("\n", lines));
    assertThat(answer.json().get("accepted").intValue()).isEqualTo(lines.size());
  }

  /** A person decides what is open. */
  private static void decide(Browser browser, JsonNode event) {
    String task = event.get("taskId").textValue();
    await()
        .atMost(LIMIT)
        .until(() -> browser.of("/api/v1/task?id=", task).path("openGate").isObject());
    String gate = browser.of("/api/v1/task?id=", task).at("/openGate/gateId").textValue();
    assertThat(browser.decide(gate, event.get("decision").textValue()).status()).isEqualTo(202);
    await()
        .atMost(LIMIT)
        .until(() -> browser.of("/api/v1/task?id=", task).get("openGate").isNull());
  }

  private static Figures replayed(List<String> lines, Path folder) throws Exception {
    Path file = Files.write(folder.resolve("events.jsonl"), lines);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Replay replay =
        new Replay(
            Policies.load("default"),
            InProcess.NO_CLAMP,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err)) {
      replay.play(List.of(file.toString()));
    }
    List<JsonNode> inputs = new ArrayList<>();
    for (String line : lines) {
      inputs.add(JSON.readTree(line));
    }
    Figures figures = new Figures();
    Map<String, Map<Integer, Long>> costs = new HashMap<>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n")) {
      JsonNode told = JSON.readTree(line);
      String task = told.get("taskId").textValue();
      switch (told.get("kind").textValue()) {
        case "verdict" -> {
          String type = told.get("loopType").textValue();
          figures.loopCountByTask.put(task, told.get("loopCount").intValue());
          boolean found = !type.equals("ok");
          figures.attempts.putIfAbsent(task, 0);
          if (found) {
            figures.attempts.put(task, told.get("attempts").intValue());
          }
          boolean asks = found && !told.get("action").textValue().equals("continue");
          boolean fault = type.equals("external_fault");
          if (fault || asks) {
            figures.loopsByType.merge(type, 1, Integer::sum);
          }
          if (asks && !fault) {
            JsonNode event = inputs.get(told.get("event").intValue() - 1);
            figures.heat.merge(event.get("agentId").textValue() + " " + type, 1, Integer::sum);
            figures.loops++;
            if (told.at("/evidence/0/what").textValue().contains(ALIKE)) {
              figures.loopsAlike++;
              figures.tasksAlike.add(task);
            }
            costs
                .computeIfAbsent(told.get("loopId").textValue(), id -> new TreeMap<>())
                .putAll(cost(told, inputs));
          }
        }
        case "gate" -> {
          if (told.get("state").textValue().equals("opened")) {
            figures.opened++;
            figures.held.add(task);
          } else if (told.get("state").textValue().equals("closed")) {
            figures.closed++;
            figures.held.remove(task);
            JsonNode cause = inputs.get(told.get("event").intValue() - 1);
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

  /** Tokens of the task's events from the first of the loop to the one that tripped it, by line. */
  private static Map<Integer, Long> cost(JsonNode verdict, List<JsonNode> inputs) {
    int last = verdict.get("event").intValue();
    int first = verdict.at("/evidence/0/event").intValue();
    String task = verdict.get("taskId").textValue();
    if (verdict.get("loopType").textValue().equals("transition_pattern")) {
      // its evidence is the newest round alone
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

  private static Figures shown(Browser browser) {
    Figures figures = new Figures();
    JsonNode overview = browser.get("/api/v1/overview").json();
    for (JsonNode type : overview.get("byType")) {
      figures.loopsByType.put(type.get("loopType").textValue(), type.get("loops").intValue());
      figures.opened += type.get("gates").intValue();
    }
    Map<String, Integer> states = new HashMap<>();
    for (JsonNode task : browser.get("/api/v1/tasks?limit=500").json().get("items")) {
      String id = task.get("taskId").textValue();
      figures.loopCountByTask.put(id, task.get("loopCount").intValue());
      figures.attempts.put(id, task.get("attempts").intValue());
      states.merge(task.get("state").textValue(), 1, Integer::sum);
      // the page of the task, which its owner's stores tell, says the same
      assertThat(browser.of("/api/v1/task?id=", id).get("loopCount"))
          .isEqualTo(task.get("loopCount"));
    }
    for (JsonNode gate : browser.get("/api/v1/gates").json().get("items")) {
      figures.held.add(gate.get("rootTaskId").textValue());
    }
    figures.closed = browser.get("/api/v1/gates?state=closed").json().get("total").intValue();
    for (JsonNode told : browser.get("/api/v1/feed/recent?limit=500").json().get("items")) {
      figures.resets += told.get("kind").textValue().equals("reset") ? 1 : 0;
    }
    JsonNode heat = overview.get("heat");
    for (int row = 0; row < heat.get("agents").size(); row++) {
      for (int column = 0; column < heat.get("loopTypes").size(); column++) {
        int count = heat.get("counts").get(row).get(column).intValue();
        if (count > 0) {
          String agent = heat.get("agents").get(row).textValue();
          figures.heat.put(agent + " " + heat.get("loopTypes").get(column).textValue(), count);
        }
      }
    }
    int gates = 0;
    for (JsonNode minute : overview.get("perMinute")) {
      figures.loops += minute.get("loops").intValue();
      gates += minute.get("gates").intValue();
    }
    assertThat(gates).isEqualTo(figures.opened);
    for (JsonNode pattern : overview.get("patterns")) {
      List<String> agents = new ArrayList<>();
      pattern.get("agents").forEach(agent -> agents.add(agent.textValue()));
      if (agents.contains("of figures-one")) {
        figures.loopsAlike += pattern.get("loops").intValue();
        for (int task = 0; task < pattern.get("tasks").intValue(); task++) {
          figures.tasksAlike.add("task " + task);
        }
      }
    }
    figures.burnt = overview.at("/cost/tokens").longValue();
    figures.decisions = overview.at("/decisions/count").intValue();
    figures.falsePositives = overview.at("/decisions/falsePositives").intValue();
    assertThat(overview.at("/gates/open").intValue()).isEqualTo(figures.held.size());
    assertThat(overview.at("/tasks/held").intValue()).isEqualTo(states.getOrDefault("held", 0));
    return figures;
  }
}

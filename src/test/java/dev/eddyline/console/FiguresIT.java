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

    List<Object> all() {
      return List.of(loopsByType, loopCountByTask, opened, closed, resets, held);
    }
  }

  @Test
  void everyFigureIsTheOneThatReplayGives(@TempDir Path folder) throws Exception {
    // Given
    List<String> lines = new ArrayList<>();
    Story.shipped().forEach(story -> lines.addAll(story.lines()));
    lines.removeIf(String::isBlank);
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
    Figures figures = new Figures();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n")) {
      JsonNode told = JSON.readTree(line);
      String task = told.get("taskId").textValue();
      switch (told.get("kind").textValue()) {
        case "verdict" -> {
          figures.loopsByType.merge(told.get("loopType").textValue(), 1, Integer::sum);
          figures.loopCountByTask.put(task, told.get("loopCount").intValue());
        }
        case "gate" -> {
          if (told.get("state").textValue().equals("opened")) {
            figures.opened++;
            figures.held.add(task);
          } else if (told.get("state").textValue().equals("closed")) {
            figures.closed++;
            figures.held.remove(task);
          }
        }
        default -> {
          figures.resets++;
          figures.loopCountByTask.put(task, 0);
        }
      }
    }
    return figures;
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
    assertThat(overview.at("/gates/open").intValue()).isEqualTo(figures.held.size());
    assertThat(overview.at("/tasks/held").intValue()).isEqualTo(states.getOrDefault("held", 0));
    return figures;
  }
}

package dev.eddyline.console;

import static dev.eddyline.console.ReplayedFigures.ALIKE;
import static dev.eddyline.console.ReplayedFigures.replayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import dev.eddyline.app.TestCluster;
import dev.eddyline.demo.Story;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the console's figures of the demo's stories with those of replay. */
@Tag(TestTags.CONSOLE)
class OverviewFiguresIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Not in the stories: an external fault, a pattern of two tasks, and a forgiven repetition. */
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
  void overviewMatchesReplay(@TempDir Path folder) throws Exception {
    // Given
    List<String> lines = new ArrayList<>();
    Story.shipped().forEach(story -> lines.addAll(story.lines()));
    lines.removeIf(String::isBlank);
    lines.addAll(MORE);
    OverviewFigures replayed = replayed(lines, folder);
    String prefix = "console-figures-";
    TestCluster.shared().createTopics(prefix, 4);
    try (InProcessConsole served = new InProcessConsole(prefix, Map.of())) {
      ApiClient browser = served.browser();

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
      assertThat(replayed.blockedTasks).isNotEmpty();
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

  private static void publish(ApiClient browser, List<String> lines) {
    ApiClient.ApiResponse answer = browser.post("/api/v1/events", String.join("\n", lines));
    assertThat(answer.json().get("accepted").intValue()).isEqualTo(lines.size());
  }

  /** Decides all open gates. */
  private static void decide(ApiClient browser, JsonNode event) {
    String task = event.get("taskId").textValue();
    await()
        .atMost(LIMIT)
        .until(() -> browser.getJsonById("/api/v1/task?taskId=", task).path("openGate").isObject());
    String gate =
        browser.getJsonById("/api/v1/task?taskId=", task).at("/openGate/gateId").textValue();
    String decision = event.get("decision").textValue();
    assertThat(browser.decideOnceAvailable(gate, decision).status()).isEqualTo(202);
    await()
        .atMost(LIMIT)
        .until(() -> browser.getJsonById("/api/v1/task?taskId=", task).get("openGate").isNull());
  }

  private static OverviewFigures shown(ApiClient browser) {
    OverviewFigures figures = new OverviewFigures();
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
      // the task's page, from its owner's stores, shows the same
      assertThat(browser.getJsonById("/api/v1/task?taskId=", id).get("loopCount"))
          .isEqualTo(task.get("loopCount"));
    }
    for (JsonNode gate : browser.get("/api/v1/gates").json().get("items")) {
      figures.blockedTasks.add(gate.get("rootTaskId").textValue());
    }
    figures.closed = browser.get("/api/v1/gates?state=closed").json().get("total").intValue();
    for (JsonNode output : browser.get("/api/v1/feed/recent?limit=500").json().get("items")) {
      figures.resets += output.get("kind").textValue().equals("reset") ? 1 : 0;
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
    assertThat(overview.at("/gates/open").intValue()).isEqualTo(figures.blockedTasks.size());
    assertThat(overview.at("/tasks/held").intValue()).isEqualTo(states.getOrDefault("held", 0));
    return figures;
  }
}

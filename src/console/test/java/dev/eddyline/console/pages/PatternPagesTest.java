package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.access.Role;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.ReplayedOutputs;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.edge.GuardedServer;
import dev.eddyline.console.view.LoopPattern;
import dev.eddyline.console.view.OutputView;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The patterns of the API: texts, figures, gates and what closed them. */
class PatternPagesTest {

  private static final String TOKEN = "token-of-all";

  private final OutputView view =
      new OutputView(Clock.fixed(ReplayedOutputs.START.plusSeconds(60), ZoneOffset.UTC));
  private GuardedServer server;

  @BeforeEach
  void start() {
    server =
        new GuardedServer(
            List.of(TestAccessTokens.namedToken(TOKEN, Role.ADMIN)), new PatternPages(view));
    List<String> lines = new ArrayList<>();
    for (String task : List.of("T-1", "T-2")) {
      lines.addAll(failures(task, "build", 4, "connection to db-7 failed after %d ms", 10));
    }
    lines.add(decision("T-1", "approve", "raise the pool size"));
    lines.add(decision("T-2", "approve", "wait for the vacuum"));
    lines.addAll(failures("T-2", "build", 4, "connection to db-7 failed after %d ms", 10));
    lines.addAll(failures("T-3", "deploy", 2, "no such file: values.yaml", 5_000));
    apply(lines);
  }

  private void apply(List<String> lines) {
    for (SpecificRecord output : ReplayedOutputs.replayEventLines(lines)) {
      view.onOutput(output, null);
    }
  }

  @AfterEach
  void end() {
    server.close();
  }

  private static List<String> failures(
      String task, String workflow, int times, String message, int tokens) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      lines.add(
          ("{\"taskId\":\"%s\",\"workflow\":\"%s\",\"agentId\":\"a-%s\",\"tokens\":%d,"
                  + "\"type\":\"failure_reported\",\"message\":\"%s\"}")
              .formatted(task, workflow, task, tokens, message.formatted(100 + i)));
    }
    return lines;
  }

  private static String decision(String task, String decision, String guidance) {
    return ("{\"taskId\":\"%s\",\"workflow\":\"build\",\"type\":\"human_intervened\","
            + "\"decision\":\"%s\",\"guidance\":\"%s\",\"by\":\"lead\"}")
        .formatted(task, decision, guidance);
  }

  private JsonNode patterns(String query) {
    ApiClient.ApiResponse answer = server.browser(TOKEN).get("/api/v1/patterns" + query);
    assertThat(answer.status()).as("%s", answer.json()).isEqualTo(200);
    return answer.json();
  }

  @Test
  void patternHasTextFiguresAndGatesOfAllItsTasks() {
    // When
    JsonNode all = patterns("");
    JsonNode first = all.at("/items/0");

    // Then
    assertThat(all.get("total").intValue()).isEqualTo(2);
    assertThat(first.get("headline").textValue()).contains("connection to db-7 failed after");
    assertThat(first.get("loopType").textValue()).isEqualTo("identical_failure");
    assertThat(first.get("tasks").intValue()).isEqualTo(2);
    assertThat(first.get("newestTasks").toString()).isEqualTo("[\"T-2\",\"T-1\"]");
    assertThat(first.get("agents").toString()).isEqualTo("[\"a-T-1\",\"a-T-2\"]");
    assertThat(first.get("workflows").toString()).isEqualTo("[\"build\"]");
    assertThat(first.get("perHour")).hasSize(LoopPattern.HOURS);
    assertThat(first.at("/perHour/47").intValue()).isEqualTo(first.get("loops").intValue());
    assertThat(first.at("/cost/tokens").longValue()).isPositive();
    assertThat(first.get("openGates").intValue()).isEqualTo(1);
    assertThat(first.get("closedGates").intValue()).isEqualTo(2);
  }

  @Test
  void guidanceAfterWhichTheLoopCameBackIsLast() {
    // When
    JsonNode pattern = patterns("?workflow=build").at("/items/0");

    // Then
    assertThat(pattern.at("/resolutions").toString())
        .isEqualTo("[{\"decision\":\"approve\",\"gates\":2,\"recurred\":1,\"unknown\":1}]");
    assertThat(pattern.at("/guidance/0/text").textValue()).isEqualTo("raise the pool size");
    assertThat(pattern.at("/guidance/0/recurred").intValue()).isZero();
    assertThat(pattern.at("/guidance/1/text").textValue()).isEqualTo("wait for the vacuum");
    assertThat(pattern.at("/guidance/1/recurred").intValue()).isEqualTo(1);
    assertThat(pattern.get("remedies")).isNotEmpty();
  }

  @Test
  void approvalIsKnownAfterCompletion_rejectionIsNoSuccess() {
    // Given
    List<String> lines = new ArrayList<>();
    for (String task : List.of("T-5", "T-6")) {
      lines.addAll(failures(task, "build", 4, "connection to db-7 failed after %d ms", 10));
    }
    lines.add(decision("T-5", "approve", "use the replica"));
    lines.add("{\"taskId\":\"T-5\",\"type\":\"task_completed\",\"outcome\":\"success\"}");
    lines.add(decision("T-6", "reject", "not needed"));

    // When
    apply(lines);
    JsonNode pattern = patterns("?workflow=build").at("/items/0");

    // Then
    assertThat(pattern.at("/resolutions").toString())
        .isEqualTo(
            "[{\"decision\":\"approve\",\"gates\":3,\"recurred\":1,\"unknown\":1},"
                + "{\"decision\":\"reject\",\"gates\":1,\"recurred\":0,\"unknown\":0}]");
    assertThat(pattern.at("/guidance/0/text").textValue()).isEqualTo("use the replica");
    assertThat(pattern.at("/guidance/0/unknown").intValue()).isZero();
    assertThat(pattern.at("/guidance/3/text").textValue()).isEqualTo("wait for the vacuum");
  }

  @Test
  void filtersAndSortsPatterns() {
    // When, Then
    assertThat(patterns("?query=VALUES.yaml").at("/items/0/workflows/0").textValue())
        .isEqualTo("deploy");
    assertThat(patterns("?agentId=a-T-3").get("total").intValue()).isEqualTo(1);
    assertThat(patterns("?loopType=repeated_action").get("total").intValue()).isZero();
    assertThat(patterns("?sort=cost").at("/items/0/workflows/0").textValue()).isEqualTo("deploy");
    assertThat(patterns("?sort=newest").at("/items/0/workflows/0").textValue()).isEqualTo("deploy");
    assertThat(patterns("?sort=count").at("/items/0/workflows/0").textValue()).isEqualTo("build");
    long hour = ReplayedOutputs.START.toEpochMilli();
    assertThat(patterns("?from=" + hour).get("total").intValue()).isEqualTo(2);
    assertThat(patterns("?from=" + (hour + 3_600_000)).get("total").intValue()).isZero();
    assertThat(patterns("?to=" + hour).get("total").intValue()).isZero();
  }

  @Test
  void cursorContinuesTheList() {
    // When
    JsonNode first = patterns("?limit=1");
    JsonNode second = patterns("?limit=1&cursor=" + first.get("next").textValue());

    // Then
    assertThat(first.at("/items/0/patternId")).isNotEqualTo(second.at("/items/0/patternId"));
    assertThat(second.get("next").isNull()).isTrue();
    String id = second.at("/items/0/patternId").textValue();
    assertThat(patterns("?patternId=" + id).at("/items/0")).isEqualTo(second.at("/items/0"));
  }
}

package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.access.Role;
import dev.eddyline.console.ReplayedOutputs;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.edge.GuardedServer;
import dev.eddyline.console.view.ActiveTasks;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.schema.Cost;
import dev.eddyline.state.TaskState;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The row of a root task whose subtask loops: no output names the root's workflow and cost. */
class RootTaskInListTest {

  private static final String TOKEN = "token-of-a-viewer";
  private static final String FAILURE =
      "{\"taskId\":\"sub\",\"rootTaskId\":\"root\",\"workflow\":\"of-the-subtask\","
          + "\"type\":\"failure_reported\",\"message\":\"boom\",\"tokens\":100}";

  private static TaskState state(String workflow) {
    TaskState state = new TaskState();
    state.setWorkflow(workflow);
    state.setCost(new Cost(7L, 0.5, 1L));
    return state;
  }

  private static Map<String, JsonNode> rows(Map<String, TaskState> stored) {
    OutputView view =
        new OutputView(Clock.fixed(ReplayedOutputs.START.plusSeconds(60), ZoneOffset.UTC));
    ReplayedOutputs.replayEventLines(Collections.nCopies(2, FAILURE))
        .forEach(output -> view.onOutput(output, null));
    Map<String, JsonNode> rows = new HashMap<>();
    try (GuardedServer server =
        new GuardedServer(
            List.of(TestAccessTokens.namedToken(TOKEN, Role.VIEW)),
            new ViewPages(
                view,
                () -> new ActiveTasks.ReportedTaskCount(0, 1, 1),
                task -> Optional.ofNullable(stored.get(task)),
                List::of))) {
      JsonNode page = server.browser(TOKEN).get("/api/v1/tasks").json();
      page.get("items").forEach(row -> rows.put(row.get("taskId").textValue(), row));
    }
    return rows;
  }

  @Test
  void itsWorkflowAndCostAreThoseOfItsStoredState() {
    // When
    Map<String, JsonNode> rows =
        rows(Map.of("root", state("of-the-root"), "sub", state("never-shown")));

    // Then
    assertThat(rows.get("root").get("workflow").textValue()).isEqualTo("of-the-root");
    assertThat(rows.get("root").at("/cost/tokens").longValue()).isEqualTo(7);
    assertThat(rows.get("sub").get("workflow").textValue()).isEqualTo("of-the-subtask");
    assertThat(rows.get("sub").at("/cost/tokens").longValue()).isEqualTo(200);
  }

  @Test
  void itHasNoWorkflowWhereThisInstanceDoesNotKnowIt() {
    assertThat(rows(Map.of()).get("root").get("workflow").isNull()).isTrue();
  }
}

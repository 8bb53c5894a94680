package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.Detectors;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.task.scenario.EngineScenario;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How far the rules are after a call, as {@code replay --explain} prints it. */
class RuleCountsTest {

  private final Policy policy = Policies.preset("default");
  private final EngineScenario story = EngineScenario.under("default");
  private int calls;
  private boolean mayPoll;

  private Map<String, String> call(String tool, String arguments, String output) {
    String id = "c" + calls++;
    story.task("T").withEventId("call-" + id).calls(id, tool, arguments);
    story.task("T").withEventId("result-" + id).returns(id, tool, output);
    return counts("result-" + id);
  }

  private Map<String, String> counts(String eventId) {
    AgentEvent result = new AgentEvent();
    result.setEventId(eventId);
    result.setTaskId("T");
    result.setAgentId("agent-1");
    result.setBody(new ToolReturned("", "", "", false));
    return RuleCounts.of(
        result,
        mayPoll,
        story.memory().taskState("T"),
        policy.limits(Detectors.REPEATED_ACTION),
        policy.limits(Detectors.UNPRODUCTIVE_STRETCH));
  }

  @Test
  void aFirstCallCountsNowhere() {
    assertThat(call("tide_table", "{\"harbour\":\"Emden\"}", "high water 04:10")).isEmpty();
  }

  @Test
  void equalCallsCountInBothRules() {
    // Given
    call("tide_table", "{\"harbour\":\"Emden\"}", "high water 04:10");
    call("tide_table", "{\"harbour\":\"Emden\"}", "high water 04:10");

    // When
    Map<String, String> third = call("tide_table", "{\"harbour\":\"Emden\"}", "high water 04:10");

    // Then
    assertThat(third)
        .containsEntry("repeated_action exact", "3 of 4")
        .containsEntry("unproductive_stretch", "2 of 7");
  }

  @Test
  void aSequenceCountsItsRounds() {
    // Given
    for (int round = 0; round < 2; round++) {
      call("list_boats", "{\"lock\":\"east\"}", "lock 3 holds twelve boats");
      call("read_gauge", "{\"gauge\":\"upper\"}", "the upper gauge shows 412");
    }

    // When
    Map<String, String> last = counts("result-c3");

    // Then
    assertThat(last).containsEntry("repeated_action cycle", "2 of 3");
  }

  @Test
  void anotherEventThanTheNewestCallHasNoCountOfActions() {
    // Given
    call("tide_table", "{\"harbour\":\"Emden\"}", "high water 04:10");
    call("tide_table", "{\"harbour\":\"Emden\"}", "high water 04:10");

    // When
    Map<String, String> counts = counts("another");

    // Then
    assertThat(counts).containsOnlyKeys("unproductive_stretch");
  }

  @Test
  void afterAWaitTheLimitOfAFailingCallIsFourTimesAsHigh() {
    // Given
    for (int time = 0; time < 2; time++) {
      story.task("T").calls("f" + time, "open_lock", "{\"lock\":3}");
      story
          .task("T")
          .withEventId("fail-" + time)
          .returnsError("f" + time, "open_lock", "the lock does not answer");
    }

    // Then
    assertThat(counts("fail-1")).containsEntry("repeated_action exact", "2 of 3");
    mayPoll = true;
    assertThat(counts("fail-1")).containsEntry("repeated_action exact", "2 of 12");
  }
}
